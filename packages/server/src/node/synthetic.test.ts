import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import * as http from 'node:http';
import * as net from 'node:net';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { openShop, type Shop, type ShopOptions } from '../../test/shop.ts';
import { toNodeListener } from './listener.ts';

const body = '{"id":"s-1","status":"paid"}';
const signedHeaders = { host: 'shop.example', 'x-sign-v2': signAsService(body) };
const page = { host: 'shop.example', 'content-type': 'application/json' };
const order = '{"order":"o-1"}';

/** A stream that gives this text. */
const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)]);

/** A message of `node:http` that no parser has filled, as serverless-http makes it. */
const messageOf = (text: string): http.IncomingMessage => {
  const message = new http.IncomingMessage(new net.Socket());
  message.push(text);
  message.push(null);
  return message;
};

/** A stream that a parser has read to its end. */
const consumedStreamOf = async (text: string): Promise<Readable> => {
  const stream = streamOf(text);
  await stream.toArray();
  return stream;
};

const silent = (): Readable => new Readable({ read: () => undefined });

describe('a request that no parser of node:http has made', () => {
  const requests: readonly (readonly [string, () => object])[] = [
    ['has an empty rawHeaders', () => Object.assign(messageOf(body), { headers: signedHeaders })],
    ['has headers alone', () => Object.assign(streamOf(body), { headers: signedHeaders })],
    [
      'has headers in lists',
      () => {
        const headers = Object.entries(signedHeaders).map(
          ([name, value]) => [name, [value]] as const,
        );
        return Object.assign(streamOf(body), { headers: Object.fromEntries(headers) });
      },
    ],
    [
      'has the names of its headers in capitals',
      () => {
        const headers = Object.entries(signedHeaders).map(
          ([name, value]) => [name.toUpperCase(), value] as const,
        );
        return Object.assign(streamOf(body), { headers: Object.fromEntries(headers) });
      },
    ],
    [
      'has distinct headers, but not all',
      () =>
        Object.assign(streamOf(body), {
          headers: signedHeaders,
          headersDistinct: { host: ['other'] },
        }),
    ],
    [
      'has no socket',
      () => Object.assign(streamOf(body), { headers: signedHeaders, socket: undefined }),
    ],
    [
      'has an empty socket',
      () => Object.assign(streamOf(body), { headers: signedHeaders, socket: {} }),
    ],
    [
      'has its bytes beside a stream that gives nothing',
      () => Object.assign(silent(), { headers: signedHeaders, body: Buffer.from(body) }),
    ],
    [
      'has its bytes beside a stream that gives the same',
      () => Object.assign(streamOf(body), { headers: signedHeaders, body: Buffer.from(body) }),
    ],
    [
      'has its text beside a stream that gives nothing',
      () => Object.assign(silent(), { headers: signedHeaders, body }),
    ],
    [
      'has bytes and is no stream',
      () => Object.assign(new EventEmitter(), { headers: signedHeaders, body: utf8(body) }),
    ],
    [
      'has raw bytes beside a parsed body',
      () =>
        Object.assign(silent(), {
          headers: signedHeaders,
          rawBody: utf8(body),
          body: { id: 's-1' },
        }),
    ],
  ];
  for (const [name, make] of requests) {
    it(`is verified and acknowledged where it ${name}`, async () => {
      const answer = await ask('/wallet/webhook/v1', make());
      assert.equal(answer.status, 200, answer.text);
    });
  }

  it('is refused where its signature came twice', async () => {
    const signature = signedHeaders['x-sign-v2'];
    const headers = { ...signedHeaders, 'x-sign-v2': [signature, signature] };
    const answer = await ask('/wallet/webhook/v1', Object.assign(streamOf(body), { headers }));
    assert.equal(answer.status, 401);
  });

  it('is https where its socket is encrypted', async () => {
    const urls: string[] = [];
    const findOrder: ShopOptions['findOrder'] = (_, { request }) => {
      urls.push(request.url);
      return null;
    };
    await using shop = await openShop({ findOrder });
    for (const socket of [{ encrypted: true }, { encrypted: false }, {}]) {
      const request = Object.assign(streamOf(order), { headers: page, socket });
      await ask('/wallet/status', request, shop);
    }
    const [secure, ...others] = urls;
    assert.equal(secure, 'https://shop.example/wallet/status');
    assert.deepEqual(others, Array(2).fill('http://shop.example/wallet/status'));
  });

  it('gives findOrder the headers that it has, and none without a value', async () => {
    const receivedHeaders: unknown[] = [];
    const findOrder: ShopOptions['findOrder'] = (_, { request }) => {
      receivedHeaders.push(Object.fromEntries(request.headers));
      return null;
    };
    await using shop = await openShop({ findOrder });
    const headers = { ...page, cookie: ['a=1', 'b=2'], 'Content-Length': 15, accept: undefined };
    await ask('/wallet/status', Object.assign(streamOf(order), { headers }), shop);
    assert.deepEqual(receivedHeaders, [{ ...page, cookie: 'a=1; b=2', 'content-length': '15' }]);
  });

  it('is refused without an address where webhooks come from listed ones alone', async () => {
    await using shop = await openShop({ webhookFrom: () => true });
    const request = Object.assign(streamOf(body), { headers: signedHeaders, socket: {} });
    const answer = await ask('/wallet/webhook/v1', request, shop);
    assert.equal(answer.status, 403);
    assert.match(answer.text, /address_not_allowed/);
  });
});

