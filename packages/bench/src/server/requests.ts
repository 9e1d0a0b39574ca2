import { createHash } from 'node:crypto';
import type { ServiceEmulator } from './emulator.ts';
import type { Sent } from './load.ts';

const gateway = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';

/** The headers of a browser that the server reads. */
const fromPage = {
  host: 'shop.example',
  origin: 'https://shop.example',
  'sec-fetch-site': 'same-origin',
};

/** The requests of a browser and the service for one order, in realistic sizes. */
export const requests = {
  prepare: (order: string): Sent => page('/wallet/prepare', { order }),
  validate: (order: string): Sent =>
    page('/wallet/validate-merchant', { order, validation_url: gateway, domain: 'shop.example' }),
  pay: (order: string): Sent => pressOf(order, order),
  /** Another press of the same order, with a token and a key of its own. */
  press: (order: string, press: number): Sent => pressOf(order, `${order}-${String(press)}`),
  status: (order: string): Sent => page('/wallet/status', { order }),
  webhook: (order: string, status: string, service: ServiceEmulator): Sent => {
    const session_id = service.sessions.get(order);
    const body = JSON.stringify({ session_id, external_id: order, status, amount: '199.90' });
    const headers = { 'x-sign-v2': service.sign(body) };
    return { path: '/wallet/webhook/v1', body, headers };
  },
};

function page(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Sent {
  return { path, body: JSON.stringify(body), headers: { ...fromPage, ...headers } };
}

function pressOf(order: string, name: string): Sent {
  const price = { amount: '199.90', currency: 'UAH' };
  const body = { order, wallet: 'wallet-b', token: tokenOf(name), shown: price };
  return page('/wallet/pay-token', body, { 'idempotency-key': `key-${name}` });
}

/** Two kilobytes that differ from order to order, as an encrypted token does. */
function tokenOf(order: string): string {
  return createHash('sha512').update(order).digest('base64').repeat(22);
}
