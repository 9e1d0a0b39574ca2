import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, plainOptions, type Shop } from '../../test/shop.ts';
import { type Connection, createWalletServer } from '../index.ts';
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

  it('warns the shop once a minute of what a proxy may have to pass on', async () => {
    await using shop = await openShop();
    for (const _ of [1, 2])
      await shop.post('/wallet/prepare', order, { origin: 'https://x.example' });
    const warnings = shop.logs.filter((line) => line.startsWith('a request failed'));
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /cross_site.*pass the Host header on/);
  });

  it('is served from the shop itself, and from an origin that is listed', async () => {
    await using shop = await openShop({ allowedOrigins: ['https://www.shop.example'] });
    const origins = ['https://shop.example', 'http://shop.example', 'https://www.shop.example'];
    for (const headers of [{}, ...origins.map((origin) => ({ origin }))]) {
      assert.equal((await shop.post('/wallet/prepare', order, headers)).status, 204);
    }
  });

  it('is recognised by the Host header: behind a proxy the URL may have another name', async () => {
    await using shop = await openShop();
    const send = async (origin: string, host = 'shop.example'): Promise<number> => {
      const headers = { 'content-type': 'application/json', host, origin };
      const init = { method: 'POST', headers, body: JSON.stringify(order) };
      const request = new Request('http://localhost:3000/wallet/prepare', init);
      return (await shop.wallet.handle(request)).status;
    };
    assert.equal(await send('https://shop.example'), 204);
    assert.equal(await send('https://shop.example', 'shop.example:443'), 204);
    assert.equal(await send('https://shop.example', 'shop.example:8443'), 403);
    assert.equal(await send('http://localhost:3000'), 403);
    assert.equal(await send('https://shop.example', 'not a host'), 403);
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
    const allHeaders = { 'access-control-request-method': 'POST', ...headers };
    const init = { method, headers: allHeaders };
    return await shop.wallet.handle(new Request(`https://api.shop.example${path}`, init));
  };

  it('is named in Vary, so that no cache gives one origin the answer for another', async () => {
    await using listingShop = await openShop(options);
    await using closedShop = await openShop();
    const vary = async (shop: Shop, headers = {}): Promise<string | null> =>
      (await shop.post('/wallet/prepare', order, headers)).headers.get('vary');
    assert.equal(await vary(listingShop), 'origin');
    assert.equal(await vary(listingShop, { origin: 'https://shop.example' }), 'origin');
    assert.equal(await vary(closedShop), null);
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

  it('answers a minute at most, whatever fraction of a millisecond it is', () => {
    const limit = rateLimit(1);
    const time = 92_719.325;
    assert.equal(limit('a', time), 0);
    assert.equal(limit('a', time), 60);
  });

  it('counts each subject alone', () => {
    const limit = rateLimit(1);
    assert.equal(limit('a', 0), 0);
    assert.equal(limit('b', 0), 0);
    assert.equal(limit('a', 0), 60);
  });

  it('forgets the oldest subjects before its memory grows without end', () => {
    const limit = rateLimit(1);
    const others = (count: number): void => {
      for (let index = 0; index < count; index += 1) limit(`${String(count)} ${String(index)}`, 0);
    };
    limit('first', 0);
    others(9_999);
    // More than are kept at once, but not yet so many that those before them go.
    others(9_998);
    assert.equal(limit('first', 0), 60);
    others(2);
    others(10_000);
    assert.equal(limit('first', 0), 0);
  });
});

describe('the work in flight', () => {
  it('is limited for each share alone, until some of it ends', async () => {
    const run = inFlight(2);
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = [run('payments', async () => promise), run('payments', async () => promise)];
    const overload = { code: 'overloaded', details: { retryAfter: 2 } };
    await assert.rejects(
      run('payments', async () => promise),
      overload,
    );
    await assert.rejects(
      run('payments', async () => promise),
      overload,
    );
    assert.equal(await run('webhooks', async () => Promise.resolve('taken')), 'taken');
    resolve('paid');
    assert.deepEqual(await Promise.all(work), ['paid', 'paid']);
    assert.equal(await run('payments', async () => promise), 'paid');
  });

  it('has room for as much as ended, and no more', async () => {
    const run = inFlight(2);
    const [first, second, third] = [1, 2, 3].map(() => Promise.withResolvers<string>());
    assert.ok(first && second && third);
    const work = [first, second].map(async ({ promise }) => run('payments', async () => promise));
    first.resolve('paid');
    await work[0];
    work.push(run('payments', async () => third.promise));
    await assert.rejects(
      run('payments', async () => third.promise),
      { code: 'overloaded' },
    );
    second.resolve('paid');
    third.resolve('paid');
    await Promise.all(work);
  });

  it('leaves room after work that failed', async () => {
    const run = inFlight(1);
    const fail = async (): Promise<never> => Promise.reject(new Error('no'));
    await assert.rejects(run('payments', fail));
    assert.equal(await run('payments', async () => Promise.resolve(1)), 1);
  });
});

describe('a list of addresses for webhooks', () => {
  const send = async (connection?: Connection): Promise<Response> => {
    await using shop = await openShop({ webhookFrom: (address) => address === '203.0.113.7' });
    const init = { method: 'POST', body: '{}' };
    return await shop.wallet.handle(
      new Request('https://shop.example/wallet/webhook/v1', init),
      connection,
    );
  };

  it('lets the service through to the check of its signature', async () => {
    assert.equal((await send({ clientAddress: '203.0.113.7' })).status, 401);
  });

  for (const connection of [{ clientAddress: '203.0.113.8' }, { clientAddress: null }, {}]) {
    it(`keeps ${JSON.stringify(connection)} out`, async () => {
      const response = await send(connection);
      assert.equal(response.status, 403);
      const { code, title } = (await response.json()) as Record<string, string>;
      const problem = ['address_not_allowed', 'The address is not one of the service’s.'];
      assert.deepEqual([code, title], problem);
    });
  }

  it('refuses a webhook without an address, and is not called', async () => {
    const addresses: string[] = [];
    await using shop = await openShop({
      webhookFrom: (address) => Boolean(addresses.push(address)),
    });
    assert.equal((await shop.webhook({ id: 's', status: 'paid' })).status, 403);
    assert.deepEqual(addresses, []);
  });

  it('names in the log a refused address, where it is an address, and no other text', async () => {
    const lines: object[] = [];
    const note = (message: string, fields: object): void => void lines.push({ message, ...fields });
    const webhookFrom = (address: string): boolean => address === '203.0.113.7';
    const logger = { info: note, warn: note, error: note };
    await using shop = await openShop({ webhookFrom, logger });
    const others = ['a secret', 'secret 203.0.113.8', '203.0.113.8 secret', null];
    for (const clientAddress of ['203.0.113.8', '2001:db8::1', '203.0.113.7', ...others]) {
      const init = { method: 'POST', body: '{}' };
      const request = new Request('https://shop.example/wallet/webhook/v1', init);
      await shop.wallet.handle(request, { clientAddress });
    }
    const request = { message: 'request', method: 'POST', path: '/wallet/webhook/v1', ms: 0 };
    const refusal = { ...request, status: 403, code: 'address_not_allowed' };
    const requests = lines.filter((line) => 'ms' in line);
    assert.deepEqual(
      requests.map((line) => ({ ...line, ms: 0 })),
      [
        { ...refusal, address: '203.0.113.8' },
        { ...refusal, address: '2001:db8::1' },
        { ...request, status: 401, code: 'signature_invalid' },
        ...others.map(() => ({ ...refusal, address: null })),
      ],
    );
  });

  it('keeps all out where its answer is no boolean, such as the promise of an async function', async () => {
    const webhookFrom = (async () => Promise.resolve(true)) as unknown as () => boolean;
    await using shop = await openShop({ webhookFrom });
    const init = { method: 'POST', body: '{}' };
    const request = new Request('https://shop.example/wallet/webhook/v1', init);
    const response = await shop.wallet.handle(request, { clientAddress: '203.0.113.7' });
    assert.equal(response.status, 403);
  });

  it('does not concern the shop’s own pages', async () => {
    await using shop = await openShop({ webhookFrom: () => false });
    assert.equal((await shop.post('/wallet/prepare', order)).status, 204);
  });
});

describe('a flood of requests', () => {
  it('of payments is refused before anything is written, and leaves room for status and webhooks', async () => {
    await using shop = await openShop({ maxInFlight: 1 });
    const arrival = Promise.withResolvers<undefined>();
    const sessionAnswer = Promise.withResolvers<undefined>();
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    shop.service.on('/v1/session', async () => {
      arrival.resolve(undefined);
      await sessionAnswer.promise;
      return { id: crypto.randomUUID() };
    });
    const first = shop.pay();
    await arrival.promise;
    for (const answer of [
      await shop.pay({ order: 'o-2' }),
      await shop.post('/wallet/prepare', order),
      await shop.pay(),
    ]) {
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
      assert.deepEqual(await answer.json(), {
        type: 'about:blank',
        title: 'Too much work is under way.',
        status: 503,
        code: 'overloaded',
        detail: 'Wait as long as Retry-After says.',
      });
    }
    assert.equal(shop.logs.filter((line) => line.startsWith('a request failed')).length, 1);
    assert.equal(await shop.stored('o-2'), null);
    assert.equal(shop.service.to('/v1/session').length, 1);
    assert.equal((await shop.post('/wallet/status', order)).status, 404);
    assert.equal((await shop.webhook({ id: 'other', status: 'paid' })).status, 200);
    sessionAnswer.resolve(undefined);
    assert.equal((await first).status, 200);
    assert.equal((await shop.pay({ order: 'o-2' })).status, 200);
  });

  it('of questions is refused, and leaves room for payments', async () => {
    const arrival = Promise.withResolvers<undefined>();
    const slowOrder = Promise.withResolvers<null>();
    await using shop = await openShop({
      maxInFlight: 1,
      findOrder: async (ref) => {
        if (ref === 'o-1') return { amount: '199.90', currency: 'UAH' };
        arrival.resolve(undefined);
        return slowOrder.promise;
      },
    });
    const first = shop.post('/wallet/status', { order: 'slow' });
    await arrival.promise;
    assert.equal((await shop.post('/wallet/status', order)).status, 503);
    assert.equal((await shop.post('/wallet/report', {})).status, 503);
    assert.equal((await shop.pay()).status, 200);
    slowOrder.resolve(null);
    assert.equal((await first).status, 404);
    assert.equal((await shop.post('/wallet/status', order)).status, 200);
  });

  it('of tokens for one order is refused, and never locks another payer out', async () => {
    await using shop = await openShop({
      paymentsPerMinute: 2,
      findOrder: (_, { request }) =>
        request.headers.has('x-stranger') ? null : { amount: '199.90', currency: 'UAH' },
    });
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    const body = {
      order: 'o-1',
      wallet: 'wallet-b',
      token: 't',
      shown: { amount: '199.90', currency: 'UAH' },
    };
    for (let index = 0; index < 5; index += 1) {
      const headers = { 'x-stranger': 'yes', 'idempotency-key': `stranger-${String(index)}` };
      assert.equal((await shop.post('/wallet/pay-token', body, headers)).status, 404);
    }
    assert.equal((await shop.pay({}, 'first')).status, 200);
    assert.equal((await shop.pay()).status, 200);
    const refusal = await shop.pay();
    const { code, title } = (await refusal.json()) as Record<string, string>;
    const problem = [429, 'too_many', 'Too many payments of this order.'];
    assert.deepEqual([refusal.status, code, title], problem);
    assert.match(refusal.headers.get('retry-after') ?? '', /^\d+$/);
    // A press that comes again still gets its answer.
    assert.equal((await shop.pay({}, 'first')).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 2);
    assert.equal((await shop.pay({ order: 'o-2' })).status, 200);
  });
});
