import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';

/**
 * The payment service on loopback, plain and over TLS, as fast as possible. It counts and checks nothing; the
 * end-to-end tests have a stricter one.
 */
export class ServiceEmulator implements AsyncDisposable {
  /** The delay of each token, in milliseconds. */
  delay = 0;
  /** The status of each token. */
  status = 'paid';
  /** Calls, and TLS connections, since the start. */
  calls = 0;
  connections = 0;
  /** The session of each status question, in sequence. */
  readonly questions: string[] = [];
  /** The number of tokens of each session, and the session of each order. */
  readonly tokens = new Map<string, number>();
  readonly sessions = new Map<string, string>();
  /** The service's public key, and the certificate of its TLS, in PEM. */
  readonly webhookKey: string;
  readonly certificate: string;
  readonly #plain: http.Server;
  readonly #secure: https.Server;
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  private constructor(key: string, certificate: string) {
    this.certificate = certificate;
    this.webhookKey = this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const listener: http.RequestListener = (request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    };
    this.#plain = http.createServer({ keepAliveTimeout: 120_000 }, listener);
    this.#secure = https.createServer(
      { key, cert: certificate, keepAliveTimeout: 120_000 },
      listener,
    );
    this.#secure.on('secureConnection', () => (this.connections += 1));
  }

  static async open(): Promise<ServiceEmulator> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    const service = new ServiceEmulator(key, cert);
    for (const server of [service.#plain, service.#secure]) {
      await once(server.listen(0, '127.0.0.1'), 'listening');
    }
    return service;
  }

  get port(): number {
    return (this.#plain.address() as AddressInfo).port;
  }

  get securePort(): number {
    return (this.#secure.address() as AddressInfo).port;
  }

  /** The service's signature of a webhook. */
  sign(body: string): string {
    return sign('sha256', Buffer.from(body), this.#keys.privateKey).toString('base64');
  }

  /** Resolves once tokens of so many sessions have arrived. */
  async whenTokens(count: number): Promise<void> {
    while (this.tokens.size < count) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of [this.#plain, this.#secure]) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }

  async #serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    this.calls += 1;
    const body = this.#answer(request.url ?? '', await text(request));
    if (this.delay > 0 && request.url === '/v1/pay-token') {
      await new Promise((resolve) => setTimeout(resolve, this.delay));
    }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }

  #answer(path: string, body: string): object {
    if (path === '/v1/session') return { id: randomUUID(), metadata: null };
    if (path === '/v1/payment') {
      const { session_id: session = '', external_id: order = '' } = read(body);
      this.sessions.set(order, session);
      return { id: '77', session_id: session, url: 'unused' };
    }
    if (path === '/v1/pay-token') {
      const { session_id: session = '' } = read(body);
      this.tokens.set(session, (this.tokens.get(session) ?? 0) + 1);
      return { status: this.status };
    }
    if (path === '/v1/get-status') {
      this.questions.push(read(body)['session_id'] ?? '');
      return { status: this.status };
    }
    // The members of a merchant session, and those that the peers' libraries need.
    return { id: 'x', resource: 'payment', status: this.status, merchantSessionIdentifier: 'm' };
  }
}

function read(body: string): Readonly<Record<string, string>> {
  return JSON.parse(body) as Readonly<Record<string, string>>;
}
