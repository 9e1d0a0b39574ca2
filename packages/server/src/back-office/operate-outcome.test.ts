import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  answering,
  lost,
  openWith,
  operationsOf,
  paths,
  refusing,
  taken,
} from '../../test/paid-shop.ts';
import { changesAround, now, openShop, type Shop, storedAttempt } from '../../test/shop.ts';
import { memoryStore, type OperationResult, WalletServerError } from '../index.ts';
import { sqliteStore } from '../store/sqlite.ts';

const minute = 60_000;

describe('a part whose refund was not answered', () => {
  /** The state of the second refund, 20.00 after 10.00, a while after its answer was lost. */
  const second = async (answer: Answer, status: object): Promise<unknown> => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, taken(shop, { status: 'paid', refunded_amount: '10.00' }));
    await shop.wallet.refund('o-1', { amount: '10.00' });
    await shop.wallet.drain();
    shop.service.on(paths.refund, answer);
    const { amount, state } = await shop.wallet.refund('o-1', { amount: '20.00' });
    shop.service.statuses.set(sessionId, { status: 'paid', ...status });
    shop.wait(2 * 60 * minute);
    await shop.wallet.reconcile();
    const [, operation] = await operationsOf(shop);
    return [amount, state, operation?.state, operation?.refusal];
  };

  it('counts as done where the service names all that went back', async () => {
    const outcome = await second(lost, { refunded_amount: '30.00' });
    assert.deepEqual(outcome, ['20.00', 'unknown', 'done', undefined]);
  });

  it('counts as not done where the service names less, once the grace period is over', async () => {
    const outcome = await second(lost, { refunded_amount: '10.00' });
    assert.deepEqual(outcome, ['20.00', 'unknown', 'refused', 'not_processed']);
  });

  it('stays unknown where it names no refunded amount', async () => {
    const outcome = await second(lost, {});
    assert.deepEqual(outcome, ['20.00', 'unknown', 'unknown', undefined]);
  });

  it('was not done where it was all that was left, and the status is no refund', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid' }));
    await shop.wallet.refund('o-1', { amount: '10.00' });
    await shop.wallet.drain();
    shop.service.on(paths.refund, lost);
    await shop.wallet.refund('o-1');
    shop.wait(2 * 60 * minute);
    await shop.wallet.reconcile();
    const [, operation] = await operationsOf(shop);
    assert.deepEqual([operation?.amount, operation?.state], ['189.90', 'refused']);
  });

  it('stays done where another process has an older answer, and is not sent again', async () => {
    const store = memoryStore({ now });
    await using one = await openWith('paid', { store });
    await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
    one.service.on(paths.refund, lost);
    await one.wallet.refund('o-1', { amount: '20.00' });
    one.wait(60 * minute);
    const [question, go] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    one.service.on('/v1/get-status', async () => {
      question.resolve(null);
      await go.promise;
      return { status: 'paid', refunded_amount: '0.00' };
    });
    const looking = one.wallet.find('o-1', { fresh: true });
    await question.promise;
    one.service.on('/v1/get-status', () => ({ status: 'paid', refunded_amount: '20.00' }));
    await two.wallet.find('o-1', { fresh: true });
    go.resolve(null);
    await looking;
    const callCount = one.service.to(paths.refund).length;
    assert.equal((await one.wallet.refund('o-1', { amount: '20.00' })).state, 'done');
    assert.equal(one.service.to(paths.refund).length, callCount);
  });

  it('is refused at once where the service refused and names what went back', async () => {
    const outcome = await second(refusing('NotNow'), { refunded_amount: '10.00' });
    assert.deepEqual(outcome, ['20.00', 'refused', 'refused', 'NotNow']);
  });
});

