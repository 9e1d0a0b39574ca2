import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openShop, type Shop, type ShopOptions } from '../../test/shop.ts';

/** A shop whose payer is at the bank, and the address to which the bank sends the payer. */
async function atTheBank(options: ShopOptions = {}) {
  const shop = await openShop(options);
  shop.service.on('/v1/pay-token', () => ({
    status: 'processing',
    acs_url: 'https://bank.example/acs',
  }));
  shop.service.on('/v1/get-status', () => ({ status: 'processing' }));
  await shop.pay();
  return { shop, bankReturn: lastReturn(shop) };
}

function lastReturn({ service }: Shop): URL {
  return new URL(String(service.to('/v1/pay-token').at(-1)?.body['redirect_url']));
}

/** Where the server sends the payer who comes back. */
async function comeBack({ wallet }: Shop, address: URL, init: RequestInit = {}): Promise<URL> {
  const response = await wallet.handle(new Request(address, { redirect: 'manual', ...init }));
  assert.equal(response.status, 303);
  return new URL(response.headers.get('location') ?? '');
}

const receiptOf = (page: URL): string => page.searchParams.get('receipt') ?? '';

const ask = async (shop: Shop, body: object): Promise<Record<string, unknown>> =>
  (await shop.post('/wallet/status', body)).json() as Promise<Record<string, unknown>>;

describe('a return from the bank', () => {
  for (const method of ['GET', 'POST']) {
    it(`by ${method} is led to the shop’s page, with the order and a receipt`, async () => {
      const { shop, bankReturn } = await atTheBank();
      await using _ = shop;
      const page = await comeBack(shop, bankReturn, { method });
      assert.equal(`${page.origin}${page.pathname}`, 'https://shop.example/return');
      assert.deepEqual([...page.searchParams.keys()], ['order', 'receipt']);
      assert.equal(page.searchParams.get('order'), 'o-1');
      assert.match(receiptOf(page), /^[\w-]{22,}$/);
    });
  }

  it('gives its own address, which has the receipt, to no other site', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const { headers } = await shop.wallet.handle(new Request(bankReturn, { redirect: 'manual' }));
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  });

  it('comes by a form of another site, whatever is in it', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const headers = { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' };
    const body = new URLSearchParams({ order: 'o-2', PaRes: 'x'.repeat(100_000) });
    const page = await comeBack(shop, bankReturn, { method: 'POST', headers, body });
    assert.equal(page.searchParams.get('order'), 'o-1');
  });

  it('comes though a parser of the shop has read its form', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const request = new Request(bankReturn, { method: 'POST', body: 'a=b' });
    await request.text();
    assert.equal((await shop.wallet.handle(request)).status, 303);
  });

  it('is led to the shop’s page alone, whatever its path and query are', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const query = new URL(`${bankReturn.href}?order=o-2&next=https://evil.example`);
    assert.equal((await comeBack(shop, query)).searchParams.get('order'), 'o-1');
    const plain = 'https://shop.example/return';
    const [order, blank] = ['o-1', ' '].map((text) => Buffer.from(text).toString('base64url'));
    const receipt = 'x'.repeat(24);
    for (const path of [
      ...['', '/', '/a', '/o/o', '/bm8/..%2Fx', `/${'a'.repeat(5000)}/b`, '/x/y/z'],
      ...[`/${order}/short`, `/${blank}/${receipt}`, `/${order}/${receipt}/z`],
    ]) {
      const address = new URL(`https://shop.example/wallet/return${path}`);
      assert.equal((await comeBack(shop, address)).href, plain);
    }
  });

  it('names an order of any letters', async () => {
    const order = 'Замовлення/7 ?&#%';
    await using shop = await openShop();
    shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
    await shop.pay({ order });
    const page = await comeBack(shop, lastReturn(shop));
    assert.equal(page.searchParams.get('order'), order);
  });

  it('asks the service nothing and changes nothing, however often it comes', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const [before, calls] = [await shop.stored(), shop.service.calls.length];
    for (const method of ['GET', 'POST', 'HEAD']) await comeBack(shop, bankReturn, { method });
    const { version, state } = (await shop.stored()) ?? assert.fail();
    assert.deepEqual([version, state], [before?.version, before?.state]);
    assert.equal(shop.service.calls.length, calls);
  });

  it('is beside the webhook of callbackUrl, or at returnUrl', async () => {
    const options = { callbackUrl: 'https://api.example/pay/wallet/webhook/v1?key=1' };
    const { shop, bankReturn } = await atTheBank(options);
    await using _ = shop;
    assert.match(bankReturn.href, /^https:\/\/api\.example\/pay\/wallet\/return\/[\w/-]+$/);
    const returnUrl = 'https://www.shop.example/wallet/return';
    const { shop: other, bankReturn: otherReturn } = await atTheBank({ ...options, returnUrl });
    await using __ = other;
    assert.ok(otherReturn.href.startsWith(`${returnUrl}/`));
  });

  it('is asked for at the shop’s page where no address of the server is known', async () => {
    for (const path of ['hooks', 'webhook/v1/hooks', 'webhook/v10']) {
      const { shop, bankReturn } = await atTheBank({
        callbackUrl: `https://relay.example/${path}`,
      });
      await using _ = shop;
      assert.equal(`${bankReturn.origin}${bankReturn.pathname}`, 'https://shop.example/return');
      const { outcome } = await ask(shop, { order: 'o-1', receipt: receiptOf(bankReturn) });
      assert.equal(outcome, 'pending');
    }
  });

  for (const operation of ['session', 'payment'] as const) {
    for (const isEstimated of [false, true]) {
      const total = isEstimated ? 'an estimated total' : 'a total';
      it(`works where the ${operation} of ${total} carries its address`, async () => {
        const carrier = { [operation]: { fields: { redirectUrl: 'redirect_url' } } };
        const operations = { payToken: { fields: { redirectUrl: null } }, ...carrier };
        const findOrder: typeof bySession = async (order, choices) => {
          const price = await bySession(order, choices);
          return price && { ...price, estimated: isEstimated };
        };
        await using shop = await openShop({ findOrder, service: { profile: { operations } } });
        await shop.post('/wallet/prepare', { order: 'o-1' });
        shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.90' }));
        await shop.pay();
        const [call] = shop.service.to(`/v1/${operation}`);
        const page = await comeBack(shop, new URL(String(call?.body['redirect_url'])));
        const body = { order: 'o-1', receipt: receiptOf(page) };
        assert.equal((await shop.post('/wallet/status', body, loggedOut)).status, 200);
      });
    }
  }
});

