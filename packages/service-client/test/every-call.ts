import type { OperationName } from '@wallet-buttons/protocol';
import {
  createServiceClient,
  type FetchRequest,
  type ServiceClient,
  type ServiceClientOptions,
} from '../src/index.ts';

const sessionId = 's-1';
const paymentId = '77';
const externalId = 'o-1';
const amount = { amount: '199.90', currency: 'UAH' };
const redirectUrl = 'https://shop.example/return';
const callbackUrl = 'https://shop.example/hook';
const parcel = {
  volumeWeight: 0.5,
  weight: 2,
  recipientCity: 'city',
  recipientWarehouse: 'warehouse',
};

type Calls = Readonly<Record<OperationName, (client: ServiceClient) => Promise<unknown>>>;

/** Every operation once, with every field that it has. */
export const everyCall: Calls = {
  session: async (client) => client.session({ callbackUrl, redirectUrl, externalId }),
  payment: async (client) => client.payment({ sessionId, amount, externalId, redirectUrl }),
  validateMerchant: async (client) =>
    client.validateMerchant({ sessionId, validationUrl: 'https://wallet.example', domain: 'shop' }),
  payToken: async (client) => client.payToken({ ...payToken, wallet: 'wallet-a' }),
  getStatus: async (client) => client.getStatus({ sessionId, paymentId, externalId }),
  void: async (client) => client.void({ sessionId, paymentId, amount }),
  refund: async (client) => client.refund({ sessionId, paymentId, amount }),
  completeHold: async (client) => client.completeHold({ sessionId, paymentId, amount }),
  expire: async (client) => client.expire({ sessionId }),
  confirmDeliveryHold: async (client) => client.call('confirmDeliveryHold', { sessionId }),
  printExpressWaybill: async (client) => client.call('printExpressWaybill', { sessionId }),
  deliveryPrice: async (client) => client.call('deliveryPrice', { amount, ...parcel }),
  exportOperations: async (client) =>
    client.call('exportOperations', { from: 'a', to: 'b', format: 'CSV', email: 'c@d' }),
  initSecureDelivery: async (client) => client.call('initSecureDelivery', { any: 'thing' }),
  createCheckoutSession: async (client) => client.call('createCheckoutSession', { callbackUrl }),
  addCheckoutPayment: async (client) =>
    client.call('addCheckoutPayment', { sessionId, amount, currency: 'UAH', externalId }),
  checkoutStatus: async (client) => client.call('checkoutStatus', { sessionId }),
  voidCheckoutSession: async (client) => client.call('voidCheckoutSession', { sessionId }),
  expireCheckoutSession: async (client) => client.call('expireCheckoutSession', { sessionId }),
  createOperations: async (client) => client.call('createOperations', [{ guid: 'g-1' }]),
  refundOperations: async (client) => client.call('refundOperations', ['g-1']),
  operationStatus: async (client) => client.call('operationStatus', { guid: 'g-1' }),
  changeRecipientData: async (client) =>
    client.call('changeRecipientData', { guid: 'g-1', recipient: { phone: '380' } }),
  balance: async (client) => client.call('balance'),
  exportComfortOperations: async (client) =>
    client.call('exportComfortOperations', { from: 'a', to: 'b', format: 'CSV', email: 'c@d' }),
};

/** The charge, with every field that it has. */
export const payToken = { sessionId, token: '{"a":1}', redirectUrl, paymentId, externalId, amount };

/** What one call put on the wire. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: FetchRequest['headers'];
  /** The body as text; `''` for none. */
  readonly text: string;
  /** What was signed, as text. */
  readonly signed: string;
}

/** Makes one call, which gets this answer. */
export async function callOnce(
  call: (client: ServiceClient) => Promise<unknown>,
  answer: string,
  options: Partial<ServiceClientOptions> = {},
): Promise<{ readonly request: SentRequest; readonly result: unknown }> {
  const requests: SentRequest[] = [];
  let signedText = '';
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    merchantId: '17',
    signer: {
      sign: async (bytes) => {
        signedText = Buffer.from(bytes).toString();
        return Promise.resolve('signature');
      },
    },
    ...options,
    fetch: async (url, { method, headers, body }) => {
      requests.push({
        url,
        method,
        headers,
        text: Buffer.from(body ?? []).toString(),
        signed: signedText,
      });
      return Promise.resolve(new Response(answer));
    },
  });
  const result = await call(client);
  const [only] = requests;
  if (!only) throw new Error('Nothing was sent.');
  return { request: only, result };
}
