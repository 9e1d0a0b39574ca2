import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as http from 'node:http';
import { describe, it } from 'node:test';
import type { AddressInfo, Server } from 'node:net';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import serverless from 'serverless-http';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { type NodeListener, toNodeListener } from '../src/node/listener.ts';
import type { FindOrder } from '../src/index.ts';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

/** Asks a framework: by URL where it listens, or with a request where it is a function. */
type Ask = (path: string, init?: RequestInit) => Promise<Response>;

interface Mounted {
  readonly ask: Ask;
  readonly close: () => Promise<unknown>;
}

type Mount = (shop: Shop, listener: NodeListener) => Promise<Mounted> | Mounted;

const listening = async (server: Server, listener: NodeListener): Promise<Mounted> => {
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ask: async (path, init) => fetch(`http://127.0.0.1:${String(port)}${path}`, init),
    close: async () => listener.close(server),
  };
};

const mountHandler = (handle: (request: Request) => Response | Promise<Response>): Mounted => ({
  ask: async (path, init) => handle(new Request(`https://shop.example${path}`, init)),
  close: async () => Promise.resolve(),
});

/** Calls a Lambda function with an event as API Gateway sends it, and reads its result. */
const gateway = (run: (event: object, context: object) => Promise<object>, format: '1.0' | '2.0') =>
  mountHandler(async (request) => {
    const { pathname, search } = new URL(request.url);
    const event = {
      version: format,
      httpMethod: request.method,
      path: pathname,
      rawPath: pathname,
      rawQueryString: search.slice(1),
      headers: { host: 'shop.example', ...Object.fromEntries(request.headers) },
      body: Buffer.from(await request.arrayBuffer()).toString('base64'),
      isBase64Encoded: true,
      requestContext: {
        http: { method: request.method, sourceIp: '203.0.113.7' },
        identity: { sourceIp: '203.0.113.7' },
      },
    };
    const result = await run(event, {});
    const { statusCode, headers, body } = result as Record<string, unknown>;
    const status = Number(statusCode);
    const content = status === 204 ? null : String(body);
    return new Response(content, { status, headers: headers as Record<string, string> });
  });

