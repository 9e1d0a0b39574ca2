import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, plainOptions, type Shop } from '../../test/shop.ts';
import { createWalletServer } from '../index.ts';
import { inFlight, rateLimit } from './origin.ts';

const order = { order: 'o-1' };

describe('a call from another site', () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://shop.example.evil.example' },
    { origin: 'https://shop.example:8443' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    it(`with ${JSON.stringify(headers)} is refused at every endpoint of the page`, async () => {
      await using shop = await openShop();
      for (const path of ['prepare', 'validate-merchant', 'pay-token', 'status']) {
        const response = await shop.post(`/wallet/${path}`, order, headers);
        assert.equal(response.status, 403);
        const { code, title } = (await response.json()) as Record<string, string>;
        assert.deepEqual([code, title], ['cross_site', 'The call comes from another site.']);
      }
      assert.equal(shop.service.calls.length, 0);
    });
  }

  it('is served from the shop itself, and from an origin that is listed', async () => {
    await using shop = await openShop({ allowedOrigins: ['https://www.shop.example'] });
    const origins = ['https://shop.example', 'http://shop.example', 'https://www.shop.example'];
    for (const headers of [{}, ...origins.map((origin) => ({ origin }))]) {
      assert.equal((await shop.post('/wallet/prepare', order, headers)).status, 204);
    }
  });

  it('is recognised by the Host header: behind a proxy the URL may have another name', async () => {
    await using shop = await openShop();
    const send = async (origin: string): Promise<number> => {
      const headers = { 'content-type': 'application/json', host: 'shop.example', origin };
      const init = { method: 'POST', headers, body: JSON.stringify(order) };
      const request = new Request('http://localhost:3000/wallet/prepare', init);
      return (await shop.wallet.handle(request)).status;
    };
    assert.equal(await send('https://shop.example'), 204);
    assert.equal(await send('http://localhost:3000'), 403);
    assert.equal(await send('https://evil.example'), 403);
  });

  it('may be the service’s webhook', async () => {
    await using shop = await openShop();
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const response = await shop.post('/wallet/webhook/v1', '{}', headers);
    assert.equal(response.status, 401);
  });
});

describe('a page of another origin that is listed', () => {
  const origin = 'https://www.shop.example';
  const options = { allowedOrigins: [origin] };
  const preflight = async (
    path: string,
    headers: Record<string, string>,
    method = 'OPTIONS',
  ): Promise<Response> => {
    await using shop = await openShop(options);
    const asked = { 'access-control-request-method': 'POST', ...headers };
    const init = { method, headers: asked };
    return await shop.wallet.handle(new Request(`https://api.shop.example${path}`, init));
  };

  it('is named in Vary, so that no cache gives one origin the answer for another', async () => {
    await using listing = await openShop(options);
    await using closed = await openShop();
    const vary = async (shop: Shop, headers = {}): Promise<string | null> =>
      (await shop.post('/wallet/prepare', order, headers)).headers.get('vary');
    assert.equal(await vary(listing), 'origin');
    assert.equal(await vary(listing, { origin: 'https://shop.example' }), 'origin');
    assert.equal(await vary(closed), null);
  });

  it('asks first by OPTIONS with the method that it means to use', async () => {
    assert.equal((await preflight('/wallet/status', { origin }, 'DELETE')).status, 405);
    await using shop = await openShop(options);
    const init = { method: 'OPTIONS', headers: { origin } };
    const bare = await shop.wallet.handle(
      new Request('https://api.shop.example/wallet/status', init),
    );
    assert.equal(bare.status, 405);
  });

  it('may ask first, and gets what it may send', async () => {
    const { status, headers } = await preflight('/wallet/pay-token', { origin });
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.equal(headers.get('access-control-allow-methods'), 'POST');
    assert.equal(headers.get('access-control-allow-headers'), 'content-type, idempotency-key');
    assert.equal(headers.get('access-control-allow-credentials'), null);
    assert.equal(headers.get('access-control-max-age'), '600');
    assert.equal(headers.get('vary'), 'origin');
  });

  it('can read the answer, and a refusal too', async () => {
    await using shop = await openShop(options);
    for (const body of [{ order: 'o-1' }, { order: 'absent' }]) {
      const { headers } = await shop.post('/wallet/prepare', body, { origin });
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.equal(headers.get('access-control-expose-headers'), 'retry-after');
    }
  });

  const others: readonly (readonly [string, Record<string, string>, number])[] = [
    ['/wallet/pay-token', { origin: 'https://evil.example' }, 405],
    ['/wallet/pay-token', { origin: 'null' }, 405],
    ['/wallet/webhook/v1', { origin }, 405],
    ['/wallet/none', { origin }, 404],
  ];
  for (const [path, headers, expected] of others) {
    it(`is not ${JSON.stringify(headers)} at ${path}`, async () => {
      const response = await preflight(path, headers);
      assert.equal(response.status, expected);
      assert.equal(response.headers.get('access-control-allow-origin'), null);
    });
  }

  for (const wrong of ['https://shop.example/', 'shop.example', '*', 'https://Shop.example']) {
    it(`cannot be listed as ${wrong}`, () => {
      assert.throws(() => createWalletServer({ ...plainOptions, allowedOrigins: [wrong] }), {
        code: 'config_invalid',
      });
    });
  }
});

describe('a rate limit', () => {
  it('allows so many in any minute, and answers how long to wait', () => {
    const limit = rateLimit(2);
    assert.equal(limit('a', 0), 0);
    assert.equal(limit('a', 10_000), 0);
    assert.equal(limit('a', 20_000), 40);
    assert.equal(limit('a', 59_999), 1);
    assert.equal(limit('a', 60_000), 0);
    assert.equal(limit('a', 60_001), 10);
  });

  it('counts each subject alone', () => {
    const limit = rateLimit(1);
    assert.equal(limit('a', 0), 0);
    assert.equal(limit('b', 0), 0);
    assert.equal(limit('a', 0), 60);
  });

  it('forgets the oldest subjects before its memory grows without end', () => {
    const limit = rateLimit(2);
    limit('first', 0);
    limit('second', 0);
    for (let at = 0; at < 9998; at += 1) limit(String(at), 0);
    // So far all are kept, and a subject that comes again is no longer the oldest.
    assert.equal(limit('first', 0), 0);
    limit('one too many', 0);
    assert.equal(limit('first', 0), 60);
    limit('second', 0);
    assert.equal(limit('second', 0), 0);
  });
});

describe('the work in flight', () => {
  it('is limited for each share alone, until some of it ends', async () => {
    const run = inFlight(2);
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = [run('payments', async () => promise), run('payments', async () => promise)];
    assert.equal(await run('payments', async () => promise), null);
    assert.equal(await run('payments', async () => promise), null);
    assert.equal(await run('webhooks', async () => Promise.resolve('taken')), 'taken');
    resolve('paid');
    assert.deepEqual(await Promise.all(work), ['paid', 'paid']);
    assert.equal(await run('payments', async () => promise), 'paid');
  });

  it('leaves room after work that failed', async () => {
    const run = inFlight(1);
    const fail = async (): Promise<never> => Promise.reject(new Error('no'));
    await assert.rejects(run('payments', fail));
    assert.equal(await run('payments', async () => Promise.resolve(1)), 1);
  });
});
