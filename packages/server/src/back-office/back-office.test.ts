import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Actor } from '../order/actor.ts';
import { lost, openWith, paths, taken } from '../../test/paid-shop.ts';
import { now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';

const minute = 60_000;

/** A shop whose payment came in another amount, so that it waits for a review. */
async function openFlagged(answer: object = { amount: '199.91' }): Promise<Shop> {
  const shop = await openShop();
  shop.service.on('/v1/pay-token', () => ({ status: 'paid', ...answer }));
  await shop.pay();
  await shop.wallet.drain();
  assert.equal((await storedAttempt(shop)).flag, 'mismatch');
  return shop;
}

async function resolve(shop: Shop, outcome: 'succeeded' | 'failed'): Promise<void> {
  await shop.wallet.resolve((await storedAttempt(shop)).id, outcome);
  await shop.wallet.drain();
}

async function webhook(shop: Shop, status: string, amount: string): Promise<void> {
  await shop.webhook({ id: (await storedAttempt(shop)).sessionId, status, amount });
  await shop.wallet.drain();
}

describe('a payment that waits for a review', () => {
  it('is listed, and no other payment is', async () => {
    await using shop = await openFlagged();
    shop.orders.set('o-2', { amount: '1.00', currency: 'UAH' });
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay({ order: 'o-2', shown: { amount: '1', currency: 'UAH' } });
    const { payments } = await shop.wallet.list({ needsReview: true });
    assert.deepEqual(
      payments.map(({ order, flag }) => [order, flag]),
      [['o-1', 'mismatch']],
    );
    await resolve(shop, 'succeeded');
    assert.deepEqual((await shop.wallet.list({ needsReview: true })).payments, []);
  });

  it('has the amount that the service named in its history', async () => {
    await using shop = await openFlagged();
    const { history, named } = (await shop.wallet.find('o-1')) ?? {};
    assert.deepEqual(
      history?.map(({ cause, to }) => [cause, to]),
      [['pay-token: 199.91', 'unknown']],
    );
    assert.deepEqual(named, { amount: '199.91', currency: 'UAH' });
  });

  it('ends as paid when the review says so, and the merchant is notified', async () => {
    await using shop = await openFlagged();
    await resolve(shop, 'succeeded');
    const [change] = shop.changes;
    assert.deepEqual([change?.outcome, change?.amount], ['succeeded', '199.90']);
    const { flag, history = [] } = (await shop.wallet.find('o-1')) ?? {};
    assert.deepEqual([flag, history.at(-1)?.cause], ['resolved', 'review']);
    assert.equal((await shop.pay()).status, 409);
  });

  it('ends with the amount that the review found, of which no more can be refunded', async () => {
    await using shop = await openFlagged();
    const { id } = await storedAttempt(shop);
    await assert.rejects(shop.wallet.resolve(id, 'succeeded', { amount: '1.001' }), {
      code: 'invalid_amount',
    });
    const { amounts } = await shop.wallet.resolve(id, 'succeeded', { amount: '1.00' });
    assert.deepEqual([amounts.asked, amounts.charged], ['199.90', '1.00']);
    assert.equal(shop.changes.at(-1)?.amount, '1.00');
    await webhook(shop, 'paid_off', '1.00');
    assert.deepEqual((await storedAttempt(shop)).state, 'paid_off');
    await assert.rejects(shop.wallet.refund('o-1', { amount: '1.01' }), {
      code: 'amount_too_high',
    });
  });

  it('never ends with more than was asked for, or with an amount where nothing was charged', async () => {
    await using shop = await openFlagged();
    const { id } = await storedAttempt(shop);
    for (const [outcome, amount, code] of [
      ['succeeded', '199.91', 'amount_too_high'],
      ['succeeded', '999999', 'amount_too_high'],
      ['failed', '1.00', 'invalid_amount'],
    ] as const) {
      await assert.rejects(shop.wallet.resolve(id, outcome, { amount }), { code });
    }
    assert.equal((await storedAttempt(shop)).flag, 'mismatch');
  });

  it('ends with the amount that the service named where the review names none', async () => {
    await using shop = await openFlagged({ amount: '150.00' });
    await resolve(shop, 'succeeded');
    assert.equal((await storedAttempt(shop)).charged, 15_000);
  });

  it('ends in no other currency: the review has to name an amount in its own', async () => {
    await using shop = await openFlagged({ amount: '199.90', currency: 'USD' });
    await assert.rejects(resolve(shop, 'succeeded'), { code: 'invalid_amount' });
    const { id } = await storedAttempt(shop);
    const payment = await shop.wallet.resolve(id, 'succeeded', { amount: '199.90' });
    assert.deepEqual([payment.amounts.charged, payment.currency], ['199.90', 'UAH']);
  });

  it('ends as failed when the review says so, and the order can be paid again', async () => {
    await using shop = await openFlagged();
    await resolve(shop, 'failed');
    assert.equal(shop.changes[0]?.outcome, 'failed');
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  it('does not wait again when the same amount is named again, and takes what follows', async () => {
    await using shop = await openFlagged();
    await resolve(shop, 'succeeded');
    for (const status of ['paid', 'paid_off', 'refunded']) await webhook(shop, status, '199.91');
    const { state, flag } = await storedAttempt(shop);
    assert.deepEqual([state, flag], ['refunded', 'resolved']);
    assert.equal(shop.logs.filter((line) => line.startsWith('amount_mismatch')).length, 1);
  });

  it('leaves the order payable where it failed and the same amount is named again', async () => {
    await using shop = await openFlagged();
    await resolve(shop, 'failed');
    await webhook(shop, 'paid', '199.91');
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await shop.pay()).status, 200);
  });

  it('that has ended meanwhile keeps its end, whatever the review says', async () => {
    for (const outcome of ['succeeded', 'failed'] as const) {
      await using shop = await openFlagged();
      await webhook(shop, 'refunded', '199.91');
      await resolve(shop, outcome);
      assert.equal((await storedAttempt(shop)).state, 'refunded');
      await assert.rejects(resolve(shop, outcome), { code: 'no_payment' });
    }
  });

  it('that was paid stays paid: a refund returns the money', async () => {
    await using shop = await openShop();
    await shop.pay();
    await webhook(shop, 'paid', '1.00');
    assert.equal((await storedAttempt(shop)).flag, 'mismatch');
    await resolve(shop, 'failed');
    assert.deepEqual(await shop.status(), { outcome: 'succeeded', status: 'paid', final: true });
  });

  it('that was paid keeps the amount that the review found', async () => {
    await using shop = await openShop();
    await shop.pay();
    await webhook(shop, 'paid', '1.00');
    await resolve(shop, 'succeeded');
    const { state, charged } = await storedAttempt(shop);
    assert.deepEqual([state, charged], ['paid', 100]);
    assert.equal(shop.changes.at(-1)?.amount, '1.00');
  });

  it('ends once where two reviews end it at the same time', async () => {
    await using shop = await openFlagged();
    const { id } = await storedAttempt(shop);
    const both = (['failed', 'succeeded'] as const).map(async (outcome) =>
      shop.wallet.resolve(id, outcome),
    );
    const [one, other] = await Promise.all(both);
    assert.deepEqual([one?.outcome, other?.outcome], ['failed', 'failed']);
  });

  it('is the only one that a review can end', async () => {
    await using shop = await openShop();
    await assert.rejects(shop.wallet.resolve('absent', 'succeeded'), { code: 'no_payment' });
    await shop.pay();
    await assert.rejects(resolve(shop, 'failed'), { code: 'no_payment' });
  });

  it('can be ended though another attempt of the order is paid', async () => {
    await using shop = await openFlagged();
    const firstAttempt = await storedAttempt(shop);
    await resolve(shop, 'failed');
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay();
    await shop.webhook({ id: firstAttempt.sessionId, status: 'holded', amount: '5.00' });
    await shop.wallet.drain();
    const { payments } = await shop.wallet.list({});
    assert.equal(payments.length, 2);
    assert.equal((await shop.wallet.find('o-1'))?.outcome, 'succeeded');
  });
});

describe('who asked for something, and why,', () => {
  const actor = { by: 'anna', reason: 'wrong size' };
  const actorIn = (value: unknown) => {
    const { by, reason } = Object(value) as Actor;
    return { by, reason };
  };

  it('is in the operation, the history, the change and the log', async () => {
    await using shop = await openShop();
    await shop.pay();
    shop.service.on(paths.void, taken(shop, { status: 'paid', refunded_amount: '50.00' }));
    const result = await shop.wallet.refund('o-1', { amount: '50.00', ...actor });
    await shop.wallet.drain();
    const { operations = [], history = [] } = (await shop.wallet.find('o-1')) ?? {};
    const places = [result, operations[0], history.at(-1), shop.changes.at(-1)];
    for (const each of places) assert.deepEqual(actorIn(each), actor);
    assert.ok(shop.logs.some((line) => line.startsWith('operation ') && line.includes('"anna"')));
  });

  it('is in the history and the change of a review', async () => {
    await using shop = await openFlagged();
    await shop.wallet.resolve((await storedAttempt(shop)).id, 'succeeded', actor);
    await shop.wallet.drain();
    const { history = [] } = (await shop.wallet.find('o-1')) ?? {};
    for (const each of [history.at(-1), shop.changes.at(-1)])
      assert.deepEqual(actorIn(each), actor);
    assert.ok(shop.logs.some((line) => line.startsWith('payment ') && line.includes('"anna"')));
  });

  for (const options of [{ by: 'a\nb' }, { by: '' }, { by: 'x'.repeat(65) }, { reason: 5 }]) {
    it(`is refused if it is no short line: ${JSON.stringify(options)}`, async () => {
      await using shop = await openShop();
      await shop.pay();
      await assert.rejects(shop.wallet.refund('o-1', options as never), { code: 'invalid_field' });
      await assert.rejects(shop.wallet.reopen('o-1', options as never), { code: 'invalid_field' });
      assert.equal(shop.service.to(paths.void).length, 0);
    });
  }
});

describe('the list', () => {
  it('has several states, each payment once and the newest first, page by page', async () => {
    await using shop = await openShop();
    const statuses = ['paid', 'failed', 'holded', 'failed', 'paid', 'paid', 'failed'];
    for (const [index, status] of statuses.entries()) {
      const order = `s-${String(index)}`;
      shop.orders.set(order, { amount: '1.00', currency: 'UAH' });
      shop.service.on('/v1/pay-token', () => ({ status }));
      await shop.pay({ order, shown: { amount: '1', currency: 'UAH' } });
      shop.wait(1000);
    }
    await shop.wallet.drain();
    const orders: string[] = [];
    let cursor: string | undefined;
    do {
      const place = cursor === undefined ? {} : { cursor };
      const query = { states: ['failed', 'authorized'], limit: 2, ...place } as const;
      const page = await shop.wallet.list(query);
      assert.ok(page.payments.length <= 2);
      orders.push(...page.payments.map(({ order }) => order));
      cursor = page.next;
    } while (cursor !== undefined);
    assert.deepEqual(orders, ['s-6', 's-3', 's-2', 's-1']);
  });
});

describe('deliver', () => {
  it('brings the changes of an order to the next pass', async () => {
    let isDown = true;
    const onStatusChange = (): void => {
      if (isDown) throw new Error('down');
    };
    await using shop = await openShop({ onStatusChange });
    await shop.pay();
    await shop.wallet.drain();
    shop.wait(31_000);
    await shop.wallet.reconcile();
    isDown = false;
    await shop.wallet.reconcile();
    assert.equal((await shop.wallet.undelivered()).length, 1);
    assert.equal(await shop.wallet.deliver('o-1'), true);
    await shop.wallet.reconcile();
    assert.deepEqual(await shop.wallet.undelivered(), []);
    assert.equal(await shop.wallet.deliver('o-1'), false);
    assert.equal(await shop.wallet.deliver('absent'), false);
  });
});

describe('find', () => {
  it('gives the payment with its amounts, ids, card and history', async () => {
    await using shop = await openShop();
    assert.equal(await shop.wallet.find('o-1'), null);
    shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.90', rrn: '42' }));
    await shop.pay({ card: { network: 'visa', last4: '1234' } });
    const payment = (await shop.wallet.find('o-1')) ?? assert.fail();
    const { amounts, outcome, status, card, bankReference, paymentId, history } = payment;
    const none = '0.00';
    assert.deepEqual(amounts, { asked: '199.90', held: none, charged: '199.90', refunded: none });
    assert.deepEqual(
      [outcome, status, paymentId, bankReference],
      ['succeeded', 'paid', '77', '42'],
    );
    assert.deepEqual(card, { network: 'visa', last4: '1234' });
    assert.deepEqual(
      history.map(({ from, to, cause, status }) => [from, to, cause, status]),
      [['sending', 'paid', 'pay-token', 'paid']],
    );
    const times = [payment.openedAt, payment.updatedAt, ...history.map(({ at }) => at)];
    assert.deepEqual(
      times,
      times.map((time) => new Date(time).toISOString()),
    );
  });

  it('names each operation in the currency of its own attempt', async () => {
    await using shop = await openTwice();
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    const { attempts = [] } = (await shop.wallet.find('o-1')) ?? {};
    const second = attempts.find(({ currency }) => currency === 'UAH')?.attempt ?? assert.fail();
    await shop.wallet.void('o-1', { attempt: second });
    const [operation] = (await shop.wallet.find('o-1'))?.operations ?? [];
    assert.deepEqual([operation?.amount, operation?.currency], ['199.90', 'UAH']);
  });

  it('shows nothing as held of a hold that expired', async () => {
    await using shop = await openWith('holded');
    shop.service.statuses.set((await storedAttempt(shop)).sessionId, { status: 'expired' });
    await webhook(shop, 'expired', '199.90');
    await shop.wallet.drain();
    shop.wait(13_000);
    await shop.wallet.reconcile();
    assert.equal((await shop.wallet.find('o-1'))?.amounts.held, '0.00');
  });

  it('asks the service first with `fresh`', async () => {
    await using shop = await openShop();
    await shop.pay();
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'voided' });
    assert.equal((await shop.wallet.find('o-1'))?.outcome, 'succeeded');
    assert.equal((await shop.wallet.find('o-1', { fresh: true }))?.outcome, 'refunded');
    await shop.wallet.drain();
    assert.equal(shop.changes.at(-1)?.outcome, 'refunded');
  });

  it('asks nothing where no token was sent', async () => {
    await using shop = await openShop();
    assert.equal(await shop.wallet.find('o-1', { fresh: true }), null);
    await shop.post('/wallet/prepare', { order: 'o-1' });
    assert.equal((await shop.wallet.find('o-1', { fresh: true }))?.state, 'created');
    assert.equal(shop.service.to('/v1/get-status').length, 0);
  });
});

