// One of the libraries that call a payment service, each used as in its own README.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { attend, handedOver } from './attend.ts';

export interface CallerGiven {
  /** The port of the service's TLS, and its certificate. */
  readonly service: number;
  readonly certificate: string;
  readonly who: keyof typeof callers;
}

type Call = () => Promise<unknown>;

const token = 'x'.repeat(1_900);
const session = {
  sessionId: 'a0',
  wallet: 'wallet-b',
  token,
  redirectUrl: 'https://shop.example/',
} as const;

const callers = {
  /** A signed call in as few lines as possible, without checks and without a timeout. */
  hand: ({ url, key, ca }: Where): Call => {
    const agent = new Agent({ keepAlive: true, scheduling: 'lifo', ca });
    const signBytes = promisify(sign);
    return async () => {
      const body = Buffer.from(JSON.stringify({ session_id: 'a0', token }));
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        'x-sign': (await signBytes('sha256', body, key)).toString('base64'),
      };
      const clientRequest = request(new URL('/v1/pay-token', url), {
        method: 'POST',
        agent,
        headers,
      });
      clientRequest.end(body);
      const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
      return JSON.parse(await text(answer)) as unknown;
    };
  },
  ours: async ({ url, key, ca }: Where): Promise<Call> => {
    const { createServiceClient, keyObjectSigner } = await import('@wallet-buttons/service-client');
    const { nodeFetch } = await import('@wallet-buttons/service-client/node');
    const signer = keyObjectSigner(key);
    const fetch = nodeFetch({ ca });
    const client = createServiceClient({ baseUrl: url, merchantId: '1', signer, fetch });
    return async () => client.payToken(session);
  },
  stripe: async ({ port }: Where): Promise<Call> => {
    const { default: Stripe } = await import('stripe');
    const stripe = new Stripe('sk_test_bench', { host: 'localhost', port, telemetry: false });
    return async () =>
      stripe.paymentIntents.create({
        amount: 19990,
        currency: 'uah',
        metadata: { token: token.slice(0, 500) },
      });
  },
};

interface Where {
  readonly port: number;
  readonly url: string;
  readonly ca: string;
  readonly key: KeyObject;
}

const { service: port, certificate: ca, who } = handedOver() as CallerGiven;
const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const call = await callers[who]({ port, url: `https://localhost:${String(port)}`, ca, key });
attend({
  /** Makes so many calls, eight at once. */
  calls: async (count: number) => {
    const turns = Array(count).keys();
    const worker = async (): Promise<void> => {
      for (const _ of turns) await call();
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  },
});