/** Each also serves a page of the shop, `/shop`. */
const mounts: readonly (readonly [string, Mount])[] = [
  [
    'node:http',
    (_, listener) => {
      const server = http.createServer((request, response) => {
        listener(request, response, () => response.end('shop'));
      });
      return listening(server.listen(0, '127.0.0.1'), listener);
    },
  ],
  [
    'Express 5',
    (_, listener) => {
      const app = express();
      app.use(listener);
      app.get('/shop', (_request, response) => void response.send('shop'));
      return listening(app.listen(0, '127.0.0.1'), listener);
    },
  ],
  [
    'Express 5 with express.json() behind it',
    (_, listener) => {
      const app = express();
      app.use(listener);
      app.use(express.json());
      app.get('/shop', (_request, response) => void response.send('shop'));
      return listening(app.listen(0, '127.0.0.1'), listener);
    },
  ],
  [
    'Express 5 with express.json() before it, which keeps the raw bytes',
    (_, listener) => {
      const app = express();
      const verify = (request: object, _response: unknown, rawBody: Buffer): void => {
        Object.assign(request, { rawBody });
      };
      app.use(express.json({ verify }));
      app.use(listener);
      app.get('/shop', (_request, response) => void response.send('shop'));
      return listening(app.listen(0, '127.0.0.1'), listener);
    },
  ],
  [
    'Express 5 with express.raw() before it',
    (_, listener) => {
      const app = express();
      app.use(express.raw({ type: '*/*' }));
      app.use(listener);
      app.get('/shop', (_request, response) => void response.send('shop'));
      return listening(app.listen(0, '127.0.0.1'), listener);
    },
  ],
  [
    'a router of Express 5',
    (_, listener) => {
      const app = express();
      app.use('/wallet', listener);
      app.use('/.well-known', listener);
      app.get('/shop', (_request, response) => void response.send('shop'));
      return listening(app.listen(0, '127.0.0.1'), listener);
    },
  ],
  [
    'Fastify 5',
    async (_, listener) => {
      const app = fastify();
      await app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, _body, finish) => {
          finish(null);
        });
        const answer = (
          request: { readonly raw: http.IncomingMessage },
          reply: { readonly hijack: () => unknown; readonly raw: http.ServerResponse },
        ): void => {
          reply.hijack();
          listener(request.raw, reply.raw, undefined, request);
        };
        scope.all('/wallet/*', answer);
        scope.all('/.well-known/*', answer);
        return Promise.resolve();
      });
      app.get('/shop', async () => Promise.resolve('shop'));
      await app.listen({ port: 0, host: '127.0.0.1' });
      return { ...(await listening(app.server, listener)), close: async () => app.close() };
    },
  ],
  ...(['1.0', '2.0'] as const).map((format): (typeof mounts)[number] => [
    `AWS Lambda by serverless-http, with events of format ${format}`,
    (_, listener) => {
      const app: http.RequestListener = (request, response) => {
        listener(request, response, () => response.end('shop'));
      };
      return gateway(serverless(app), format);
    },
  ]),
  [
    'Express 5 by serverless-http',
    (_, listener) => {
      const app = express();
      app.use(listener);
      app.get('/shop', (_request, response) => void response.send('shop'));
      return gateway(serverless(app), '2.0');
    },
  ],
  [
    'a test of Fastify 5 by inject',
    async (_, listener) => {
      const app = fastify();
      app.removeAllContentTypeParsers();
      app.addContentTypeParser('*', (_request, _body, finish) => {
        finish(null);
      });
      for (const path of ['/wallet/*', '/.well-known/*']) {
        app.all(path, (request, reply) => {
          reply.hijack();
          listener(request.raw, reply.raw, undefined, request);
        });
      }
      app.get('/shop', async () => Promise.resolve('shop'));
      await app.ready();
      return mountHandler(async (request) => {
        const { statusCode, headers, body } = await app.inject({
          method: request.method as 'GET' | 'POST',
          url: request.url,
          headers: Object.fromEntries(request.headers),
          payload: Buffer.from(await request.arrayBuffer()),
        });
        const content = statusCode === 204 ? null : body;
        const init = { status: statusCode, headers: headers as Record<string, string> };
        return new Response(content, init);
      });
    },
  ],
  [
    'Hono',
    ({ wallet }) => {
      const app = new Hono();
      app.all('/wallet/*', async ({ req }) => wallet.handle(req.raw));
      app.all('/.well-known/*', async ({ req }) => wallet.handle(req.raw));
      app.get('/shop', (context) => context.text('shop'));
      return mountHandler((request) => app.fetch(request));
    },
  ],
  [
    'a route handler as Next has it',
    ({ wallet }) => {
      // app/wallet/[...path]/route.ts, which Next calls with the parameters of the path beside the request.
      const POST = wallet.handle;
      const route = { POST, GET: wallet.handle };
      return mountHandler(async (request) => {
        if (new URL(request.url).pathname === '/shop') return new Response('shop');
        const context = { params: Promise.resolve({ path: ['prepare'] }) };
        return route[request.method as 'GET' | 'POST'](request, context as object);
      });
    },
  ],
  [
    'a module as Workers have it',
    ({ wallet }) => {
      const module = {
        fetch: async (request: Request, _env: object, _context: object): Promise<Response> =>
          new URL(request.url).pathname === '/shop'
            ? Promise.resolve(new Response('shop'))
            : wallet.handle(request, { clientAddress: request.headers.get('cf-connecting-ip') }),
      };
      return mountHandler(async (request) => module.fetch(request, {}, {}));
    },
  ],
];

const json = { 'content-type': 'application/json' };