describe('a capture of a part whose hold has ended', () => {
  for (const end of ['voided', 'expired', 'failed']) {
    it(`was not done where the service refused and the hold is ${end}`, async () => {
      await using shop = await openWith('holded');
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { status: end });
      shop.service.on(paths.capture, refusing('NotHeld'));
      const { state, refusal } = await shop.wallet.capture('o-1', { amount: '20.00' });
      assert.deepEqual([state, refusal], ['refused', 'NotHeld']);
    });

    it(`was not done where its answer was lost and a webhook reports ${end}`, async () => {
      await using shop = await openWith('holded');
      const { sessionId } = await storedAttempt(shop);
      shop.service.on(paths.capture, lost);
      await shop.wallet.capture('o-1', { amount: '20.00' });
      shop.wait(minute);
      shop.service.statuses.set(sessionId, { status: end });
      await shop.webhook({ id: sessionId, status: end });
      await shop.wallet.drain();
      shop.wait(minute);
      await shop.wallet.reconcile();
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'not_processed']);
    });
  }

  it('was not done where the webhook of its end comes again before the service is asked', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.capture, lost);
    await shop.wallet.capture('o-1');
    shop.service.statuses.set(sessionId, { status: 'voided' });
    for (const bankReference of [undefined, undefined, '42']) {
      await shop.webhook({ id: sessionId, status: 'voided', RRN: bankReference });
    }
    shop.wait(minute);
    await shop.wallet.reconcile();
    const [operation] = await operationsOf(shop);
    assert.equal(operation?.state, 'refused');
  });

  it('was not done where the server ended as soon as it had stored the webhook of its end', async () => {
    let hasEnded = false;
    const payments = changesAround(async (write, cause) => {
      if (hasEnded && cause === 'due') throw new WalletServerError('store_failed', 'Gone.');
      return write();
    });
    await using shop = await openWith('holded', { payments });
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.capture, lost);
    await shop.wallet.capture('o-1');
    hasEnded = true;
    shop.service.statuses.set(sessionId, { status: 'voided' });
    for (let times = 2; times > 0; times -= 1) {
      await shop.webhook({ id: sessionId, status: 'voided' });
    }
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.equal((await operationsOf(shop))[0]?.state, 'refused');
  });

  it('was not done where a question from before it had the final status for answer', async () => {
    await using shop = await openWith('holded');
    const [question, go] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    shop.service.on('/v1/get-status', async () => {
      question.resolve(null);
      await go.promise;
      return { status: 'voided' };
    });
    shop.wait(2000);
    const looking = shop.wallet.find('o-1', { fresh: true });
    await question.promise;
    shop.service.on(paths.capture, (...call) => {
      setTimeout(go.resolve, 50, null);
      return refusing('NotHeld')(...call);
    });
    await shop.wallet.capture('o-1');
    await looking;
    shop.wait(minute);
    await shop.wallet.reconcile();
    assert.equal((await operationsOf(shop))[0]?.state, 'refused');
  });

  it('is asked about again where the service did not answer after the webhook of its end', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.capture, lost);
    await shop.wallet.capture('o-1');
    await shop.webhook({ id: sessionId, status: 'expired' });
    shop.service.on('/v1/get-status', lost);
    shop.wait(minute);
    await shop.wallet.reconcile();
    shop.service.on('/v1/get-status', () => ({ status: 'expired' }));
    for (let looks = 0; looks < 2; looks += 1) {
      shop.wait(2 * minute);
      await shop.wallet.reconcile();
    }
    const [operation] = await operationsOf(shop);
    assert.equal(operation?.state, 'refused');
  });

  it('was done where its answer was lost and the charge was refunded meanwhile', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'refunded' });
    shop.service.on(paths.capture, lost);
    const { state } = await shop.wallet.capture('o-1', { amount: '20.00' });
    assert.equal(state, 'done');
  });
});

