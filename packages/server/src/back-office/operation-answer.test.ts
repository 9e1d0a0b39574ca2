import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  amounts,
  answering,
  lost,
  openWith,
  operationsOf,
  paths,
  refusing,
  taken,
} from '../../test/paid-shop.ts';
import { type Shop, storedAttempt } from '../../test/shop.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Answers with HTTP 200 that prove no operation. */
const unclearAnswers: Readonly<Record<string, string>> = {
  'an HTML page': '<html>Welcome</html>',
  'an error body': '{"uuid":"u","type":"processing","error":"no","code":"RefundError"}',
  'a failed flag': '{"success":false}',
  'an empty object': '{}',
  'a bare true': 'true',
  'a failed status': '{"status":"failed"}',
  'a pending status': '{"status":"processing_void"}',
  'a status without a name of its session': '{"status":"refunded"}',
  'another session': '{"id":"another","status":"refunded","refunded_amount":"199.90"}',
  'another order': '{"external_id":"o-2","status":"refunded","refunded_amount":"199.90"}',
  'another order in its second item':
    '{"status":"refunded","operations":[{"external_id":"o-1"},{"external_id":"o-2"}]}',
};

const calls = [
  { kind: 'capture', status: 'holded', amount: undefined },
  { kind: 'void', status: 'holded', amount: undefined },
  { kind: 'void', status: 'paid', amount: undefined },
  { kind: 'refund', status: 'paid', amount: undefined },
  { kind: 'refund', status: 'paid', amount: '50.00' },
  { kind: 'capture', status: 'holded', amount: '50.00' },
] as const;

for (const { kind, status, amount } of calls) {
  const options = amount === undefined ? {} : { amount };
  describe(`a ${kind} of ${amount ?? 'all'} of a ${status} payment`, () => {
    for (const [name, body] of Object.entries(unclearAnswers)) {
      it(`proves nothing by ${name} with HTTP 200`, async () => {
        await using shop = await openWith(status);
        const { sessionId } = await storedAttempt(shop);
        shop.service.statuses.set(sessionId, { status, amount: '199.90', refunded_amount: '0.00' });
        shop.service.on(paths[kind], answering(200, body));
        const { state } = await shop.wallet[kind]('o-1', options);
        assert.equal(state, 'unknown');
        const { charged, refunded } = await amounts(shop);
        assert.deepEqual([charged, refunded], [status === 'paid' ? '199.90' : '0.00', '0.00']);
        shop.wait(hour);
        await shop.wallet.reconcile();
        const [operation] = await operationsOf(shop);
        assert.equal(operation?.state, 'refused');
        shop.service.on(paths[kind], taken(shop, { status }));
        assert.equal((await shop.wallet[kind]('o-1', options)).state, 'done');
      });
    }
  });
}

describe('the answer to an operation', () => {
  it('is accepted where it is empty as the profile says', async () => {
    for (const body of ['null', '', ' ']) {
      await using shop = await openWith('paid');
      shop.service.on(paths.refund, answering(200, body));
      assert.equal((await shop.wallet.refund('o-1')).state, 'done', body);
    }
  });

  it('is unknown where it is empty and the profile expects a status', async () => {
    const profile = { operations: { refund: { emptyAnswer: false } } };
    await using shop = await openWith('paid', { service: { profile } });
    shop.service.on(paths.refund, answering(200, 'null'));
    assert.equal((await shop.wallet.refund('o-1')).state, 'unknown');
  });

  it('is what it says where it names its session and a status', async () => {
    await using shop = await openWith('paid');
    const { sessionId: id } = await storedAttempt(shop);
    const body = { id, status: 'paid', amount: '199.90', refunded_amount: '50.00' };
    shop.service.on(paths.refund, answering(200, JSON.stringify(body)));
    shop.service.on('/v1/get-status', lost);
    assert.equal((await shop.wallet.refund('o-1', { amount: '50.00' })).state, 'done');
    assert.equal((await amounts(shop)).refunded, '50.00');
  });
});

