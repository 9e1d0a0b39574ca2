import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { giveUp, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import { codeOf, openShop } from '../../test/shop.ts';
import { incomingOf, readBody, readStrictJson, type Source } from './body.ts';

const order = { order: 'o-1' };
const json = 'application/json';

const read = (text: string): unknown => readStrictJson(new TextEncoder().encode(text));

describe('the JSON of a request', () => {
  it('is read as JSON.parse reads it, whatever its strings contain', () => {
    const name = fc.string().filter((key) => !/^(?:__proto__|constructor|prototype)$/.test(key));
    const plain = fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    fc.assert(
      fc.property(plain, fc.array(fc.string()), (object, list) => {
        const value = { object, list, tricky: '{"a":[1,"\\"}]' };
        const text = JSON.stringify(value);
        assert.deepEqual(read(text), JSON.parse(text));
      }),
    );
  });

  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ['a key twice', '{"order":"1","order":"2"}', /a key twice/],
    ['a key twice, once in another spelling', '{"order":"1","\\u006frder":"2"}', /a key twice/],
    ['a key twice, deep inside', '{"a":[{"b":{"c":1,"d":[],"c":2}}]}', /a key twice/],
    ['a key twice, behind braces in text', '{"a":"\\"}{[","b":"\\\\","a":1}', /a key twice/],
    ['__proto__', '{"__proto__":{"admin":1}}', /forbidden key/],
    ['__proto__ in another spelling', '{"\\u005f_proto__":{}}', /forbidden key/],
    ['constructor', '{"constructor":{"prototype":{}}}', /forbidden key/],
    ['prototype', '{"a":{"prototype" : 1}}', /forbidden key/],
    ['17 levels', `${'['.repeat(17)}${']'.repeat(17)}`, /too deeply/],
    ['50 000 levels', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, /too deeply/],
    ['201 keys', withKeys(201), /too many keys/],
    ['NaN', '{"a":NaN}', /not JSON in UTF-8/],
    ['a comment', '{"a":1/**/}', /not JSON in UTF-8/],
    ['two documents', '{}{}', /not JSON in UTF-8/],
  ];
  for (const [name, text, message] of refusals) {
    it(`with ${name} is refused`, () => {
      assert.throws(() => read(text), { code: 'invalid_json', message });
    });
  }

  it('may have 200 keys, 16 levels, and as many braces in a text as it likes', () => {
    const braces = '[{'.repeat(20);
    const texts = [
      withKeys(200),
      JSON.stringify(Array.from({ length: 20 }, () => ({ a: [] }))),
      JSON.stringify({ a: braces, b: [`\\${braces}`, `"${braces}`, `"x"${braces}":`] }),
    ];
    for (const text of texts) assert.deepEqual(read(text), JSON.parse(text));
  });

  it('may have the same key in two objects, and as a value', () => {
    const text = '{"a":{"b":1},"c":{"b":2},"d":"a","e":["a","b","a"],"f":"constructor"}';
    assert.deepEqual(read(text), JSON.parse(text));
    assert.deepEqual(
      read(`${'['.repeat(16)}${']'.repeat(16)}`),
      JSON.parse(`${'['.repeat(16)}${']'.repeat(16)}`),
    );
  });
});

describe('the body of a request', () => {
  const chunks =
    (...sizes: readonly number[]): Source =>
    async (take) => {
      for (const size of sizes) take(new Uint8Array(size));
      return Promise.resolve();
    };

  it('is read to its end, up to 64 KiB', async () => {
    assert.equal((await readBody(chunks(65_000, 536), 1000)).length, 65_536);
    await assert.rejects(readBody(chunks(65_000, 537), 1000), {
      code: 'too_large',
      status: 413,
      message: 'The body is over 64 KiB.',
    });
  });

  it('is empty where nothing comes', async () => {
    assert.equal((await readBody(chunks(), 1000)).length, 0);
  });

  it('is empty where a Request of the platform has none', async () => {
    const incoming = incomingOf(new Request('https://shop.example/wallet', { method: 'POST' }));
    assert.equal((await incoming.read()).length, 0);
  });

  it('is freed with its token, but not what an adapter has beside it in one buffer', async () => {
    await using shop = await openShop();
    const shown = { amount: '199.90', currency: 'UAH' };
    const press = { order: 'o-1', wallet: 'wallet-b', token: 't', shown };
    const ownBytes = new TextEncoder().encode(JSON.stringify(press));
    const shared = new Uint8Array(1000);
    shared.set(ownBytes);
    const headers = { 'content-type': json, 'idempotency-key': 'key-1' };
    const request = new Request('https://shop.example/wallet/pay-token', { headers });
    for (const bytes of [ownBytes, shared.subarray(0, ownBytes.length)]) {
      const { status } = await shop.wallet.serve({
        method: 'POST',
        path: '/wallet/pay-token',
        host: 'shop.example',
        headers: request.headers,
        read: async () => Promise.resolve(bytes),
        request: () => request,
        original: undefined,
      });
      assert.equal(status, 200);
    }
    assert.deepEqual([ownBytes.length, shared.length], [0, 1000]);
  });

  it('that something else has read is never taken for an empty one', async () => {
    await assert.rejects(readBody(null, 1000), { code: 'body_already_parsed', status: 500 });
    await using shop = await openShop();
    const headers = { 'content-type': json };
    for (const use of [
      async (request: Request) => request.text(),
      (request: Request) => request.body?.getReader(),
    ]) {
      const init = { method: 'POST', headers, body: JSON.stringify(order) };
      const request = new Request('https://shop.example/wallet/prepare', init);
      await use(request);
      assert.equal(await codeOf(await shop.wallet.handle(request)), 'body_already_parsed');
    }
  });

  it('is waited for no longer than its time', async (test) => {
    standStill(test);
    const silent: Source = async () => new Promise(() => undefined);
    const rejection = assert.rejects(readBody(silent, 1000), { code: 'too_slow', status: 408 });
    giveUp();
    await rejection;
  });

  it('that breaks off is the fault of its sender', async () => {
    // Where it arose is kept for the log, its text is not.
    const cause = new Error('The text of this error is kept back.');
    for (const size of [0, 65_536]) {
      const brokenSource: Source = async (take) => {
        await chunks(size)(take);
        throw new Error('reset');
      };
      await assert.rejects(readBody(brokenSource, 1000), {
        code: 'too_slow',
        status: 408,
        message: 'The body did not arrive whole in time.',
        cause,
      });
    }
  });
});