describe('list', () => {
  it('pages from the newest to the oldest, without a gap', async () => {
    await using shop = await openShop();
    const refs = ['o-1', 'o-2', 'o-3', 'o-4', 'o-5'];
    for (const order of refs) {
      shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
      await shop.pay({ order });
    }
    const listedOrders: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await shop.wallet.list({ limit: 2, ...(cursor !== undefined && { cursor }) });
      listedOrders.push(...page.payments.map(({ order }) => order));
      cursor = page.next;
    } while (cursor !== undefined);
    assert.deepEqual(listedOrders, refs.toReversed());
  });

  it('shows one state alone where it is asked to', async () => {
    await using shop = await openShop();
    await shop.pay();
    assert.equal((await shop.wallet.list({ state: 'paid' })).payments.length, 1);
    assert.equal((await shop.wallet.list({ state: 'authorized' })).payments.length, 0);
  });

  it('shows the payments of a time span, page by page', async () => {
    await using shop = await openShop();
    for (const order of ['o-1', 'o-2', 'o-3']) {
      shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
      await shop.pay({ order });
      shop.wait(minute);
    }
    const { payments: all } = await shop.wallet.list();
    const [last, , first] = all.map(({ openedAt }) => Date.parse(openedAt));
    const span = { since: first ?? 0, until: last ?? 0, limit: 1 };
    const one = await shop.wallet.list(span);
    assert.deepEqual(
      one.payments.map(({ order }) => order),
      ['o-2'],
    );
    const two = await shop.wallet.list({
      ...span,
      ...(one.next !== undefined && { cursor: one.next }),
    });
    assert.deepEqual([two.payments.map(({ order }) => order), two.next], [['o-1'], undefined]);
  });

  const unusable: readonly (readonly [string, object])[] = [
    ['cursor', { cursor: 'page-2' }],
    ['cursor', { cursor: 'x1800000000000.a' }],
    ['cursor', { cursor: '1800000000000.a b' }],
    ['limit', { limit: Number.NaN }],
    ['limit', { limit: 0 }],
    ['limit', { limit: '50' }],
    ['since', { since: new Date() }],
    ['until', { until: new Date() }],
    ['state', { state: 'succeeded' }],
  ];
  for (const [field, query] of unusable) {
    it(`refuses ${JSON.stringify(query)}, which would show other payments`, async () => {
      await using shop = await openShop();
      await assert.rejects(shop.wallet.list(query), { code: 'invalid_field', details: { field } });
    });
  }
});

