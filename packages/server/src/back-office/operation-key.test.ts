import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openWith, paths, refusing, taken } from '../../test/paid-shop.ts';
import { openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import type { Payment } from './back-office.ts';
import type { OperationOptions } from '../order/command.ts';

const hour = 60 * 60_000;

/** An order that is paid, at a service that takes its refund. */
async function openRefundable(): Promise<Shop> {
  const shop = await openWith('paid');
  shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
  return shop;
}

/** An order that was paid, refunded, and paid anew. */
async function openPaidAnew(firstRefund: OperationOptions): Promise<Shop> {
  const shop = await openRefundable();
  await shop.wallet.refund('o-1', firstRefund);
  await shop.wallet.drain();
  assert.equal((await shop.pay()).status, 200);
  await shop.wallet.drain();
  return shop;
}

/** An order with two payments: the first token was refused, and turned out to be taken. */
async function openPaidTwice(status = 'paid'): Promise<Shop> {
  const shop = await openShop();
  shop.service.on('/v1/pay-token', refusing('Declined'));
  await shop.pay();
  for (let seconds = 0; seconds < 30; seconds += 1) {
    shop.wait(1000);
    await shop.wallet.reconcile();
  }
  const { sessionId } = await storedAttempt(shop);
  shop.service.on('/v1/pay-token', ({ body }) => {
    shop.service.statuses.set(String(body['session_id']), { status });
    return { status };
  });
  await shop.pay();
  shop.service.statuses.set(sessionId, { status });
  await shop.webhook({ id: sessionId, status });
  await shop.wallet.drain();
  return shop;
}

const attemptsOf = async ({ wallet }: Shop): Promise<readonly Payment[]> =>
  (await wallet.find('o-1'))?.attempts ?? [];

const statesOf = async (shop: Shop): Promise<unknown> =>
  (await attemptsOf(shop)).map(({ state }) => state);

describe('a key of the caller', () => {
  it('names one operation of the order, also after a second payment of the order', async () => {
    await using shop = await openPaidAnew({ key: 'job-1' });
    const secondCall = await shop.wallet.refund('o-1', { key: 'job-1' });
    assert.equal(secondCall.state, 'done');
    assert.equal(shop.service.to(paths.refund).length, 1);
    assert.deepEqual(await statesOf(shop), ['refunded', 'paid']);
  });

  it('has the recorded refusal for answer, also after the payment was refunded otherwise and the order paid again', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, refusing('RefundError'));
    assert.equal((await shop.wallet.refund('o-1', { key: 'job-1' })).state, 'refused');
    const { id, sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'refunded' });
    await shop.webhook({ id: sessionId, status: 'refunded' });
    await shop.wallet.drain();
    assert.equal((await shop.pay()).status, 409);
    await shop.wallet.resolve(id, 'failed');
    assert.equal((await shop.pay()).status, 200);
    await shop.wallet.drain();
    const { state, refusal, attempt } = await shop.wallet.refund('o-1', { key: 'job-1' });
    assert.deepEqual([state, refusal, attempt], ['refused', 'resolved', id]);
    assert.deepEqual(await statesOf(shop), ['refunded', 'paid']);
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('may be repeated with the payment of its first call', async () => {
    await using shop = await openPaidAnew({ key: 'job-1' });
    const [first] = await attemptsOf(shop);
    const options = { key: 'job-1', attempt: first?.attempt ?? '', amount: '199.90' };
    assert.equal((await shop.wallet.refund('o-1', options)).state, 'done');
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('is enough where the order has two payments: it means the one that counts', async () => {
    await using shop = await openPaidTwice();
    const { id } = await storedAttempt(shop);
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    const first = await shop.wallet.refund('o-1', { key: 'job-1' });
    assert.equal(first.attempt, id);
    await shop.wallet.drain();
    assert.equal((await shop.wallet.refund('o-1', { key: 'job-1' })).id, first.id);
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('refuses to mean another amount or another payment', async () => {
    await using shop = await openPaidAnew({ key: 'job-1' });
    const { id } = await storedAttempt(shop);
    const code = 'idempotency_key_reused';
    await assert.rejects(shop.wallet.refund('o-1', { key: 'job-1', amount: '10.00' }), { code });
    await assert.rejects(shop.wallet.refund('o-1', { key: 'job-1', attempt: id }), { code });
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  for (const key of ['', null, 7]) {
    it(`is refused where it is ${JSON.stringify(key)}, which every job with an unset variable would have`, async () => {
      await using shop = await openWith('paid');
      shop.service.on(paths.refund, taken(shop, { status: 'paid' }));
      const options = { amount: '50.00', key } as { amount: string; key: string };
      await assert.rejects(shop.wallet.refund('o-1', options), { code: 'invalid_idempotency_key' });
      assert.equal(shop.service.to(paths.refund).length, 0);
    });
  }

  it('is one operation each for a void, a capture and a refund', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'paid' }));
    const capture = await shop.wallet.capture('o-1', { key: 'job-1' });
    await shop.wallet.drain();
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    const refund = await shop.wallet.refund('o-1', { key: 'job-1' });
    assert.notEqual(refund.id, capture.id);
  });
});

describe('an operation without a key', () => {
  it('is not sent where the order was paid again after the first of its kind', async () => {
    await using shop = await openPaidAnew({});
    const [first, second] = await attemptsOf(shop);
    await assert.rejects(shop.wallet.refund('o-1'), (error: Error) => {
      assert.equal((error as Error & { code: string }).code, 'attempt_required');
      const attemptList = `${first?.attempt} (refunded, 199.90 UAH), ${second?.attempt} (paid, 199.90 UAH)`;
      assert.ok(error.message.includes(attemptList), error.message);
      return true;
    });
    assert.equal(shop.service.to(paths.refund).length, 1);
    const refund = await shop.wallet.refund('o-1', { attempt: second?.attempt ?? '' });
    assert.equal(refund.state, 'done');
  });

  for (const [kind, status] of [
    ['refund', 'paid'],
    ['void', 'paid'],
    ['void', 'holded'],
    ['capture', 'holded'],
  ] as const) {
    it(`is not sent where the order has two ${status} payments: a ${kind}`, async () => {
      await using shop = await openPaidTwice(status);
      await assert.rejects(shop.wallet[kind]('o-1'), { code: 'attempt_required' });
      assert.equal(shop.service.to(paths[kind]).length, 0);
      const [first] = await attemptsOf(shop);
      shop.service.on(paths[kind], taken(shop, { status: 'voided' }));
      const operation = await shop.wallet[kind]('o-1', { attempt: first?.attempt ?? '' });
      assert.equal(operation.attempt, first?.attempt);
    });
  }

  it('is not sent again where the one too many of two charges has gone back', async () => {
    await using shop = await openPaidTwice();
    const [first] = await attemptsOf(shop);
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    await shop.wallet.refund('o-1', { attempt: first?.attempt ?? '' });
    await shop.wallet.drain();
    await assert.rejects(shop.wallet.refund('o-1'), { code: 'attempt_required' });
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('means the payment that has money where an earlier one failed, as often as it is sent', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    await shop.pay();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay();
    await shop.wallet.drain();
    const { id } = await storedAttempt(shop);
    assert.deepEqual(await statesOf(shop), ['failed', 'paid']);
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    for (const amount of ['10.00', '20.00']) {
      assert.equal((await shop.wallet.refund('o-1', { amount })).attempt, id);
      await shop.wallet.drain();
    }
  });

  it('means the payment that has money where only a hold was voided before it', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1');
    await shop.wallet.drain();
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay();
    await shop.wallet.drain();
    assert.deepEqual(await statesOf(shop), ['cancelled', 'paid']);
    const { id } = await storedAttempt(shop);
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    assert.equal((await shop.wallet.refund('o-1')).attempt, id);
  });

  it('is the same operation again where the order has one payment', async () => {
    await using shop = await openRefundable();
    const first = await shop.wallet.refund('o-1');
    shop.wait(hour);
    await shop.wallet.reconcile();
    assert.equal((await shop.wallet.refund('o-1')).id, first.id);
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('does not join a call at the same time whose amount is empty', async () => {
    await using shop = await openRefundable();
    const whole = shop.wallet.refund('o-1');
    await assert.rejects(shop.wallet.refund('o-1', { amount: '' }), { code: 'invalid_amount' });
    assert.equal((await whole).state, 'done');
  });

  it('has the same answer for two calls at the same time', async () => {
    await using shop = await openRefundable();
    const calls = [shop.wallet.refund('o-1'), shop.wallet.refund('o-1')] as const;
    const [first, second] = await Promise.all(calls);
    assert.deepEqual(first, second);
    assert.equal(first.state, 'done');
  });
});