for (const kind of ['capture', 'void', 'refund'] as const) {
  const status = kind === 'refund' ? 'paid' : 'holded';
  const endStatus = { capture: 'paid', void: 'voided', refund: 'refunded' }[kind];

  describe(`the outcome of a ${kind}`, () => {
    const call = async (shop: Shop): Promise<OperationResult> => shop.wallet[kind]('o-1');

    it('is durable before its first byte, and sent once by two back offices at once', async () => {
      const store = sqliteStore(':memory:', { now });
      await using one = await openWith(status, { store });
      const { baseUrl } = one.service;
      await using two = await openShop({ store, service: { baseUrl } });
      const storedOperations: unknown[] = [];
      one.service.on(paths[kind], async (...args) => {
        const { operations } = await one.payments.history('o-1');
        storedOperations.push(operations.map(({ kind, state }) => [kind, state]));
        return taken(one, { status: endStatus })(...args);
      });
      const results = await Promise.all([one, two, one, two].map(call));
      assert.deepEqual(storedOperations, [[[kind, 'sent']]]);
      assert.equal(new Set(results.map(({ id }) => id)).size, 1);
      assert.equal(one.service.to(paths[kind]).length, 1);
    });

    it('names it and its payment, and is the same for a later call', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], taken(shop, { status: endStatus }));
      const { id: attempt } = await storedAttempt(shop);
      const { id, at, ...said } = await call(shop);
      assert.deepEqual(said, {
        kind,
        order: 'o-1',
        attempt,
        state: 'done',
        amount: '199.90',
        currency: 'UAH',
      });
      await shop.wallet.drain();
      assert.deepEqual(await call(shop), { id, at, ...said, joined: true });
      assert.equal(shop.service.to(paths[kind]).length, 1);
    });

    it('is unknown while it has no answer, and then what get-status finds; it is not sent again', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], lost);
      const { id, attempt, state } = await call(shop);
      assert.equal(state, 'unknown');
      const about = `{"operation":"${id}","attempt":"${attempt}","order":"o-1","evidence":"unknown"`;
      const line = shop.logs.find((each) => each.startsWith(`${kind} was not answered ${about}`));
      assert.match(line ?? '', /"code":"service_no_answer"/);
      assert.equal((await call(shop)).state, 'unknown');
      await assert.rejects(shop.wallet.void('o-1', { key: 'other' }), {
        code: 'operation_in_progress',
        message: 'Another operation has no outcome yet.',
      });
      const { sessionId } = await storedAttempt(shop);
      shop.service.statuses.set(sessionId, { status: endStatus });
      shop.wait(2 * 60 * minute);
      await shop.wallet.reconcile();
      const operations = await operationsOf(shop);
      assert.deepEqual(
        operations.map(({ state }) => state),
        ['done'],
      );
      assert.equal(shop.service.to(paths[kind]).length, 1);
    });

    it('is refused where get-status finds no change after the grace period', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], lost);
      await call(shop);
      shop.wait(2 * 60 * minute);
      await shop.wallet.reconcile();
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'not_processed']);
    });

    it('stays unknown where the answer is about another session', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], lost);
      await call(shop);
      shop.wait(2 * 60 * minute);
      shop.service.on('/v1/get-status', () => ({ status, id: 'another' }));
      await shop.wallet.reconcile();
      const [operation] = await operationsOf(shop);
      assert.equal(operation?.state, 'unknown');
    });

    it('is unknown to another process while one waits for it, and soon what get-status finds', async () => {
      const store = memoryStore({ now });
      await using one = await openWith(status, { store });
      await using two = await openShop({ store, service: { baseUrl: one.service.baseUrl } });
      const arrival = Promise.withResolvers<ServerResponse>();
      one.service.on(paths[kind], (_, response) => (arrival.resolve(response), null));
      const waiting = call(one);
      const response = await arrival.promise;
      assert.equal((await call(two)).state, 'unknown');
      const { sessionId } = await storedAttempt(two);
      one.service.statuses.set(sessionId, { status: endStatus });
      two.wait(minute);
      await two.wallet.reconcile();
      assert.equal((await operationsOf(two))[0]?.state, 'done');
      response.destroy();
      await waiting;
    });

    it('is unknown where the server stops before the answer', async () => {
      const store = { ...memoryStore({ now }), close: async () => Promise.resolve() };
      await using shop = await openWith(status, { store });
      const arrival = Promise.withResolvers<undefined>();
      shop.service.on(paths[kind], () => (arrival.resolve(undefined), null));
      const waiting = call(shop);
      await arrival.promise;
      await shop.wallet.close({ timeout: 1600 });
      assert.equal((await waiting).state, 'unknown');
    });

    it('is refused where the service refused, and may be sent again once get-status shows that nothing moved', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], refusing('NotNow'));
      const result = await call(shop);
      assert.deepEqual([result.state, result.refusal], ['refused', 'NotNow']);
      shop.wait(11_000);
      shop.service.on(paths[kind], taken(shop, { status: endStatus }));
      assert.equal((await call(shop)).state, 'done');
    });

    it('is not sent where its intent was written so slowly that another process gave it up', async () => {
      const writeEnd = Promise.withResolvers<undefined>();
      const go = Promise.withResolvers<undefined>();
      const store = memoryStore({ now });
      let hasBegun = false;
      const payments = changesAround(async (write, cause) => {
        const result = await write();
        if (cause !== kind || hasBegun) return result;
        hasBegun = true;
        writeEnd.resolve(undefined);
        await go.promise;
        return result;
      });
      await using one = await openWith(status, { store });
      const { baseUrl } = one.service;
      await using two = await openShop({ store, payments, service: { baseUrl } });
      const lateCall = assert.rejects(call(two), { code: 'store_failed' });
      await writeEnd.promise;
      one.wait(2 * 60 * minute);
      await one.wallet.reconcile();
      go.resolve(undefined);
      await lateCall;
      assert.deepEqual(one.service.to(paths[kind]), []);
      one.service.on(paths[kind], taken(one, { status: endStatus }));
      assert.equal((await call(one)).state, 'done');
    });

    it('is taken back where it was written and the answer to the write was lost', async () => {
      let isCut = false;
      const payments = changesAround(async (write, cause) => {
        const result = await write();
        if (cause !== kind || isCut) return result;
        isCut = true;
        throw new WalletServerError('store_failed', 'Cut off.');
      });
      await using shop = await openWith(status, { payments });
      await assert.rejects(call(shop), { code: 'store_failed' });
      for (let tries = 40; tries > 0; tries -= 1) {
        if ((await operationsOf(shop))[0]?.state === 'refused') break;
        await sleep(50);
      }
      const [{ state, refusal } = assert.fail()] = await operationsOf(shop);
      assert.deepEqual([state, refusal], ['refused', 'not_sent']);
      assert.deepEqual(shop.service.to(paths[kind]), []);
      shop.service.on(paths[kind], taken(shop, { status: endStatus }));
      assert.equal((await call(shop)).state, 'done');
    });

    it('is refused too where the service names no reason', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], answering(400, '{"type":"processing"}'));
      const { state, refusal } = await call(shop);
      assert.deepEqual([state, refusal], ['refused', 'processing']);
    });

    it('stays unknown after a refusal while get-status does not answer', async () => {
      await using shop = await openWith(status);
      shop.service.on(paths[kind], refusing('NotNow'));
      shop.service.on('/v1/get-status', answering(400, '{}'));
      const { state, refusal } = await call(shop);
      assert.deepEqual([state, refusal], ['unknown', undefined]);
    });

    it('throws where nothing was sent, and may be asked for again', async () => {
      let isDown = true;
      const error = new WalletServerError('service_unreachable', 'No connection was made.');
      await using shop = await openWith(status, {
        service: {
          fetch: async (url, init) => {
            if (isDown && url.endsWith(paths[kind])) throw error;
            return fetch(url, init);
          },
        },
      });
      await assert.rejects(call(shop), { code: 'service_unreachable' });
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'not_sent']);
      isDown = false;
      shop.service.on(paths[kind], taken(shop, { status: endStatus }));
      assert.equal((await call(shop)).state, 'done');
    });
  });
}