describe('a body beside a request', () => {
  it('is taken as bytes or as text after the stream was read', async () => {
    for (const rawBody of [Buffer.from(body), utf8(body), body]) {
      const request = Object.assign(await consumedStreamOf(body), {
        headers: signedHeaders,
        body: rawBody,
      });
      assert.equal((await ask('/wallet/webhook/v1', request)).status, 200);
    }
  });

  it('is verified over the bytes that are read', async () => {
    const other = Buffer.from(body.replace('paid', 'void'));
    const request = Object.assign(streamOf(body), { headers: signedHeaders, body: other });
    assert.equal((await ask('/wallet/webhook/v1', request)).status, 401);
  });

  it('is refused where a parser left an object, or nothing', async () => {
    for (const leftBody of [{ id: 's-1' }, {}, '', Buffer.alloc(0), null, undefined]) {
      const request = Object.assign(await consumedStreamOf(body), {
        headers: signedHeaders,
        body: leftBody,
      });
      const answer = await ask('/wallet/webhook/v1', request);
      assert.equal(answer.status, 500);
      assert.match(answer.text, /body_already_parsed/);
    }
  });

  it('is refused where it is not there, and the request is no stream', async () => {
    const answer = await ask(
      '/wallet/webhook/v1',
      Object.assign(new EventEmitter(), { headers: signedHeaders }),
    );
    assert.equal(answer.status, 500);
    assert.match(answer.text, /body_already_parsed/);
  });

  it('is read from the stream where the framework has set an empty one', async () => {
    for (const leftBody of [{}, '', Buffer.alloc(0), null]) {
      const request = Object.assign(streamOf(body), { headers: signedHeaders, body: leftBody });
      assert.equal((await ask('/wallet/webhook/v1', request)).status, 200);
    }
  });

  it('is read from the stream where the platform parses at the first access, and fails', async () => {
    const request = Object.defineProperty(Object.assign(streamOf('{'), { headers: page }), 'body', {
      get: () => {
        throw new SyntaxError('Invalid JSON');
      },
    });
    const answer = await ask('/wallet/status', request);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /invalid_json/);
  });

  it('is cut off at 64 KiB', async () => {
    const request = Object.assign(silent(), { headers: page, body: Buffer.alloc(65_537, 32) });
    assert.equal((await ask('/wallet/status', request)).status, 413);
  });
});

describe('a stream that has ended', () => {
  it('without a byte is an empty body, and is waited for no longer', async () => {
    const request = Object.assign(Readable.from([]), { headers: page });
    await request.toArray();
    const answer = await ask('/wallet/status', request);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /invalid_json/);
  });

  it('by a sender who left is refused at once', async () => {
    const request = Object.assign(silent(), { headers: page });
    request.destroy();
    const answer = await ask('/wallet/status', request);
    assert.equal(answer.status, 408);
  });
});

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Gives a request to the listener, and reads what it writes. */
async function ask(url: string, request: object, existingShop?: Shop) {
  const shop = existingShop ?? (await openShop());
  const listener = toNodeListener(shop.wallet, { reconcileEvery: false, bodyTimeout: 5000 });
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const answer = { status: 0, text: '' };
  const response = {
    setHeader: () => undefined,
    writeHead: (status: number) => {
      answer.status = status;
    },
    end: (text = '') => {
      answer.text = text;
      resolve(answer);
    },
  };
  const start = performance.now();
  listener(Object.assign(request, { method: 'POST', url }) as never, response as never);
  const result = await promise;
  assert.ok(performance.now() - start < 4000, 'It waited for a body that cannot come.');
  if (!existingShop) await shop[Symbol.asyncDispose]();
  return result;
}
