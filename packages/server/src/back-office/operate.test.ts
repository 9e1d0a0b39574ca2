import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { badAmounts } from '@wallet-buttons/protocol/testing/inputs.js';
import { amounts, lost, openWith, paths, refusing, taken } from '../../test/paid-shop.ts';
import { changesAround, now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import { memoryStore } from '../index.ts';

const minute = 60_000;

describe('a capture', () => {
  it('takes all that is held, and the merchant is notified that it is paid', async () => {
    await using shop = await openWith('holded');
    assert.equal((await amounts(shop)).held, '199.90');
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '199.90' }));
    const { state, amount } = await shop.wallet.capture('o-1');
    assert.deepEqual([state, amount], ['done', '199.90']);
    await shop.wallet.drain();
    const { held, charged } = await amounts(shop);
    assert.deepEqual([held, charged], ['0.00', '199.90']);
    assert.equal(shop.changes.at(-1)?.outcome, 'succeeded');
    assert.equal(shop.service.to(paths.capture)[0]?.body['amount'], undefined);
  });

  it('takes a part, which is the amount charged, without an alarm', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '150.00' }));
    await shop.wallet.capture('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    assert.equal(shop.service.to(paths.capture)[0]?.body['amount'], 150);
    assert.equal((await amounts(shop)).charged, '150.00');
    assert.equal(shop.changes.at(-1)?.amount, '150.00');
    assert.doesNotMatch(shop.logs.join('\n'), /^amount_mismatch/m);
  });

  for (const [what, refunded, charged] of [
    ['takes a part, though', '0.00', '150.00'],
    ['leaves the whole, where more than the part has gone back of it and', '180.00', '199.90'],
  ] as const) {
    it(`${what} a webhook named the whole amount before its answer`, async () => {
      await using shop = await openWith('holded');
      const whole = { status: 'paid', amount: '199.90', refunded_amount: refunded };
      const answer = taken(shop, whole);
      shop.service.on(paths.capture, async (call, response) => {
        await shop.webhook({ id: call.body['session_id'], ...whole });
        return answer(call, response);
      });
      await shop.wallet.capture('o-1', { amount: '150.00' });
      await shop.wallet.drain();
      const amountsAfter = await amounts(shop);
      assert.deepEqual([amountsAfter.charged, amountsAfter.refunded], [charged, refunded]);
      await assert.rejects(shop.wallet.refund('o-1', { amount: '150.01' }), {
        code: 'amount_too_high',
      });
    });
  }

  it('counts with what the service names where its answer is lost', async () => {
    await using shop = await openWith('holded');
    const answer = taken(shop, { status: 'paid', amount: '120.00' });
    shop.service.on(paths.capture, (call, response) => {
      response.destroy();
      return answer(call, response);
    });
    assert.equal((await shop.wallet.capture('o-1', { amount: '150.00' })).state, 'done');
    assert.equal((await amounts(shop)).charged, '120.00');
  });

  for (const fields of [{}, { amount: '199.90' }]) {
    it(`counts with the part where its answer is lost and the service names ${JSON.stringify(fields)}`, async () => {
      await using shop = await openWith('holded');
      const answer = taken(shop, { status: 'paid', ...fields });
      shop.service.on(paths.capture, (call, response) => {
        response.destroy();
        return answer(call, response);
      });
      assert.equal((await shop.wallet.capture('o-1', { amount: '150.00' })).state, 'done');
      assert.equal((await amounts(shop)).charged, '150.00');
      await shop.wallet.drain();
      await shop.wallet.reconcile();
      assert.equal(shop.changes.at(-1)?.amount, '150.00');
    });
  }

  it('leaves the whole where the service refused it, because the cabinet had captured the whole', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'paid', amount: '199.90' });
    shop.service.on(paths.capture, refusing('NotHeld'));
    await shop.wallet.capture('o-1', { amount: '150.00' });
    assert.equal((await amounts(shop)).charged, '199.90');
  });

  it('counts at once, and is the only one, though the service still calls it a hold', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'holded', amount: '199.90' }));
    await shop.wallet.capture('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).charged, '150.00');
    await assert.rejects(shop.wallet.capture('o-1', { amount: '49.90' }), {
      code: 'operation_not_possible',
    });
    assert.equal(shop.service.to(paths.capture).length, 1);
  });

  it('of a second hold does not wait for the void of the first', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1');
    await shop.wallet.drain();
    await shop.pay();
    await shop.wallet.drain();
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '199.90' }));
    assert.equal((await shop.wallet.capture('o-1')).state, 'done');
  });

  it('is refused before it is sent where nothing is held, or more is asked for than is held', async () => {
    await using paidShop = await openWith('paid');
    await assert.rejects(paidShop.wallet.capture('o-1'), { code: 'operation_not_possible' });
    await using heldShop = await openWith('holded');
    await assert.rejects(heldShop.wallet.capture('o-1', { amount: '200.00' }), {
      code: 'amount_too_high',
    });
    for (const amount of badAmounts) {
      await assert.rejects(heldShop.wallet.capture('o-1', { amount }), { code: 'invalid_amount' });
    }
    await assert.rejects(heldShop.wallet.capture('o-2'), {
      code: 'no_payment',
      message: 'There is no such payment of this order.',
    });
    for (const shop of [paidShop, heldShop]) assert.equal(shop.service.to(paths.capture).length, 0);
  });
});