describe('a part refund that the service refused', () => {
  for (const http of [400, 401, 403, 404]) {
    it(`is refused on HTTP ${String(http)} where the status has not changed`, async () => {
      await using shop = await openWith('paid');
      const refusal = { type: 'processing', code: 'RefundError' };
      shop.service.on(paths.refund, answering(http, JSON.stringify(refusal)));
      const { state, refusal: code } = await shop.wallet.refund('o-1', { amount: '50.00' });
      assert.deepEqual([state, code], ['refused', 'RefundError']);
    });
  }

  it('is refused although the cabinet refunded the same amount meanwhile', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, (...call) => {
      const refundStatus = { status: 'paid', amount: '199.90', refunded_amount: '100.00' };
      shop.service.statuses.set(sessionId, refundStatus);
      return refusing('RefundError')(...call);
    });
    const { state } = await shop.wallet.refund('o-1', { amount: '100.00' });
    assert.equal(state, 'refused');
    assert.equal((await amounts(shop)).refunded, '100.00');
  });

  it('stays unknown while the service is at work on it', async () => {
    for (const [http, code] of [
      [409, 'Conflict'],
      [400, 'InProgressError'],
      [423, 'Locked'],
      [425, 'TooEarly'],
    ] as const) {
      await using shop = await openWith('paid');
      shop.service.on(paths.refund, answering(http, JSON.stringify({ code })));
      const { state } = await shop.wallet.refund('o-1', { amount: '50.00' });
      assert.equal(state, 'unknown', code);
      await assert.rejects(shop.wallet.refund('o-1', { amount: '10.00' }), {
        code: 'operation_in_progress',
      });
    }
  });

  it('stays unknown on a refusal that is not of the service', async () => {
    for (const body of ['<html>Forbidden</html>', '', '{}', '{"message":"Forbidden"}']) {
      await using shop = await openWith('paid');
      shop.service.on(paths.refund, answering(403, body));
      assert.equal((await shop.wallet.refund('o-1', { amount: '50.00' })).state, 'unknown', body);
    }
  });
});

describe('an operation without an outcome', () => {
  /** A part refund whose answer was lost, with a service that names no refunded amount, after 73 hours. */
  const openReview = async (): Promise<Shop> => {
    const shop = await openWith('paid');
    shop.service.on(paths.refund, lost);
    await shop.wallet.refund('o-1', { amount: '50.00' });
    for (let hours = 0; hours < 75; hours += 1) {
      shop.wait(hour);
      await shop.wallet.reconcile();
    }
    return shop;
  };

  it('comes to a review after 72 hours, with an alarm', async () => {
    await using shop = await openReview();
    const { payments } = await shop.wallet.list({ needsReview: true });
    assert.deepEqual(
      payments.map(({ order, flag }) => [order, flag]),
      [['o-1', 'needs_review']],
    );
    assert.equal(shop.logs.filter((line) => line.startsWith('needs_review ')).length, 1);
  });

  for (const [outcome, state, refunded] of [
    ['succeeded', 'done', '50.00'],
    ['failed', 'refused', '0.00'],
  ] as const) {
    it(`once a review says ${outcome} it is ${state}, and other operations are possible`, async () => {
      await using shop = await openReview();
      const { id } = await storedAttempt(shop);
      const payment = await shop.wallet.resolve(id, outcome);
      assert.deepEqual([payment.state, payment.amounts.refunded], ['paid', refunded]);
      const [operation] = await operationsOf(shop);
      assert.equal(operation?.state, state);
      assert.deepEqual((await shop.wallet.list({ needsReview: true })).payments, []);
      shop.service.on(paths.refund, taken(shop, { status: 'paid' }));
      assert.equal((await shop.wallet.refund('o-1', { amount: '20.00' })).state, 'done');
    });
  }

  it('takes no amount but its own from a review', async () => {
    await using shop = await openReview();
    const { id } = await storedAttempt(shop);
    assert.equal((await shop.wallet.find('o-1'))?.proposal, undefined);
    await assert.rejects(shop.wallet.resolve(id, 'succeeded', { amount: '60.00' }), {
      code: 'invalid_amount',
    });
  });
});