describe('a receipt', () => {
  it('shows the outcome to a payer whom the shop does not know', async () => {
    const { shop, bankReturn } = await atTheBank({ findOrder: bySession });
    await using _ = shop;
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    shop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
    shop.wait(1001);
    const stranger = await shop.post('/wallet/status', { order: 'o-1' }, loggedOut);
    assert.equal(stranger.status, 404);
    const response = await shop.post('/wallet/status', { order: 'o-1', receipt }, loggedOut);
    const paidAnswer = { outcome: 'succeeded', status: 'paid', final: true };
    assert.deepEqual(await response.json(), paidAnswer);
  });

  it('shows the outcome alone: not the bank’s page', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    assert.equal((await ask(shop, { order: 'o-1' }))['acs_url'], 'https://bank.example/acs');
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    const pending = { outcome: 'pending', status: 'processing', final: false };
    assert.deepEqual(await ask(shop, { order: 'o-1', receipt }), pending);
  });

  it('asks findOrder nothing', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    shop.orders.clear();
    assert.equal((await ask(shop, { order: 'o-1', receipt }))['outcome'], 'pending');
    assert.equal((await ask(shop, { order: 'o-1' }))['code'], 'order_not_found');
  });

  it('is good for its own order alone, and opens nothing else', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    shop.orders.set('o-2', { amount: '1.00', currency: 'UAH' });
    await shop.pay({ order: 'o-2', shown: { amount: '1.00', currency: 'UAH' } });
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    shop.orders.clear();
    assert.equal((await ask(shop, { order: 'o-2', receipt }))['code'], 'order_not_found');
    for (const path of ['prepare', 'pay-token', 'validate-merchant']) {
      const headers = { 'idempotency-key': 'k' };
      const answer = await shop.post(`/wallet/${path}`, { order: 'o-1', receipt }, headers);
      assert.equal(answer.status, 400);
    }
  });

  it('is good for its own payment alone: a later one of the order does not show', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    await shop.webhook({ id: (await shop.stored())?.sessionId, status: 'failed' });
    shop.service.on('/v1/session', () => ({ id: 's-2' }));
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.90' }));
    await shop.pay();
    assert.equal((await shop.stored())?.state, 'paid');
    assert.equal((await ask(shop, { order: 'o-1', receipt }))['outcome'], 'failed');
    const ownReceipt = receiptOf(await comeBack(shop, lastReturn(shop)));
    assert.equal((await ask(shop, { order: 'o-1', receipt: ownReceipt }))['outcome'], 'succeeded');
  });

  it('ends an hour after the token was sent; then the shop decides again', async () => {
    const { shop, bankReturn } = await atTheBank({ findOrder: bySession });
    await using _ = shop;
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    const codeAfter = async (duration: number): Promise<unknown> => {
      shop.wait(duration);
      const answer = await shop.post('/wallet/status', { order: 'o-1', receipt }, loggedOut);
      return answer.status;
    };
    assert.equal(await codeAfter(59 * 60_000), 200);
    assert.equal(await codeAfter(61_000), 404);
    assert.equal((await shop.post('/wallet/status', { order: 'o-1', receipt })).status, 200);
  });

  it('cannot be guessed: another of the same form is as good as none', async () => {
    const { shop, bankReturn } = await atTheBank({ findOrder: bySession });
    await using _ = shop;
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    const { receiptHash } = (await shop.stored()) ?? assert.fail();
    const wrong = [`${receipt}A`, receipt.toLowerCase(), 'A'.repeat(24), receiptHash];
    for (const guess of wrong) {
      const body = { order: 'o-1', receipt: guess };
      assert.equal((await shop.post('/wallet/status', body, loggedOut)).status, 404);
    }
    for (const unusable of ['', 'short', 7, null, ['a'], 'a'.repeat(129), `${receipt}\n`]) {
      const body = { order: 'o-1', receipt: unusable };
      assert.equal((await shop.post('/wallet/status', body, loggedOut)).status, 400);
    }
  });

  it('is new for each payment', async () => {
    const { shop, bankReturn } = await atTheBank();
    await using _ = shop;
    await shop.webhook({ id: (await shop.stored())?.sessionId, status: 'failed' });
    shop.service.on('/v1/session', () => ({ id: 's-2' }));
    await shop.pay();
    const second = receiptOf(await comeBack(shop, lastReturn(shop)));
    assert.notEqual(second, receiptOf(await comeBack(shop, bankReturn)));
  });

  it('is in no log, trace, change, record or error', async () => {
    const traces: unknown[] = [];
    const trace = async <Result>(
      name: string,
      about: object,
      work: () => Promise<Result>,
    ): Promise<Result> => {
      traces.push(name, about);
      return work();
    };
    const { shop, bankReturn } = await atTheBank({ trace });
    await using _ = shop;
    const receipt = receiptOf(await comeBack(shop, bankReturn));
    await ask(shop, { order: 'o-1', receipt });
    const response = await shop.wallet.handle(new Request(bankReturn, { method: 'PUT' }));
    assert.equal(response.status, 405);
    const errors = [await response.text(), await ask(shop, { order: 'o-1', receipt, more: 1 })];
    await shop.webhook({ id: (await shop.stored())?.sessionId, status: 'paid', amount: '199.90' });
    const record = await shop.store.forMerchant('1').load({ order: 'o-1' });
    const [payment, page] = [await shop.wallet.find('o-1'), await shop.wallet.list()];
    assert.equal(shop.changes.length > 0, true);
    const all = JSON.stringify([shop.logs, traces, shop.changes, record, payment, page, errors]);
    assert.match(all, /wallet\/return/);
    assert.doesNotMatch(all, new RegExp(receipt));
  });
});

const loggedOut = { 'x-session': 'none' };

/** A shop that shows its order to everyone but a payer who is logged out. */
const bySession: NonNullable<ShopOptions['findOrder']> = (_, { request }) =>
  request.headers.has('x-session') ? null : { amount: '199.90', currency: 'UAH' };