for (const [name, mount] of mounts) {
  describe(`on ${name}`, () => {
    it('takes a payment, and its webhook, whose raw bytes are verified', async () => {
      await using site = await mountOn(mount);
      const { ask, shop } = site;
      shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
      const pay = { order: 'o-1', wallet: 'wallet-b', token: 't', shown: shop.orders.get('o-1') };
      const headers = { ...json, 'idempotency-key': 'k' };
      const init = { method: 'POST', headers, body: JSON.stringify(pay) };
      assert.equal((await ask('/wallet/pay-token', init)).status, 202);
      const id = (await shop.stored())?.sessionId;
      const body = `{ "id":${JSON.stringify(id)},"status":"paid", "amount":199.90 }\n`;
      const signedHeaders = { ...json, 'x-sign-v2': signAsService(body) };
      const hook = await ask('/wallet/webhook/v1', {
        method: 'POST',
        headers: signedHeaders,
        body,
      });
      assert.equal(hook.status, 200);
      await shop.wallet.drain();
      assert.equal((await shop.stored())?.state, 'paid');
    });

    it('a foreign or a huge request is refused, and the shop’s own pages are served', async () => {
      await using site = await mountOn(mount);
      const { ask } = site;
      const foreign = { ...json, origin: 'https://evil.example' };
      const init = { method: 'POST', headers: foreign, body: '{"order":"o-1"}' };
      const refusal = await ask('/wallet/prepare', init);
      assert.equal(refusal.status, 403);
      assert.equal(refusal.headers.get('cache-control'), 'no-store');
      const large = { method: 'POST', headers: json, body: `{"order":"${'x'.repeat(70_000)}"}` };
      assert.equal((await ask('/wallet/prepare', large)).status, 413);
      assert.equal(await (await ask('/shop')).text(), 'shop');
    });

    it('takes a payer back whom the bank sends by a link or by a form', async () => {
      await using site = await mountOn(mount);
      const receipt = 'bGV2YWRhLWxldmFkYS1sZXZh';
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const form = { method: 'POST', headers, body: 'PaRes=x&MD=y' };
      for (const init of [{}, form]) {
        const path = `/wallet/return/by0x/${receipt}`;
        const answer = await site.ask(path, { ...init, redirect: 'manual' });
        assert.equal(answer.status, 303);
        const page = `https://shop.example/return?order=o-1&receipt=${receipt}`;
        assert.equal(answer.headers.get('location'), page);
      }
    });

    it('the domain-association file is at its path', async () => {
      await using site = await mountOn(mount);
      const path = '/.well-known/apple-developer-merchantid-domain-association';
      const file = await site.ask(path, { redirect: 'error' });
      assert.equal(file.status, 200);
      assert.match(file.headers.get('content-type') ?? '', /^text\/plain/);
      assert.equal(await file.text(), 'association');
    });
  });
}

describe('the framework’s own request', () => {
  it('reaches findOrder with its session, on Express 5', async () => {
    const users: unknown[] = [];
    const findOrder: FindOrder = (_, { original }) => {
      users.push((original as { readonly session: unknown }).session);
      return null;
    };
    await using site = await mountOn(
      (_, listener) => {
        const app = express();
        app.use((request, _response, next) => {
          Object.assign(request, { session: 'payer 7' });
          next();
        });
        app.use(listener);
        return listening(app.listen(0, '127.0.0.1'), listener);
      },
      { findOrder },
    );
    await site.ask('/wallet/prepare', {
      method: 'POST',
      headers: json,
      body: '{"order":"o-1"}',
    });
    assert.deepEqual(users, ['payer 7']);
  });

  it('reaches findOrder with what a hook has decorated, on Fastify 5', async () => {
    const users: unknown[] = [];
    const findOrder: FindOrder = (_, { original }) => {
      users.push((original as { readonly user: unknown }).user);
      return null;
    };
    await using site = await mountOn(
      async (_, listener) => {
        const app = fastify();
        app.removeAllContentTypeParsers();
        app.addContentTypeParser('*', (_request, _body, finish) => {
          finish(null);
        });
        app.addHook('onRequest', async (request) => {
          Object.assign(request, { user: 'payer 8' });
          return Promise.resolve();
        });
        app.all('/wallet/*', (request, reply) => {
          reply.hijack();
          listener(request.raw, reply.raw, undefined, request);
        });
        await app.listen({ port: 0, host: '127.0.0.1' });
        return { ...(await listening(app.server, listener)), close: async () => app.close() };
      },
      { findOrder },
    );
    await site.ask('/wallet/prepare', {
      method: 'POST',
      headers: json,
      body: '{"order":"o-1"}',
    });
    assert.deepEqual(users, ['payer 8']);
  });
});

describe('on Express 5 behind an express.json() that keeps nothing', () => {
  it('the answer names the fix', async () => {
    await using site = await mountOn((_, listener) => {
      const app = express();
      app.use(express.json(), listener);
      return listening(app.listen(0, '127.0.0.1'), listener);
    });
    const init = { method: 'POST', headers: json, body: '{"order":"o-1"}' };
    const answer = await site.ask('/wallet/prepare', init);
    assert.equal(answer.status, 500);
    const { code, detail } = (await answer.json()) as { code: string; detail: string };
    assert.equal(code, 'body_already_parsed');
    assert.match(detail, /before express\.json\(\)/);
  });
});

async function mountOn(mount: Mount, options: ShopOptions = {}) {
  const shop = await openShop(options);
  const listener = toNodeListener(shop.wallet, { reconcileEvery: false });
  const { ask, close } = await mount(shop, listener);
  return {
    ask,
    shop,
    [Symbol.asyncDispose]: async () => {
      await close();
      await shop[Symbol.asyncDispose]();
    },
  };
}