describe('an answer that was on its way for longer than the grace period', () => {
  /** The operation, and what went back, after a question whose answer is 20 minutes old. */
  const endOf = async (kind: 'refund' | 'void', answer: Answer): Promise<readonly unknown[]> => {
    const status = kind === 'refund' ? 'paid' : 'holded';
    await using shop = await openWith(status);
    shop.service.on(paths[kind], answer);
    await shop.wallet[kind]('o-1', kind === 'refund' ? { amount: '50.00' } : {});
    await shop.wallet.drain();
    const { sessionId } = await storedAttempt(shop);
    shop.service.on('/v1/get-status', async () => {
      shop.wait(20 * minute);
      // Another write, so that the answer is compared with a later row.
      await shop.payments.makeDue(sessionId);
      return { status, amount: '199.90', refunded_amount: '0.00', rrn: '42' };
    });
    await shop.wallet.find('o-1', { fresh: true });
    const [operation] = await operationsOf(shop);
    return [operation?.state, (await amounts(shop)).refunded];
  };

  it('ends no operation that was not answered', async () => {
    assert.deepEqual(await endOf('refund', lost), ['unknown', '0.00']);
  });

  it('lowers no amount, and drops no operation that was accepted', async () => {
    const acceptance = answering(200, 'null');
    assert.deepEqual(await endOf('refund', acceptance), ['done', '50.00']);
    assert.deepEqual(await endOf('void', acceptance), ['done', '0.00']);
  });
});

