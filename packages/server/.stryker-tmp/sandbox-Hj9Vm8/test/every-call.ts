// @ts-nocheck
import { createServiceClient } from '../src/index.ts';
import type { FetchRequest, Operation, ServiceClient, WireProfile } from '../src/index.ts';

const sessionId = 's-1';
const amount = { amount: '199.90', currency: 'UAH' };
const redirectUrl = 'https://shop.example/return';
const callbackUrl = 'https://shop.example/hook';

type Calls = Readonly<Record<Operation, (client: ServiceClient) => Promise<unknown>>>;

/** Every operation once, with every input that it has. */
export const everyCall: Calls = {
  session: async (client) => client.session({ callbackUrl, redirectUrl }),
  payment: async (client) =>
    client.payment({
      sessionId,
      amount,
      externalId: 'o-1',
      redirectUrl,
      extra: { use_hold: true },
    }),
  validateMerchant: async (client) =>
    client.validateMerchant({ sessionId, validationUrl: 'https://wallet.example', domain: 'shop' }),
  payToken: async (client) =>
    client.payToken({ sessionId, wallet: 'wallet-a', token: '{"a":1}', redirectUrl }),
  getStatus: async (client) => client.getStatus({ sessionId }),
  voidSession: async (client) => client.voidSession({ sessionId, extra: { operations: [] } }),
  completeHold: async (client) => client.completeHold({ sessionId, amount }),
  expireSession: async (client) => client.expireSession({ sessionId }),
  confirmDeliveryHold: async (client) => client.confirmDeliveryHold({ sessionId }),
  printExpressWaybill: async (client) => client.printExpressWaybill({ sessionId }),
  deliveryPrice: async (client) =>
    client.deliveryPrice({
      amount,
      volumeWeight: 0.5,
      weight: 2,
      recipientCity: 'city',
      recipientWarehouse: 'warehouse',
    }),
  exportOperations: async (client) => client.exportOperations({ body: { from: '2026-01-01' } }),
  initSecureDelivery: async (client) => client.initSecureDelivery({ body: { any: 'thing' } }),
  createCheckoutSession: async (client) => client.createCheckoutSession({ callbackUrl }),
  addCheckoutPayment: async (client) =>
    client.addCheckoutPayment({ sessionId, amount, externalId: 'o-1' }),
  checkoutStatus: async (client) => client.checkoutStatus({ sessionId }),
  voidCheckoutSession: async (client) => client.voidCheckoutSession({ sessionId }),
  expireCheckoutSession: async (client) => client.expireCheckoutSession({ sessionId }),
  createOperations: async (client) =>
    client.createOperations({
      operations: [{ amount, guid: 'g-1', purpose: 'p', recipient: { phone: '380' } }],
    }),
  refundOperations: async (client) => client.refundOperations({ guids: ['g-1'] }),
  operationStatus: async (client) => client.operationStatus({ guid: 'g-1' }),
  changeRecipientData: async (client) =>
    client.changeRecipientData({ guid: 'g-1', recipient: { phone: '380' } }),
  balance: async (client) => client.balance(),
  exportComfortOperations: async (client) =>
    client.exportComfortOperations({ from: 'a', to: 'b', format: 'CSV', email: 'c@shop.example' }),
};

/** What one call put on the wire. */
export interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: FetchRequest['headers'];
  readonly body: unknown;
}

/** Makes one call, and hands it this answer. */
export async function callOnce(
  call: Calls[Operation],
  answer: string,
  options: { readonly profile?: WireProfile; readonly comfortBaseUrl?: string } = {},
): Promise<{ readonly sent: Sent; readonly result: unknown }> {
  const sent: Sent[] = [];
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    merchantId: '17',
    signer: { sign: async ({ length }) => Promise.resolve(`signed-${String(length)}-bytes`) },
    ...options,
    fetch: async (url, { method, headers, body }) => {
      const text = body === null ? null : (JSON.parse(Buffer.from(body).toString()) as unknown);
      sent.push({ url, method, headers, body: text });
      return Promise.resolve(new Response(answer));
    },
  });
  const result = await call(client);
  const [only] = sent;
  if (!only) throw new Error('Nothing was sent.');
  return { sent: only, result };
}
