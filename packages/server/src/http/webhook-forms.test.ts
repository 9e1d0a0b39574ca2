import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { signAsService } from '@wallet-buttons/service-client/testing/service-stub.js';
import { openShop, type Shop } from '../../test/shop.ts';

const versions = ['v1', 'v2', 'v3'] as const;
const secret = 'session-4711';
const json = `{"id":"${secret}","status":"paid"}`;

/** Posts these bytes as a webhook that the service has signed, unless it is named as unsigned. */
async function send(
  shop: Shop,
  body: string | Buffer,
  {
    version = 'v1',
    isSigned = true,
    ...headers
  }: { version?: string; isSigned?: boolean; [name: string]: string | boolean } = {},
): Promise<Response> {
  const bytes = Buffer.from(body as string);
  const signatureHeader = isSigned ? { 'x-sign-v2': signAsService(bytes as never) } : {};
  return shop.wallet.handle(
    new Request(`https://shop.example/wallet/webhook/${version}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signatureHeader, ...(headers as object) },
      body: bytes,
    }),
  );
}

const failIfAsked = async (): Promise<never> => Promise.reject(new Error('The store was asked.'));
const payments = () => ({ find: failIfAsked, change: failIfAsked });
const pings = ['', '{}', ' { }\r\n', '\n'];

describe('a ping', () => {
  for (const version of versions) {
    it(`of ${version} is acknowledged as a webhook is, and changes nothing`, async () => {
      const answer = { status: 202, body: 'OK', contentType: 'text/plain' };
      const service = { profile: { webhook: { answer } } };
      await using shop = await openShop({ payments, service });
      for (const body of pings) {
        const response = await send(shop, body, { version });
        assert.deepEqual([response.status, await response.text()], [202, 'OK']);
        assert.equal(response.headers.get('content-type'), 'text/plain');
      }
      assert.equal(shop.service.calls.length, 0);
      assert.equal(shop.logs.filter((line) => line.startsWith('a webhook is a ping')).length, 4);
      assert.ok(!shop.logs.some((line) => line.startsWith('a request failed')));
    });
  }

  it('is not given to reshape, which expects a webhook', async () => {
    const webhook = (_: string, body: unknown): unknown => (body as { data: object }).data;
    await using shop = await openShop({ service: { reshape: { webhook } } });
    assert.equal((await send(shop, '{}')).status, 200);
  });

  it('is refused without a signature, or with that of another body', async () => {
    await using shop = await openShop({ payments });
    for (const body of pings) {
      assert.equal((await send(shop, body, { isSigned: false })).status, 401);
      const headers = { isSigned: false, 'x-sign-v2': signAsService(json) };
      assert.equal((await send(shop, body, headers)).status, 401);
    }
  });

  it('is refused where webhooks are unverified, since it may be a webhook whose body was lost', async () => {
    const service = { webhooks: 'confirm' } as const;
    await using shop = await openShop({ payments, service });
    for (const body of pings) {
      for (const isSigned of [true, false]) {
        const response = await send(shop, body, { isSigned });
        const { status, code } = (await response.json()) as Record<string, unknown>;
        assert.deepEqual([status, code], [400, 'webhook_invalid']);
      }
    }
    assert.match(shop.logs.join('\n'), /^a request failed .*"text":"The body is empty\."/m);
  });
});

describe('a webhook that is no message', () => {
  const utf16 = Buffer.from(`\ufeff${json}`, 'utf16le');
  const form = `id=${secret}&status=paid`;
  const cases: readonly (readonly [string, string | Buffer, Record<string, string>, RegExp])[] = [
    [
      'a form',
      form,
      { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      /"contentType":"application\/x-www-form-urlencoded".*The body is a form\./,
    ],
    [
      'a form whose value is JSON',
      `payload=${encodeURIComponent(json)}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
      /The body is a form\./,
    ],
    [
      'a form of several parts',
      `--x\r\ncontent-disposition: form-data; name="id"\r\n\r\n${secret}\r\n--x--\r\n`,
      { 'content-type': 'multipart/form-data; boundary=x' },
      /"contentType":"multipart\/form-data".*The body is a form of several parts\./,
    ],
    [
      'JSON behind a byte order mark',
      `\ufeff${json}`,
      {},
      /"contentType":"application\/json".*The body begins with a byte order mark\./,
    ],
    ['a ping behind a byte order mark', '\ufeff{}', {}, /begins with a byte order mark/],
    ['JSON in UTF-16', utf16, {}, /The body is UTF-16\./],
    [
      'gzip',
      gzipSync(json),
      { 'content-encoding': 'gzip' },
      /"contentEncoding":"gzip".*The body is gzip\./,
    ],
    ['gzip that no header names', gzipSync(json), {}, /The body is gzip\./],
    ['a list', `[${json}]`, {}, /names no session.*The body is a list\./],
    ['an empty list', '[]', {}, /The body is a list\./],
    ['null', 'null', {}, /names no session.*The body is neither an object nor a list\./],
    [
      'JSON in a text',
      JSON.stringify(json),
      {},
      /names no session.*The body is a text in quotes\./,
    ],
    ['an object without a session', '{"status":"paid"}', {}, /The body is an object\./],
    [
      'cut JSON',
      json.slice(0, -4),
      {},
      /is not JSON.*The body is an object, cut, malformed or with a key twice\./,
    ],
    ['XML', `<?xml version="1.0"?><id>${secret}</id>`, {}, /The body is XML or HTML\./],
    [
      'a JSON Web Token',
      `${Buffer.from(json).toString('base64url')}.e30.AAAA`,
      {},
      /The body is a JSON Web Token\./,
    ],
    ['other text', `paid ${secret}`, {}, /The body is neither an object nor a list\./],
    ['bytes that are no text', Buffer.from([0xc3, 0x28, 1]), {}, /neither an object nor a list/],
  ];
  for (const [name, body, headers, expected] of cases) {
    for (const version of versions) {
      it(`but ${name} is refused in ${version}, and the log says so without its content`, async () => {
        await using shop = await openShop({ payments });
        const response = await send(shop, body, { version, ...headers });
        const text = await response.text();
        const { status, code, title } = JSON.parse(text) as Record<string, string>;
        assert.deepEqual([status, code], [400, 'webhook_invalid']);
        assert.match(title ?? '', /^The webhook (?:is not JSON|names no session)\.$/);
        const [line = ''] = shop.logs.filter((each) => each.startsWith('a request failed'));
        assert.match(line, expected);
        assert.doesNotMatch(`${shop.logs.join('\n')}${text}`, /4711|paid/);
      });
    }
  }

  it('is logged without a content type where it has none, or a malformed one', async () => {
    for (const [type, expected] of [
      ['', 'none'],
      ['a b', 'malformed'],
      [`text/${'x'.repeat(200)}`, 'malformed'],
      ['text/plain; name=4711', 'text/plain'],
    ] as const) {
      await using shop = await openShop();
      await send(shop, 'other', { 'content-type': type });
      const [line = ''] = shop.logs.filter((each) => each.startsWith('a request failed'));
      assert.ok(line.includes(`"contentType":"${expected}"`), line);
      assert.doesNotMatch(line, /4711|contentEncoding/);
    }
  });

  it('keeps the reason of reshape, and the types of other requests out of the log', async () => {
    const webhook = (): unknown => JSON.parse('no');
    await using shop = await openShop({ service: { reshape: { webhook } } });
    await send(shop, json);
    await shop.post('/wallet/prepare', '[]');
    const [line = ''] = shop.logs.filter((each) => each.startsWith('a request failed'));
    assert.match(line, /reshape\.webhook failed.*"cause":\{"error":"SyntaxError"/);
    assert.equal(shop.logs.filter((each) => each.includes('contentType')).length, 1);
  });
});