describe('an operation that the service drops later', () => {
  /** Asks twice after the grace period, ten seconds apart. The first answer ends nothing. */
  const lookTwice = async (shop: Shop): Promise<void> => {
    const [before, operations] = [await amounts(shop), await operationsOf(shop)];
    shop.wait(2 * hour);
    await shop.wallet.reconcile();
    assert.deepEqual(await amounts(shop), before);
    assert.deepEqual(await operationsOf(shop), operations);
    assert.equal((await shop.pay()).status, 409);
    shop.wait(13 * second);
    await shop.wallet.reconcile();
    await shop.wallet.drain();
  };

  for (const [name, refunded, later] of [
    ['all of a refund', undefined, '0.00'],
    ['a refund of a part', '50.00', '0.00'],
  ] as const) {
    it(`is delivered with an alarm and may be sent again: ${name}`, async () => {
      await using shop = await openWith('paid');
      const { sessionId } = await storedAttempt(shop);
      shop.service.on(paths.refund, taken(shop, { status: 'paid' }));
      const options = refunded === undefined ? {} : { amount: refunded };
      await shop.wallet.refund('o-1', options);
      await shop.wallet.drain();
      const droppedStatus = { status: 'paid', amount: '199.90', refunded_amount: later };
      shop.service.statuses.set(sessionId, droppedStatus);
      await lookTwice(shop);
      assert.equal((await amounts(shop)).refunded, '0.00');
      assert.equal(shop.changes.at(-1)?.refunded, '0.00');
      assert.ok(shop.logs.some((line) => line.startsWith('amount_lowered ')));
      const [operation] = await operationsOf(shop);
      assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'dropped']);
      const repeat = await shop.wallet.refund('o-1', options);
      assert.equal(repeat.state, 'done');
      assert.equal(shop.service.to(paths.refund).length, 2);
    });
  }

  it('closes the order again where all of it had gone back', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    await shop.wallet.refund('o-1');
    await shop.wallet.drain();
    assert.equal((await storedAttempt(shop)).state, 'refunded');
    const droppedStatus = { status: 'paid', amount: '199.90', refunded_amount: '0.00' };
    shop.service.statuses.set(sessionId, droppedStatus);
    await lookTwice(shop);
    assert.equal((await storedAttempt(shop)).state, 'paid');
    assert.equal((await shop.pay()).status, 409);
  });

  it('is a capture where the hold is still there', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, answering(200, 'null'));
    assert.equal((await shop.wallet.capture('o-1', { amount: '50.00' })).state, 'done');
    await shop.wallet.drain();
    await lookTwice(shop);
    const [operation] = await operationsOf(shop);
    assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'dropped']);
    assert.equal((await amounts(shop)).charged, '0.00');
    assert.ok(shop.logs.some((line) => line.startsWith('amount_lowered ')));
    shop.service.on(paths.void, answering(200, 'null'));
    assert.equal((await shop.wallet.void('o-1')).state, 'done');
  });

  it('is a void where the hold is still there', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.void, answering(200, 'null'));
    assert.equal((await shop.wallet.void('o-1')).state, 'done');
    await shop.wallet.drain();
    await lookTwice(shop);
    const [operation] = await operationsOf(shop);
    assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'dropped']);
    shop.service.on(paths.capture, answering(200, 'null'));
    assert.equal((await shop.wallet.capture('o-1')).state, 'done');
  });

  it('is a capture whose charge the service had named', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.capture, taken(shop, { status: 'paid' }));
    await shop.wallet.capture('o-1');
    await shop.wallet.find('o-1', { fresh: true });
    assert.equal((await storedAttempt(shop)).state, 'paid');
    shop.service.statuses.set(sessionId, { status: 'holded', amount: '199.90' });
    await shop.wallet.find('o-1', { fresh: true });
    assert.equal((await storedAttempt(shop)).state, 'paid');
    await lookTwice(shop);
    const [operation] = await operationsOf(shop);
    assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'dropped']);
    const { charged, held } = await amounts(shop);
    assert.deepEqual([charged, held], ['0.00', '199.90']);
    assert.ok(shop.logs.some((line) => line.startsWith('amount_lowered ')));
  });

  it('is a void whose release the service had named', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1');
    await shop.wallet.find('o-1', { fresh: true });
    assert.equal((await storedAttempt(shop)).state, 'cancelled');
    const holdStatus = { status: 'holded', amount: '199.90', refunded_amount: '0.00' };
    shop.service.statuses.set(sessionId, holdStatus);
    await shop.wallet.find('o-1', { fresh: true });
    assert.equal((await storedAttempt(shop)).state, 'cancelled');
    await lookTwice(shop);
    const [operation] = await operationsOf(shop);
    assert.deepEqual([operation?.state, operation?.refusal], ['refused', 'dropped']);
    assert.equal((await amounts(shop)).held, '199.90');
    assert.ok(shop.logs.some((line) => line.startsWith('amount_lowered ')));
    assert.equal((await shop.pay()).status, 409);
  });

  for (const status of ['paid', 'refunded', 'voided']) {
    it(`is the refund of just the amount that is missing: ${status}`, async () => {
      await using shop = await openWith('paid');
      const { sessionId } = await storedAttempt(shop);
      shop.service.on(paths.refund, answering(200, 'null'));
      await shop.wallet.refund('o-1', { amount: '30.00' });
      await shop.wallet.refund('o-1', { amount: '50.00' });
      await shop.wallet.drain();
      const currentStatus = { status, amount: '199.90', refunded_amount: '50.00' };
      shop.service.statuses.set(sessionId, currentStatus);
      await lookTwice(shop);
      const outcomes = (await operationsOf(shop)).map(({ amount, state }) => `${amount} ${state}`);
      assert.deepEqual(outcomes.sort(), ['30.00 refused', '50.00 done']);
    });
  }

  it('stays done while the service lags behind by seconds', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    const lagging = { status: 'paid', amount: '199.90', refunded_amount: '0.00' };
    shop.service.statuses.set(sessionId, lagging);
    shop.service.on(paths.refund, answering(200, 'null'));
    await shop.wallet.refund('o-1', { amount: '50.00' });
    await shop.wallet.drain();
    shop.wait(30 * second);
    await shop.wallet.find('o-1', { fresh: true });
    assert.equal((await amounts(shop)).refunded, '50.00');
    assert.equal((await operationsOf(shop))[0]?.state, 'done');
    assert.ok(!shop.logs.some((line) => line.startsWith('amount_lowered ')));
  });

  it('is not shown by an old webhook, but by the question that follows it', async () => {
    await using shop = await openWith('paid');
    const { sessionId } = await storedAttempt(shop);
    shop.service.on(paths.refund, answering(200, 'null'));
    const currentStatus = { status: 'paid', amount: '199.90', refunded_amount: '50.00' };
    shop.service.statuses.set(sessionId, currentStatus);
    await shop.wallet.refund('o-1', { amount: '50.00' });
    await shop.wallet.drain();
    shop.wait(day);
    const old = { id: sessionId, status: 'paid', amount: '199.90', refunded_amount: '0.00' };
    await shop.webhook(old);
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).refunded, '50.00');
    shop.service.statuses.set(sessionId, { ...currentStatus, refunded_amount: '0.00' });
    shop.wait(2 * second);
    await shop.webhook({ ...old, RRN: '42' });
    await shop.wallet.drain();
    assert.equal((await amounts(shop)).refunded, '50.00');
    shop.wait(13 * second);
    await shop.wallet.reconcile();
    assert.equal((await amounts(shop)).refunded, '0.00');
  });
});