describe('a void', () => {
  it('releases a hold, and the order can be paid again', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    assert.equal((await shop.wallet.void('o-1')).state, 'done');
    await shop.wallet.drain();
    const { held, charged, refunded } = await amounts(shop);
    assert.deepEqual([held, charged, refunded], ['0.00', '0.00', '0.00']);
    assert.equal(shop.changes.at(-1)?.outcome, 'cancelled');
    assert.equal((await shop.pay()).status, 200);
  });

  it('of a hold is a void of all of it', async () => {
    await using shop = await openWith('holded');
    await assert.rejects(shop.wallet.void('o-1', { amount: '50.00' }), {
      code: 'operation_not_possible',
      message: 'Only all of it can be voided; capture or refund a part instead.',
    });
    assert.equal(shop.service.to(paths.void).length, 0);
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    assert.equal((await shop.wallet.void('o-1', { amount: '199.90' })).state, 'done');
  });

  it('of a part of a charge is refused: the call has no amount, so all would go back', async () => {
    await using shop = await openWith('paid');
    const partVoid = shop.wallet.void('o-1', { amount: '50.00' });
    await assert.rejects(partVoid, { code: 'operation_not_possible' });
    assert.equal(shop.service.to(paths.void).length, 0);
    const amount = { amount: '50.00', currency: 'UAH' };
    const { client } = shop.wallet;
    await assert.rejects(client.void({ sessionId: 's', amount }), { code: 'config_invalid' });
  });

  it('takes back a second charge by its own attempt, and leaves the first', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', lost);
    await shop.pay();
    const first = await storedAttempt(shop);
    for (const minutes of [16, 61]) {
      shop.wait(minutes * minute);
      await shop.wallet.reconcile();
    }
    shop.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    await shop.pay();
    await shop.webhook({ id: first.sessionId, status: 'paid' });
    await shop.wallet.drain();
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1', { attempt: first.id });
    await shop.wallet.drain();
    const { attempts = [] } = (await shop.wallet.find('o-1')) ?? {};
    assert.deepEqual(
      attempts.map(({ state }) => state),
      ['cancelled', 'paid'],
    );
    // What was done to one attempt is not yet done to the other.
    const second = await storedAttempt(shop);
    await shop.wallet.void('o-1', { attempt: second.id });
    assert.deepEqual(
      shop.service.to(paths.void).map(({ body }) => body['session_id']),
      [first.sessionId, second.sessionId],
    );
  });

  it('of a whole hold is not sent where a part of it was captured just before', async () => {
    const { first, second } = await openTwo('holded', async ({ wallet }) => {
      await wallet.capture('o-1', { amount: '40.00' });
      await wallet.drain();
    });
    await using _ = first;
    await using __ = second;
    first.service.on(paths.capture, taken(first, { status: 'paid', amount: '40.00' }));
    // The capture is done, and its status is not known yet.
    first.service.on('/v1/get-status', lost);
    await assert.rejects(second.wallet.void('o-1'), { code: 'operation_not_possible' });
    assert.deepEqual(first.service.to(paths.void), []);
  });
});