describe('undelivered', () => {
  it('shows the changes of an order that the merchant has not accepted', async () => {
    let isDown = true;
    await using shop = await openShop({
      onStatusChange: () => {
        if (isDown) throw new Error('The shop is down.');
      },
    });
    assert.deepEqual(await shop.wallet.undelivered(), []);
    await shop.pay();
    await shop.wallet.drain();
    const [waiting, ...others] = await shop.wallet.undelivered();
    assert.equal(others.length, 0);
    const { order, changes = [], tries, nextAt = '' } = waiting ?? {};
    assert.deepEqual(
      [order, tries, changes.map(({ outcome }) => outcome)],
      ['o-1', 1, ['succeeded']],
    );
    assert.ok(Date.parse(nextAt) > now());
    isDown = false;
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.deepEqual(await shop.wallet.undelivered(), []);
  });
});

describe('prune', () => {
  it('deletes ended payments without money, and nothing else', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay();
    await shop.wallet.drain();
    for (let days = 0; days < 12; days += 1) {
      shop.wait(24 * 60 * minute);
      await shop.wallet.reconcile();
    }
    assert.equal(await shop.wallet.prune({ before: new Date(now() - 60 * minute) }), 0);
    assert.equal(await shop.wallet.prune({ before: new Date(now() + 60 * minute) }), 1);
    const payment = (await shop.wallet.find('o-1')) ?? assert.fail();
    assert.deepEqual(
      payment.attempts.map(({ state }) => state),
      ['paid'],
    );
  });

  it('refuses a date that is invalid', async () => {
    await using shop = await openShop();
    const error = { code: 'invalid_field', details: { field: 'before' } };
    await assert.rejects(shop.wallet.prune({ before: new Date('soon') }), error);
  });

  it('keeps a second charge, which is still to be given back', async () => {
    await using shop = await openTwice();
    shop.wait(10 * 24 * 60 * minute);
    assert.equal(await shop.wallet.prune({ before: new Date(now() - minute) }), 0);
    assert.equal((await shop.wallet.find('o-1'))?.attempts.length, 2);
  });
});

/** A shop whose order was charged twice: late in UAH, and then in JPY. */
async function openTwice(): Promise<Shop> {
  const operations = { payment: { fields: { currency: 'currency' } } };
  const profile = { currencies: ['UAH', 'JPY'], operations };
  const shop = await openShop({ service: { profile } });
  shop.service.on('/v1/pay-token', lost);
  await shop.pay();
  const { sessionId } = await storedAttempt(shop);
  for (const minutes of [16, 61]) {
    shop.wait(minutes * minute);
    await shop.wallet.reconcile();
  }
  shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
  const total = { amount: '700', currency: 'JPY' };
  shop.orders.set('o-1', total);
  await shop.pay({ shown: total });
  await shop.webhook({ id: sessionId, status: 'paid' });
  await shop.wallet.drain();
  return shop;
}