describe('a refund right after a capture', () => {
  it('is possible as soon as the service says that the hold is charged', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.capture, taken(shop, { status: 'paid' }));
    await shop.wallet.capture('o-1');
    shop.service.on(paths.refund, taken(shop, { status: 'refunded' }));
    assert.equal((await shop.wallet.refund('o-1')).state, 'done');
  });
});

/** The operations that come after one that the service has accepted, while its status still shows the hold. */
const tooEarly = [
  { accepted: 'capture', kind: 'refund', options: {} },
  { accepted: 'void', kind: 'capture', options: {} },
  { accepted: 'void', kind: 'capture', options: { amount: '50.00' } },
  { accepted: 'void', kind: 'void', options: { key: 'again' } },
] as const;

for (const { accepted, kind, options } of tooEarly) {
  describe(`a ${kind} ${JSON.stringify(options)} after an accepted ${accepted} of a hold`, () => {
    it('says when to try again while the service has not confirmed it', async () => {
      await using shop = await openWith('holded');
      shop.service.on(paths[accepted], answering(200, 'null'));
      await shop.wallet[accepted]('o-1');
      const callCount = shop.service.to(paths[kind]).length;
      await assert.rejects(shop.wallet[kind]('o-1', options), {
        code: 'operation_in_progress',
        message: `The service has not confirmed the ${accepted} yet. Try again in 10 seconds.`,
        details: { retryAfter: 10 },
      });
      assert.equal(shop.service.to(paths[kind]).length, callCount);
    });
  });
}

describe('a capture after an accepted void of a hold', () => {
  it('is refused once the service says that the hold is released', async () => {
    await using shop = await openWith('holded');
    shop.service.on(paths.void, taken(shop, { status: 'voided' }));
    await shop.wallet.void('o-1');
    await assert.rejects(shop.wallet.capture('o-1'), { code: 'operation_not_possible' });
    assert.equal(shop.service.to(paths.capture).length, 0);
  });

  it('is sent once the service has dropped the void', async () => {
    await using shop = await openWith('holded');
    const { sessionId } = await storedAttempt(shop);
    shop.service.statuses.set(sessionId, { status: 'holded', amount: '199.90' });
    shop.service.on(paths.void, answering(200, 'null'));
    await shop.wallet.void('o-1');
    await shop.wallet.drain();
    shop.wait(hour);
    shop.service.on(paths.capture, answering(200, 'null'));
    await assert.rejects(shop.wallet.capture('o-1'), { code: 'operation_in_progress' });
    shop.wait(11 * second);
    assert.equal((await shop.wallet.capture('o-1')).state, 'done');
  });
});