function withKeys(count: number): string {
  return JSON.stringify(
    Object.fromEntries(Array.from({ length: count }, (_, index) => [index, 0])),
  );
}

describe('a body', () => {
  const bodies: readonly (readonly [string, string, number, string])[] = [
    ['is empty', '', 400, 'invalid_json'],
    ['is cut', '{', 400, 'invalid_json'],
    ['is null', 'null', 400, 'invalid_field'],
    ['is a list', '[]', 400, 'invalid_field'],
    ['is a string', '"x"', 400, 'invalid_field'],
    ['is a number', '1', 400, 'invalid_field'],
    ['begins with a byte order mark', '\uFEFF{"order":"o-1"}', 400, 'invalid_json'],
    ['holds a lone surrogate', '{"order":"\\ud800"}', 400, 'invalid_field'],
    ['holds a NUL', '{"order":"o\\u0000"}', 400, 'invalid_field'],
    ['has __proto__', '{"order":"o-1","__proto__":{"admin":1}}', 400, 'invalid_json'],
    ['has a key twice', '{"order":"o-1","order":"o-2"}', 400, 'invalid_json'],
    ['has a field too many', '{"order":"o-1","amount":"0.01"}', 400, 'unknown_field'],
    ['has no order', '{}', 400, 'missing_field'],
    ['has a number as order', '{"order":1}', 400, 'invalid_field'],
    [
      'is nested without end',
      `{"order":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      400,
      'invalid_json',
    ],
    ['is over 64 KiB', `{"order":"${'x'.repeat(70_000)}"}`, 413, 'too_large'],
  ];
  for (const [name, body, status, code] of bodies) {
    it(`that ${name} is ${code}, and not echoed`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/prepare', body);
      assert.equal(response.status, status);
      const text = await response.text();
      assert.equal((JSON.parse(text) as { code: string }).code, code);
      assert.ok(text.length < 500);
      assert.equal(shop.service.calls.length, 0);
    });
  }

  it('that is not UTF-8 is invalid_json', async () => {
    await using shop = await openShop();
    const request = new Request('https://shop.example/wallet/prepare', {
      method: 'POST',
      headers: { 'content-type': json },
      body: new Uint8Array([...new TextEncoder().encode('{"order":"'), 0xff, 0x22, 0x7d]),
    });
    assert.equal(await codeOf(await shop.wallet.handle(request)), 'invalid_json');
  });

  it('that never ends is cut off', async () => {
    await using shop = await openShop();
    let chunkCount = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        chunkCount += 1;
        controller.enqueue(new Uint8Array(16_384));
      },
    });
    const init = {
      method: 'POST',
      headers: { 'content-type': json },
      body,
      duplex: 'half',
    } as const;
    const response = await shop.wallet.handle(
      new Request('https://shop.example/wallet/prepare', init),
    );
    assert.equal(response.status, 413);
    assert.ok(chunkCount < 10);
  });

  it('that breaks off is the sender’s fault', async () => {
    await using shop = await openShop();
    const body = new ReadableStream({
      pull: (controller) => {
        controller.error(new Error('reset'));
      },
    });
    const headers = { 'content-type': json };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    const request = new Request('https://shop.example/wallet/prepare', init);
    const response = await shop.wallet.handle(request);
    assert.deepEqual([response.status, await codeOf(response)], [408, 'too_slow']);
  });

  const types: readonly Record<string, string>[] = [
    { 'content-type': '' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json\tx' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json, application/json' },
    { 'content-type': json, 'content-encoding': 'gzip' },
  ];
  for (const headers of types) {
    it(`of ${JSON.stringify(headers)} is not read`, async () => {
      await using shop = await openShop();
      const response = await shop.post('/wallet/prepare', order, headers);
      assert.equal(response.status, 415);
      const { code, title } = (await response.json()) as Record<string, string>;
      assert.deepEqual([code, title], ['unsupported_media_type', 'Only JSON is read here.']);
    });
  }

  it('of no type at all is not read', async () => {
    await using shop = await openShop();
    const init = { method: 'POST', body: new TextEncoder().encode(JSON.stringify(order)) };
    const request = new Request('https://shop.example/wallet/prepare', init);
    assert.equal((await shop.wallet.handle(request)).status, 415);
  });

  for (const charset of [';charset=utf-8', '; charset=UTF-8', ' ;  charset="utf-8"']) {
    it(`may name its encoding, which is UTF-8, as ${charset}`, async () => {
      await using shop = await openShop();
      const headers = { 'content-type': `application/json${charset}` };
      assert.equal((await shop.post('/wallet/prepare', order, headers)).status, 204);
    });
  }
});
