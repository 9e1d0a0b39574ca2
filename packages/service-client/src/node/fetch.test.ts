import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { untrusted, untrustedKey } from '../../testing/untrusted.ts';
import { createServiceClient, type ServiceClient } from '../index.ts';
import { nodeFetch } from './fetch.ts';

interface Upstream extends AsyncDisposable {
  readonly client: ServiceClient;
  readonly baseUrl: string;
  readonly connections: () => number;
}

/** A client over `nodeFetch`, and a service that answers as a test sets it. */
async function startUpstream(
  answer: (response: http.ServerResponse, call: number) => void,
  options?: https.AgentOptions,
): Promise<Upstream> {
  let connections = 0;
  let calls = 0;
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      answer(response, (calls += 1));
    });
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fetch = nodeFetch(options);
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const client = createServiceClient({ baseUrl, merchantId: '1', signer, fetch });
  return {
    client,
    baseUrl,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const signer = { sign: async () => Promise.resolve('signed') };
const token = { sessionId: 's', wallet: 'wallet-b', token: 't', redirectUrl: 'r' } as const;
const answerPaid = (response: http.ServerResponse): void => void response.end('{"status":"paid"}');

const { node, v8, uv } = process.versions;
/** The `process.versions` of each runtime. */
const node24: Versions = { node, v8, uv };
const deno: Versions = { ...node24, deno: '2.9.6' };
const bun = (version: string): Versions => ({ ...node24, bun: version });
type Versions = Readonly<Record<string, string>>;

/** What code sees that asks for the runtime, until the test ends or says another one. */
function runtimeIs(
  context: TestContext,
  versions: Versions,
): (other: Versions | undefined) => void {
  const change = (value: Versions | undefined): void => {
    Object.defineProperty(process, 'versions', { value, configurable: true });
  };
  const original = process.versions;
  context.after(() => {
    change(original as Versions);
  });
  change(versions);
  return change;
}

/** Replaces `navigator`, as a library does that imitates a browser. */
function navigatorIs(context: TestContext, value: unknown): void {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator') ?? {};
  Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
  context.after(() => {
    Object.defineProperty(globalThis, 'navigator', original);
  });
}

describe('a call on another runtime', () => {
  it('has a connection of its own on Deno, which sends a call again where a kept one ends', async (context) => {
    runtimeIs(context, deno);
    await using upstream = await startUpstream(answerPaid);
    for (let repeat = 0; repeat < 3; repeat += 1) await upstream.client.payToken(token);
    assert.equal(upstream.connections(), 3);
  });

  it('uses node:http on Node and Deno, and the runtime’s own fetch elsewhere', async (context) => {
    const platformFetch = context.mock.method(globalThis, 'fetch', async () =>
      Promise.resolve(Response.json({ status: 'paid' })),
    );
    await using upstream = await startUpstream(answerPaid);
    const change = runtimeIs(context, node24);
    for (const [versions, count] of [
      [deno, 0],
      [node24, 0],
      [bun('1.10.0'), 1],
      // Workers, by their releases, and a runtime without versions.
      [{ node }, 2],
      [{ node, v8 }, 3],
      [{ node, v8: '', uv: '' }, 4],
      [undefined, 5],
    ] as const) {
      change(versions);
      const { baseUrl } = upstream;
      await createServiceClient({ baseUrl, merchantId: '1', signer }).payToken(token);
      assert.equal(platformFetch.mock.callCount(), count, JSON.stringify(versions));
    }
  });

  it('never proves there that nothing was sent', async (context) => {
    runtimeIs(context, deno);
    const client = createServiceClient({
      baseUrl: 'http://127.0.0.1:1',
      merchantId: '1',
      signer,
      fetch: nodeFetch(),
    });
    await assert.rejects(client.payToken(token), { code: 'service_no_answer' });
  });

  it('is not made on a Bun that sends a call again where a kept connection ends', (context) => {
    const make = () =>
      createServiceClient({ baseUrl: 'http://127.0.0.1:1', merchantId: '1', signer });
    const change = runtimeIs(context, bun('1.3.14'));
    for (const build of [make, nodeFetch]) {
      assert.throws(build, { code: 'config_invalid', message: /^Bun 1\.4 .* 1\.3\.14 / });
    }
    change(bun('1.4.0'));
    assert.ok(make());
  });

  for (const navigator of [undefined, null, {}, { userAgent: 'Mozilla/5.0 jsdom/27.0.0' }]) {
    it(`is recognised where a library has made navigator ${inspect(navigator)}`, async (context) => {
      const platformFetch = context.mock.method(globalThis, 'fetch');
      navigatorIs(context, navigator);
      await using upstream = await startUpstream(answerPaid);
      const change = runtimeIs(context, node24);
      for (const versions of [node24, deno]) {
        change(versions);
        const { baseUrl } = upstream;
        await createServiceClient({ baseUrl, merchantId: '1', signer }).payToken(token);
      }
      assert.equal(platformFetch.mock.callCount(), 0);
      change(bun('1.3.14'));
      assert.throws(nodeFetch, { code: 'config_invalid' });
    });
  }

  it('proves on Node that nothing was sent, whatever navigator is', async (context) => {
    navigatorIs(context, { userAgent: 'Mozilla/5.0 jsdom/27.0.0' });
    const options = { baseUrl: 'http://127.0.0.1:1', merchantId: '1', signer, fetch: nodeFetch() };
    const client = createServiceClient(options);
    await assert.rejects(client.payToken(token), { code: 'service_unreachable' });
  });
});

describe('nodeFetch', () => {
  it('is what a client uses on Node', async () => {
    const requestHeaders: http.IncomingHttpHeaders[] = [];
    const server = http.createServer((request, response) => {
      requestHeaders.push(request.headers);
      answerPaid(response.setHeader('connection', 'close'));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    await createServiceClient({ baseUrl, merchantId: '1', signer }).payToken(token);
    // The platform's fetch names itself.
    assert.deepEqual(
      [requestHeaders[0]?.['user-agent'], requestHeaders[0]?.['sec-fetch-mode']],
      [undefined, undefined],
    );
    server.close();
  });

  it('lets hundreds of calls wait for a slow service at once', async () => {
    const responses: http.ServerResponse[] = [];
    await using upstream = await startUpstream((response) => {
      responses.push(response);
      if (responses.length === 600) responses.forEach(answerPaid);
    });
    const calls = Array.from({ length: 600 }, async () => upstream.client.payToken(token));
    for (const { status } of await Promise.all(calls)) assert.equal(status, 'paid');
  });

  it('makes no new connection for a call that can have a used one', async () => {
    await using upstream = await startUpstream(answerPaid);
    const { client } = upstream;
    for (let repeat = 0; repeat < 20; repeat += 1) {
      await Promise.all(Array.from({ length: 8 }, async () => client.payToken(token)));
    }
    assert.ok(upstream.connections() <= 8);
  });

  it('closes an idle connection, and sooner one whose end the service announces', async () => {
    for (const [idle, announced] of [
      [20, 'timeout=60'],
      [60_000, 'timeout=1'],
    ] as const) {
      const closings: Promise<unknown>[] = [];
      const answer = (response: http.ServerResponse): void => {
        closings.push(once(response.socket ?? response, 'close'));
        answerPaid(response.setHeader('keep-alive', announced));
      };
      await using upstream = await startUpstream(answer, { timeout: idle });
      await upstream.client.payToken(token);
      await closings[0];
      await upstream.client.payToken(token);
      assert.equal(upstream.connections(), 2);
    }
  });

  for (const options of [{ maxSockets: NaN }, { maxSockets: 0 }, { timeout: NaN }]) {
    it(`is not made with ${inspect(options)}`, () => {
      assert.throws(() => nodeFetch(options), { code: 'config_invalid' });
    });
  }

  it('keeps one in use, however long its answer takes, and closes it afterwards', async () => {
    const closings: Promise<unknown>[] = [];
    const answer = (response: http.ServerResponse): void => {
      closings.push(once(response.socket ?? response, 'close'));
      setTimeout(answerPaid, 100, response);
    };
    await using upstream = await startUpstream(answer, { timeout: 40 });
    assert.equal((await upstream.client.payToken(token)).status, 'paid');
    await closings[0];
  });

  it('lets calls wait that find all connections busy', async () => {
    await using upstream = await startUpstream(answerPaid, { maxSockets: 2 });
    const { client } = upstream;
    await Promise.all(Array.from({ length: 20 }, async () => client.payToken(token)));
    assert.ok(upstream.connections() <= 2);
  });

  it('reports a call that still waited as unsent', async () => {
    await using upstream = await startUpstream(() => undefined, { maxSockets: 1 });
    const { client } = upstream;
    const [sent, waiting] = [new AbortController(), new AbortController()] as const;
    const first = client.payToken(token, { signal: sent.signal });
    const second = client.payToken(token, { signal: waiting.signal });
    const refusal = assert.rejects(second, { code: 'service_unreachable' });
    const unknown = assert.rejects(first, { code: 'service_no_answer' });
    while (upstream.connections() === 0) await new Promise(setImmediate);
    waiting.abort();
    await refusal;
    sent.abort();
    await unknown;
  });

  it('never says that of a used connection that breaks', async () => {
    await using upstream = await startUpstream((response, call) => {
      if (call === 1) answerPaid(response);
      else response.destroy();
    });
    await upstream.client.payToken(token);
    await assert.rejects(upstream.client.payToken(token), { code: 'service_no_answer' });
    assert.equal(upstream.connections(), 1);
  });

  it('sends nothing once its signal is aborted', async () => {
    await using upstream = await startUpstream(answerPaid);
    const call = { method: 'POST', headers: {}, body: null, redirect: 'manual', limit: 9 } as const;
    const answer = nodeFetch()(upstream.baseUrl, { ...call, signal: AbortSignal.abort() });
    await assert.rejects(answer, { code: 'service_unreachable' });
    assert.equal(upstream.connections(), 0);
  });

  it('ends where an answer breaks off, and not at the time limit', async () => {
    await using upstream = await startUpstream((response) => {
      response.write('{"status":', () => response.destroy());
    });
    await assert.rejects(upstream.client.payToken(token), { code: 'service_no_answer' });
  });

  it('closes the connection of an answer that does not end', async () => {
    const closing = Promise.withResolvers<undefined>();
    await using upstream = await startUpstream((response) => {
      response.on('close', closing.resolve).on('error', () => undefined);
      const more = (): void => {
        if (!response.destroyed) response.write(' '.repeat(65_536), more);
      };
      more();
    });
    await assert.rejects(upstream.client.payToken(token), { code: 'service_no_answer' });
    await closing.promise;
  });

  it('reads headers in any case', async () => {
    await using upstream = await startUpstream((response) => {
      response.writeHead(500, { 'X-Request-Id': 'r-7' }).end();
    });
    await assert.rejects(upstream.client.payToken(token), (error: { details?: object }) => {
      assert.deepEqual(error.details, { serviceStatus: 500, requestId: 'r-7' });
      return true;
    });
  });

  it('talks to an address of IPv6', async () => {
    const server = http.createServer((_, response) => {
      answerPaid(response);
    });
    server.listen(0, '::1');
    await once(server, 'listening');
    const fetch = nodeFetch();
    const client = createServiceClient({
      baseUrl: `http://[::1]:${String((server.address() as AddressInfo).port)}`,
      merchantId: '1',
      signer,
      fetch,
    });
    assert.equal((await client.payToken(token)).status, 'paid');
    server.closeAllConnections();
    server.close();
  });

  it('keeps a connection over TLS, and names the host to it, but no address', async () => {
    const names: unknown[] = [];
    const server = https.createServer({ key: untrustedKey, cert: untrusted }, (_, response) => {
      answerPaid(response);
    });
    server.on('secureConnection', ({ servername }) => names.push(servername));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const fetch = nodeFetch({ ca: untrusted, checkServerIdentity: () => undefined });
    for (const host of ['localhost', '127.0.0.1', 'localhost']) {
      const baseUrl = `https://${host}:${String(port)}`;
      const client = createServiceClient({ baseUrl, merchantId: '1', signer, fetch });
      assert.equal((await client.payToken(token)).status, 'paid');
    }
    assert.deepEqual(names, ['localhost', false]);
    // A first call over a connection, too, may have arrived.
    server.removeAllListeners('request').on('request', (request) => request.socket.destroy());
    const fresh = nodeFetch({ ca: untrusted, checkServerIdentity: () => undefined });
    const baseUrl = `https://localhost:${String(port)}`;
    const client = createServiceClient({ baseUrl, merchantId: '1', signer, fetch: fresh });
    await assert.rejects(client.payToken(token), { code: 'service_no_answer' });
    server.closeAllConnections();
    server.close();
  });
});
