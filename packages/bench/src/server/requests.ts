import { createHash } from 'node:crypto';
import type { Sent } from './load.ts';
import type { StandIn } from './stand-in.ts';

const gateway = 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession';

/** What a browser and the service send of one order, of the size that they really have. */
export const requests = {
  prepare: (order: string): Sent => ({ path: '/wallet/prepare', body: JSON.stringify({ order }) }),
  validate: (order: string): Sent => ({
    path: '/wallet/validate-merchant',
    body: JSON.stringify({ order, validation_url: gateway, domain: 'shop.example' }),
  }),
  pay: (order: string): Sent => ({
    path: '/wallet/pay-token',
    headers: { 'idempotency-key': `key-${order}` },
    body: JSON.stringify({
      order,
      wallet: 'wallet-b',
      token: tokenOf(order),
      shown: { amount: '199.90', currency: 'UAH' },
    }),
  }),
  status: (order: string): Sent => ({ path: '/wallet/status', body: JSON.stringify({ order }) }),
  webhook: (order: string, status: string, standIn: StandIn): Sent => {
    const session_id = standIn.sessions.get(order);
    const body = JSON.stringify({ session_id, external_id: order, status, amount: '199.90' });
    const headers = { 'x-sign-v2': standIn.sign(body) };
    return { path: '/wallet/webhook/v1', body, headers };
  },
};

/** Two kilobytes that differ from order to order, as an encrypted token does. */
function tokenOf(order: string): string {
  return createHash('sha512').update(order).digest('base64').repeat(22);
}
