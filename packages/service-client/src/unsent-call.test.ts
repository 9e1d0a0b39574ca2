import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as net from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import * as tls from 'node:tls';
import { clientOptions, payTokenInput, sharedFetch } from '../test/client-options.ts';
import { untrusted, untrustedKey } from '../testing/untrusted.ts';
import { createServiceClient, type Fetch } from './index.ts';

describe('a call that proves that nothing was sent', () => {
  const nothing = { code: 'service_unreachable', retryable: true };
  const status = { sessionId: 's' };

  it('finds no such host', async () => {
    const client = createServiceClient({
      ...clientOptions,
      baseUrl: 'https://service.invalid',
      fetch: sharedFetch,
    });
    await assert.rejects(client.getStatus(status), nothing);
  });

  it('finds no server listening', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const baseUrl = `http://127.0.0.1:${String(port)}`;
    const client = createServiceClient({ ...clientOptions, baseUrl, fetch: sharedFetch });
    await assert.rejects(client.getStatus(status), nothing);
  });

  it('finds a certificate that it does not trust', async () => {
    let byteCount = 0;
    const server = tls.createServer({ key: untrustedKey, cert: untrusted }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data: Buffer) => {
        byteCount += data.length;
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `https://localhost:${String((server.address() as AddressInfo).port)}`;
    const client = createServiceClient({ ...clientOptions, baseUrl, fetch: sharedFetch });
    await assert.rejects(client.getStatus(status), nothing);
    server.close();
    assert.equal(byteCount, 0);
  });

  it('times out while it connects', async () => {
    const server = net.createServer((socket) => socket.on('error', () => undefined));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const client = createServiceClient({
      ...clientOptions,
      baseUrl,
      fetch: sharedFetch,
      timeout: 200,
    });
    await assert.rejects(client.getStatus(status), nothing);
    server.close();
  });

  const signers: readonly (readonly [string, () => Promise<string>])[] = [
    ['rejects', async () => Promise.reject(new Error('The key service is down.'))],
    [
      'throws at once',
      () => {
        throw new Error('at once');
      },
    ],
    ['gives two lines', async () => Promise.resolve('two\r\nlines')],
    ['never answers', async () => new Promise(() => undefined)],
    ['gives nothing', async () => Promise.resolve(undefined as never)],
    ['gives bytes', async () => Promise.resolve(Buffer.from('signature') as never)],
  ];
  for (const [name, sign] of signers) {
    it(`has a signer that ${name}, and says so`, async () => {
      // The time limit alone does not keep a process alive.
      using _ = keepProcessAlive();
      const client = createServiceClient({ ...clientOptions, signer: { sign }, timeout: 50 });
      await assert.rejects(client.getStatus(status), {
        code: 'signer_failed',
        origin: 'configuration',
        status: 503,
        retryable: false,
        suggestion: /nothing was sent/,
      });
    });
  }

  it('is ended by its caller while it is signed', async () => {
    const leaving = new AbortController();
    const signature = Promise.withResolvers<string>();
    const sign = async (): Promise<string> => {
      leaving.abort();
      return signature.promise;
    };
    let callCount = 0;
    // Not every fetch heeds a signal.
    const fetch: Fetch = async () =>
      Promise.resolve(Response.json({ status: String(++callCount) }));
    const client = createServiceClient({ ...clientOptions, signer: { sign }, fetch });
    await assert.rejects(client.payToken(payTokenInput, { signal: leaving.signal }), nothing);
    signature.resolve('late');
    await new Promise(setImmediate);
    assert.equal(callCount, 0);
  });

  const bodies: readonly (readonly [string, unknown])[] = [
    ['a promise', Promise.resolve({})],
    ['nothing', undefined],
    ['what is not JSON', { amount: 1n }],
  ];
  for (const [name, body] of bodies) {
    it(`is reshaped to ${name}`, async () => {
      const reshape = { request: () => body };
      const client = createServiceClient({ ...clientOptions, reshape });
      await assert.rejects(client.getStatus(status), {
        code: 'config_invalid',
      });
    });
  }

  it('is aborted before it begins', async () => {
    const client = createServiceClient(clientOptions);
    const signal = AbortSignal.abort();
    await assert.rejects(client.getStatus(status, { signal }), nothing);
  });

  for (const name of ['initSecureDelivery', 'exportOperations'] as const) {
    it(`has no path for ${name}, and says which entry to set`, async () => {
      await assert.rejects(createServiceClient(clientOptions).call(name), {
        code: 'config_invalid',
        message: new RegExp(`operations\\.${name}\\.path`),
      });
    });
  }
});

function keepProcessAlive(): Disposable {
  const timer = setInterval(() => undefined, 1000);
  return {
    [Symbol.dispose]: () => {
      clearInterval(timer);
    },
  };
}