describe('a refund', () => {
  it('returns all, and the merchant is notified', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    assert.equal((await shop.wallet.refund('o-1')).state, 'done');
    await shop.wallet.drain();
    const change = shop.changes.at(-1);
    assert.deepEqual([change?.outcome, change?.refunded], ['refunded', '199.90']);
  });

  it('gives parts back that add up, twice the same part only by a key of the caller', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    for (const key of ['a', 'a', 'b']) {
      await shop.wallet.refund('o-1', { amount: '50.00', key });
      await shop.wallet.drain();
    }
    for (let times = 0; times < 2; times += 1) await shop.wallet.refund('o-1', { amount: '9.90' });
    await shop.wallet.drain();
    assert.equal(shop.service.to(paths.refund).length, 3);
    assert.equal((await amounts(shop)).refunded, '109.90');
    assert.deepEqual(
      [shop.changes.at(-1)?.outcome, shop.changes.at(-1)?.refunded],
      ['succeeded', '109.90'],
    );
  });

  it('of a part is sent once where two clerks who saw the same amount left ask for it', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    const options = { amount: '50.00', left: '199.90' };
    await shop.wallet.refund('o-1', { ...options, key: 'first clerk' });
    await shop.wallet.drain();
    await assert.rejects(shop.wallet.refund('o-1', { ...options, key: 'second clerk' }), {
      code: 'payment_changed',
      message: '149.90 UAH are left, and no longer 199.90.',
    });
    assert.equal(
      (await shop.wallet.refund('o-1', { ...options, key: 'first clerk' })).state,
      'done',
    );
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('is the result of its own call where the answer is lost after an earlier refund', async () => {
    await using shop = await openWith('paid');
    const answerWith = (refunded_amount: string) =>
      taken(shop, { status: 'paid', amount: '199.90', refunded_amount });
    shop.service.on(paths.refund, answerWith('10.00'));
    await shop.wallet.refund('o-1', { amount: '10.00' });
    await shop.wallet.drain();
    shop.service.on(paths.refund, (call, response) => {
      response.destroy();
      return answerWith('30.00')(call, response);
    });
    const { amount, state } = await shop.wallet.refund('o-1', { amount: '20.00' });
    assert.deepEqual([amount, state], ['20.00', 'done']);
  });

  it('is not proven by an answer that names another session, which raises an alarm', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, () => ({ id: 'another', status: 'refunded' }));
    assert.equal((await shop.wallet.refund('o-1')).state, 'unknown');
    const alarm = /^answer_mismatch .*"order":"o-1","evidence":"mismatch","status":"refunded"/m;
    assert.match(shop.logs.join('\n'), alarm);
  });

  it('is not the capture that had the same key', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'paid', amount: '199.90' }));
    await shop.wallet.capture('o-1', { key: 'invoice-7' });
    await shop.wallet.drain();
    shop.service.on(paths.refund, taken(shop, { status: 'paid', refunded_amount: '50.00' }));
    await shop.wallet.refund('o-1', { amount: '50.00', key: 'invoice-7' });
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('of another part is another refund', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid' }));
    for (const amount of ['10.00', '20.00']) {
      await shop.wallet.refund('o-1', { amount });
      await shop.wallet.drain();
    }
    assert.equal((await amounts(shop)).refunded, '30.00');
    const { paymentId } = await storedAttempt(shop);
    assert.deepEqual(
      shop.service.to(paths.refund).map(({ body }) => body['operations']),
      [10, 20].map((amount) => [{ id: paymentId, amount }]),
    );
  });

  it('gives back what is left, though another refund ended just before it', async () => {
    const { first, second } = await openTwo('paid', async ({ wallet }) => {
      await wallet.refund('o-1', { amount: '50.00' });
      await wallet.drain();
    });
    await using _ = first;
    await using __ = second;
    first.service.on(paths.refund, taken(first, { status: 'paid' }));
    assert.equal((await second.wallet.refund('o-1')).amount, '149.90');
    await second.wallet.drain();
    assert.equal((await amounts(first)).refunded, '199.90');
  });

  it('gives back what was captured, though a webhook named the whole until just before it', async () => {
    const [webhook, answer] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const capturing: Promise<unknown>[] = [];
    const { first, second } = await openTwo('holded', async () => {
      answer.resolve(null);
      await Promise.all(capturing);
    });
    await using _ = first;
    await using __ = second;
    const whole = { status: 'paid', amount: '199.90' };
    first.service.on(paths.capture, async (call, response) => {
      await first.webhook({ id: call.body['session_id'], ...whole });
      webhook.resolve(null);
      await answer.promise;
      return taken(first, whole)(call, response);
    });
    first.service.on(paths.refund, taken(first, { status: 'refunded' }));
    capturing.push(first.wallet.capture('o-1', { amount: '40.00' }));
    await webhook.promise;
    assert.equal((await second.wallet.refund('o-1')).amount, '40.00');
  });

  it('never lowers what the service says went back meanwhile', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, async (...args) => {
      await shop.webhook({ id: sessionId, status: 'refunded', refunded_amount: '199.90' });
      return taken(shop, { status: 'refunded' })(...args);
    });
    await shop.wallet.refund('o-1', { amount: '50.00' });
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).refunded, '199.90');
  });

  it('is not possible of a hold, or of a payment whose amount a review has to look at', async () => {
    await using heldShop = await openWith('holded');
    await assert.rejects(heldShop.wallet.refund('o-1'), {
      code: 'operation_not_possible',
      message: 'A refund is not possible: the payment is authorized and nothing is left for it.',
    });
    await using paidShop = await openWith('paid');
    const { sessionId } = await storedAttempt(paidShop);
    await paidShop.webhook({ id: sessionId, status: 'paid', amount: '1.00' });
    await assert.rejects(paidShop.wallet.refund('o-1'), {
      code: 'operation_not_possible',
      message: 'A refund is not possible: the payment is mismatch and nothing is left for it.',
    });
    for (const shop of [heldShop, paidShop]) assert.equal(shop.service.to(paths.refund).length, 0);
  });

  it('above what is left is refused before it is sent', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    await shop.wallet.refund('o-1', { amount: '150.00' });
    await shop.wallet.drain();
    await assert.rejects(shop.wallet.refund('o-1', { amount: '49.91' }), {
      code: 'amount_too_high',
      message: 'Only 49.90 UAH are left.',
    });
    assert.equal(shop.service.to(paths.refund).length, 1);
  });
});

/** Two back offices of one store. `meanwhile` runs just before the second one stores its first operation. */
async function openTwo(status: 'paid' | 'holded', meanwhile: (first: Shop) => Promise<unknown>) {
  const store = memoryStore({ now });
  const first = await openWith(status, { store });
  let isFirst = true;
  const payments = changesAround(async (write, cause) => {
    if (isFirst && ['capture', 'void', 'refund'].includes(cause)) {
      isFirst = false;
      await meanwhile(first);
    }
    return write();
  });
  const { baseUrl } = first.service;
  return { first, second: await openShop({ store, payments, service: { baseUrl } }) };
}