describe('an operation that was not answered', () => {
  const day = 86_400_000;
  const pass = async (shop: Shop, days: number): Promise<void> => {
    for (let each = 0; each < days; each += 1) {
      shop.wait(day);
      await shop.wallet.reconcile();
    }
  };

  for (const [kind, status, processing] of [
    ['refund', 'paid', 'processing_void'],
    ['capture', 'holded', 'processing_hold_completion'],
  ] as const) {
    it(`is not sent again while the service works on it: ${kind}`, async () => {
      await using shop = await openWith(status);
      const { sessionId } = await storedAttempt(shop);
      shop.service.on(paths[kind], lost);
      const amount = { amount: '50.00' };
      await shop.wallet[kind]('o-1', amount);
      const said = { status: processing, amount: '199.90', refunded_amount: '0.00' };
      shop.service.statuses.set(sessionId, said);
      await pass(shop, 1);
      assert.equal((await shop.wallet[kind]('o-1', amount)).state, 'unknown');
      assert.equal(shop.service.to(paths[kind]).length, 1);
    });
  }

  for (const [kind, from, to] of [
    ['void', 'holded', 'voided'],
    ['refund', 'paid', 'refunded'],
  ] as const) {
    it(`is done once a webhook proves it: ${kind}`, async () => {
      await using shop = await openWith(from);
      const { sessionId } = await storedAttempt(shop);
      shop.service.on(paths[kind], lost);
      await shop.wallet[kind]('o-1');
      shop.service.statuses.set(sessionId, { status: to });
      shop.wait(2000);
      await shop.webhook({ id: sessionId, status: to });
      await shop.wallet.drain();
      await pass(shop, 1);
      assert.equal((await operationsOf(shop))[0]?.state, 'done');
    });
  }

  it('is asked about until its end is known, after the session’s end too', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    await pass(shop, 35);
    shop.service.on(paths.refund, lost);
    shop.service.statuses.set(sessionId, { status: 'processing_void' });
    assert.equal((await shop.wallet.refund('o-1')).state, 'unknown');
    await pass(shop, 2);
    shop.service.statuses.set(sessionId, { status: 'refunded' });
    await pass(shop, 2);
    assert.equal((await operationsOf(shop))[0]?.state, 'done');
  });

  it('is asked about again where its end was proven and could not be written', async () => {
    let isBroken = false;
    const payments = changesAround(async (write) => {
      if (isBroken) throw new WalletServerError('store_failed', 'Full.');
      return write();
    });
    await using shop = await openWith('paid', { payments });
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, lost);
    await shop.wallet.refund('o-1');
    shop.service.statuses.set(sessionId, { status: 'refunded' });
    isBroken = true;
    await assert.rejects(shop.wallet.find('o-1', { fresh: true }), { code: 'store_failed' });
    isBroken = false;
    shop.wait(2 * minute);
    await shop.wallet.reconcile();
    assert.equal((await operationsOf(shop))[0]?.state, 'done');
  });

  it('is not ended by an answer from before it was sent', async () => {
    await using shop = await openWith('paid');
    shop.wait(2000);
    const [question, go] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    let refundTotal = 0;
    shop.service.on('/v1/get-status', async () => {
      const answer = { status: 'paid', amount: '199.90', refunded_amount: refundTotal.toFixed(2) };
      question.resolve(null);
      await go.promise;
      return answer;
    });
    const looking = shop.wallet.find('o-1', { fresh: true });
    await question.promise;
    // A gateway refuses what the service has done.
    shop.service.on(paths.refund, (call, response) => {
      refundTotal += 50;
      // The older answer comes after the refusal.
      setTimeout(go.resolve, 100, null);
      return refusing('GatewayError')(call, response);
    });
    const amount = { amount: '50.00' };
    await shop.wallet.refund('o-1', amount);
    await looking;
    await shop.wallet.refund('o-1', amount);
    assert.equal(refundTotal, 50);
  });
});
