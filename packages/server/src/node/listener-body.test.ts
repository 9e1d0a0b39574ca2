import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as net from 'node:net';
import { describe, it } from 'node:test';
import { headWith, jsonType, orderBody, orderRequest, serveShop } from '../../test/node-server.ts';
import { type Trace, WalletServerError } from '../index.ts';

describe('a listener and the body of a request', () => {
  it('names the fix when a parser has read the body', async () => {
    await using server = await serveShop({
      handle: (listener, request, response) => {
        request.resume().on('end', () => {
          listener(request, response);
        });
      },
    });
    const response = await fetch(`${server.url}/wallet/prepare`, orderRequest);
    assert.equal(response.status, 500);
    const problem = (await response.json()) as { code: string; detail: string };
    assert.equal(problem.code, 'body_already_parsed');
    assert.match(problem.detail, /before express\.json\(\)/);
  });

  it('names the fix when a body has become text, and so lost its bytes', async () => {
    await using server = await serveShop({
      handle: (listener, request, response) => {
        listener(request.setEncoding('utf8'), response);
      },
    });
    const response = await fetch(`${server.url}/wallet/prepare`, orderRequest);
    assert.match(await response.text(), /body_already_parsed/);
  });

  it('reads a body that another handler has paused', async () => {
    await using server = await serveShop({
      handle: (listener, request, response) => {
        listener(request.pause(), response);
      },
    });
    assert.equal((await fetch(`${server.url}/wallet/prepare`, orderRequest)).status, 204);
  });

  it('takes the raw bytes that a parser has kept', async () => {
    await using server = await serveShop({
      handle: (listener, request, response) => {
        request.resume().on('end', () => {
          listener(Object.assign(request, { rawBody: Buffer.from(orderBody) }), response);
        });
      },
    });
    const response = await fetch(`${server.url}/wallet/prepare`, orderRequest);
    assert.equal(response.status, 204);
  });

  it('logs, traces and shows to a listed page a failure to read the body', async () => {
    const spans: string[] = [];
    const origin = 'https://www.shop.example';
    const trace: Trace = async (name, { path }, work) =>
      work().catch((error: unknown) => {
        assert.ok(error instanceof WalletServerError);
        spans.push(`${name} ${String(path)} ${error.code}`);
        throw error;
      });
    await using server = await serveShop({
      shop: { trace, allowedOrigins: [origin] },
      handle: (listener, request, response) => {
        request.resume().on('end', () => {
          listener(request, response);
        });
      },
    });
    const init = { method: 'POST', headers: { ...jsonType, origin }, body: orderBody };
    const response = await fetch(`${server.url}/wallet/status`, init);
    assert.equal(response.status, 500);
    assert.equal(response.headers.get('access-control-allow-origin'), origin);
    assert.deepEqual(spans, ['request /wallet/status body_already_parsed']);
    assert.match(server.shop.logs.join('\n'), /^a request failed .*body_already_parsed/m);
    assert.match(server.shop.logs.join('\n'), /^request .*"status":500,"code":"body_already_/m);
  });

  it('answers 408 to a sender who leaves in the middle of a body', async () => {
    await using server = await serveShop();
    const socket = net.connect(server.port, '127.0.0.1');
    socket.write(`${headWith('content-length: 100')}{"order"`, () => void socket.resetAndDestroy());
    while (server.shop.logs.length === 0) await new Promise(setImmediate);
    assert.match(server.shop.logs.join('\n'), /^request .*"status":408,"code":"too_slow"/);
  });

  it('answers 408 to a body that does not come, and lives on', async () => {
    await using server = await serveShop({ listener: { bodyTimeout: 50 } });
    const socket = net.connect(server.port, '127.0.0.1');
    socket.write(`${headWith('content-length: 100')}{"order"`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    assert.match(data.toString(), /^HTTP\/1.1 408 [\s\S]*connection: close[\s\S]*too_slow/i);
    await once(socket, 'close');
    assert.equal((await fetch(`${server.url}/none`)).status, 404);
  });
});
