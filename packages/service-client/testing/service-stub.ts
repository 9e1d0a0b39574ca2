import * as crypto from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A signed call as it arrived. */
export interface Call {
  readonly path: string;
  readonly raw: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
  /** Verified when a test reads it: most tests are about something else. */
  readonly signed: boolean;
  /** Its Content-Length. */
  readonly length: string | undefined;
}

export type Answer = (
  call: Call,
  response: http.ServerResponse,
) => object | null | Promise<object | null>;

/** A small payment service for tests: it keeps what it was sent, and answers as a test sets it. */
export interface ServiceStub {
  readonly baseUrl: string;
  readonly calls: Call[];
  /** What get-status says of each session. */
  readonly statuses: Map<string, object>;
  /** Replaces the answer of one path; `null` from it means that it answered by itself. */
  readonly on: (path: string, answer: Answer) => void;
  readonly to: (path: string) => Call[];
  readonly close: () => Promise<void>;
}

const merchant = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const service = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The merchant's private key, and the service's public one, as PEM. */
export const merchantKey = merchant.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
export const serviceKey = service.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** The service's signature of a webhook. */
export function signAsService(body: string, hash = 'sha256'): string {
  return crypto.sign(hash, Buffer.from(body), service.privateKey).toString('base64');
}

export async function startServiceStub(): Promise<ServiceStub> {
  const calls: Call[] = [];
  const statuses = new Map<string, object>();
  const answers = new Map<string, Answer>([
    ['/v1/session', () => ({ id: crypto.randomUUID(), metadata: null })],
    ['/v1/payment', ({ body }) => ({ id: '77', session_id: body['session_id'], url: 'unused' })],
    ['/v1/walleta-pay/validate-merchant', () => ({ merchantSessionIdentifier: 'm', epoch: 1.0 })],
    [
      '/v1/pay-token',
      ({ body }) => {
        statuses.set(String(body['session_id']), { status: 'paid' });
        return { status: 'paid' };
      },
    ],
    [
      '/v1/get-status',
      ({ body }) => statuses.get(String(body['session_id'])) ?? { status: 'created' },
    ],
  ]);

  const serve = async (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const path = request.url ?? '';
    const signature = Buffer.from(String(request.headers['x-sign']), 'base64');
    const length = request.headers['content-length'];
    const body = JSON.parse(raw.toString()) as Call['body'];
    const call = {
      path,
      raw,
      body,
      length,
      get signed() {
        return crypto.verify('sha256', raw, merchant.publicKey, signature);
      },
    };
    calls.push(call);
    const answer = await answers.get(path)?.(call, response);
    if (answer) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  };
  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  // A test that is busy for five seconds must not meet a connection that is just being closed.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    calls,
    statuses,
    on: (path, answer) => void answers.set(path, answer),
    to: (path) => calls.filter((call) => call.path === path),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
