import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amounts,
  answering,
  openWith,
  operationsOf,
  paths,
  refusing,
  taken,
} from '../../test/paid-shop.ts';
import { openShop, type Shop, storedAttempt } from '../../test/shop.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Lets the service name this status from now on. */
async function name(shop: Shop, status: object): Promise<string> {
  const { sessionId } = await storedAttempt(shop);
  shop.service.statuses.set(sessionId, status);
  return sessionId;
}

/** Asks the service once. */
async function look(shop: Shop): Promise<void> {
  await shop.wallet.find('o-1', { fresh: true });
  await shop.wallet.drain();
}

/** Lets hours pass, one by one. */
async function pass(shop: Shop, hours: number): Promise<void> {
  for (let each = 0; each < hours; each += 1) {
    shop.wait(hour);
    await shop.wallet.reconcile();
    await shop.wallet.drain();
  }
}

async function reviews(shop: Shop): Promise<readonly unknown[]> {
  const { payments } = await shop.wallet.list({ needsReview: true });
  return payments.map(({ flag }) => flag);
}

async function assertClosed(shop: Shop): Promise<void> {
  const sentCount = shop.service.to('/v1/pay-token').length;
  assert.equal((await shop.pay()).status, 409);
  assert.equal(shop.service.to('/v1/pay-token').length, sentCount);
}

const hasAlarm = ({ logs }: Shop, alarm: string): boolean =>
  logs.some((line) => line.startsWith(`${alarm} `));

/** Answers that say two things about the money of one session. */
const contradictions: Readonly<Record<string, object>> = {
  'a failed session with a paid payment': { status: 'failed', operations: [{ status: 'paid' }] },
  'an expired session with a held payment': {
    status: 'expired',
    operations: [{ status: 'holded' }],
  },
  'a failed session with a payment at work': {
    status: 'failed',
    operations: [{ status: 'processing' }],
  },
  'a failed session with a payment of an unknown status': {
    status: 'failed',
    operations: [{ status: 'odd' }],
  },
  'a new session with a paid payment': { status: 'created', operations: [{ status: 'paid' }] },
  'a failed session with an approved transaction': {
    status: 'failed',
    transaction_status: 'APPROVED',
  },
  'a failed session with an amount that went back': { status: 'failed', refunded_amount: '10.00' },
  'a paid session with a failed payment': { status: 'paid', operations: [{ status: 'failed' }] },
  'a paid session with a refunded transaction': {
    status: 'paid',
    transaction_status: 'REFUNDED',
  },
  'a refunded session with a paid payment': {
    status: 'refunded',
    operations: [{ status: 'paid' }],
  },
  'a voided session with an approved transaction': {
    status: 'voided',
    transaction_status: 'APPROVED',
  },
};

for (const [text, answer] of Object.entries(contradictions)) {
  describe(text, () => {
    it('proves nothing in the answer to the token, closes the order and is asked about', async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', ({ body }) => {
        shop.service.statuses.set(String(body['session_id']), answer);
        return answer;
      });
      await shop.pay();
      await pass(shop, 2);
      assert.equal((await storedAttempt(shop)).state, 'unknown');
      assert.ok(hasAlarm(shop, 'answer_mismatch'));
      await assertClosed(shop);
      await name(shop, { status: 'paid' });
      await look(shop);
      assert.equal((await storedAttempt(shop)).state, 'paid');
    });

    for (const status of ['paid', 'holded'] as const) {
      it(`leaves a ${status} payment as it is, and is in review after three days`, async () => {
        await using shop = await openWith(status);
        const before = await storedAttempt(shop);
        await name(shop, answer);
        await look(shop);
        const { state, held, charged, refunded } = await storedAttempt(shop);
        assert.deepEqual(
          [state, held, charged, refunded],
          [before.state, before.held, before.charged, before.refunded],
        );
        assert.equal(shop.logs.filter((line) => line.startsWith('answer_mismatch ')).length, 1);
        await assertClosed(shop);
        assert.deepEqual(await reviews(shop), []);
        await pass(shop, 80);
        assert.deepEqual(await reviews(shop), ['contradicted']);
        assert.equal((await storedAttempt(shop)).state, before.state);
        await assertClosed(shop);
      });
    }

    it('closes an order again that was free', async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
      await shop.pay();
      await name(shop, answer);
      await look(shop);
      await assertClosed(shop);
      await name(shop, { status: 'failed' });
      await look(shop);
      assert.equal((await shop.pay()).status, 200);
    });
  });
}

describe('a webhook that contradicts itself', () => {
  for (const version of ['v1', 'v2', 'v3']) {
    for (const [session, payment] of [
      ['failed', 'paid'],
      ['expired', 'holded'],
      ['refunded', 'paid'],
    ] as const) {
      it(`is a reason to ask in ${version}: ${session} with a payment that is ${payment}`, async () => {
        await using shop = await openShop();
        shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
        await shop.pay();
        const id = await name(shop, { status: 'processing' });
        const payments = [{ external_id: 'o-1', amount: '199.90', status: payment }];
        await shop.webhook({ id, status: session, payments }, version);
        await shop.wallet.drain();
        assert.equal((await storedAttempt(shop)).state, 'pending');
        assert.ok(hasAlarm(shop, 'answer_mismatch'));
        assert.equal(shop.service.to('/v1/get-status').length, 1);
        await assertClosed(shop);
      });
    }
  }
});

describe('a declined payment', () => {
  it('is free at once where the answer to its token and a question agree', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'failed' }));
    assert.equal((await shop.pay()).status, 200);
    await name(shop, { status: 'failed' });
    await look(shop);
    assert.equal((await shop.pay()).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 2);
  });

  it('is free at once where a webhook and a question agree', async () => {
    await using shop = await openShop();
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    const id = await name(shop, { status: 'failed' });
    await shop.webhook({ id, status: 'failed' });
    await look(shop);
    await shop.pay();
    assert.equal(shop.service.to('/v1/pay-token').length, 2);
  });
});

describe('a hold that get-status calls ended', () => {
  for (const status of ['failed', 'expired']) {
    it(`needs a second look ten seconds later: ${status}`, async () => {
      await using shop = await openWith('holded');
      await name(shop, { status });
      await look(shop);
      await assertClosed(shop);
      await look(shop);
      assert.equal((await storedAttempt(shop)).state, 'authorized');
      shop.wait(13 * second);
      await shop.wallet.reconcile();
      assert.equal((await storedAttempt(shop)).state, status);
    });

    it(`counts as a hold where the second question shows it again: ${status}`, async () => {
      await using shop = await openWith('holded');
      await name(shop, { status });
      await look(shop);
      await name(shop, { status: 'holded' });
      shop.wait(13 * second);
      await look(shop);
      await name(shop, { status });
      shop.wait(13 * second);
      await look(shop);
      assert.equal((await storedAttempt(shop)).state, 'authorized');
      await assertClosed(shop);
    });
  }

  it('ends by one question once its own time is over', async () => {
    await using shop = await openWith('holded');
    shop.wait(7 * day);
    await name(shop, { status: 'expired' });
    await look(shop);
    assert.equal((await storedAttempt(shop)).state, 'expired');
  });

  it('counts as a hold while the service knows of no payment, and is in review after three days', async () => {
    await using shop = await openWith('holded');
    await name(shop, { status: 'created' });
    await pass(shop, 80);
    assert.equal((await storedAttempt(shop)).state, 'authorized');
    assert.deepEqual(await reviews(shop), ['contradicted']);
  });
});

describe('a charge that the service denies', () => {
  for (const status of ['failed', 'expired', 'created']) {
    it(`counts as a charge, and is in review after three days: ${status}`, async () => {
      await using shop = await openWith('paid');
      await name(shop, { status });
      await look(shop);
      await pass(shop, 80);
      assert.equal((await storedAttempt(shop)).state, 'paid');
      assert.deepEqual(await reviews(shop), ['contradicted']);
      const { id } = await storedAttempt(shop);
      await shop.wallet.resolve(id, 'failed');
      assert.deepEqual(await reviews(shop), []);
      assert.equal((await shop.pay()).status, 200);
    });
  }

  it('is certain again by an answer that shows it', async () => {
    await using shop = await openWith('paid');
    await name(shop, { status: 'failed' });
    await look(shop);
    await name(shop, { status: 'paid', amount: '199.90' });
    await pass(shop, 80);
    assert.deepEqual(await reviews(shop), []);
  });
});

describe('a charge that went back whole beside the status paid', () => {
  it('is shown as gone back, and the order stays closed until the status agrees', async () => {
    await using shop = await openWith('paid');
    await name(shop, { status: 'paid', amount: '199.90', refunded_amount: '199.90' });
    await look(shop);
    assert.equal((await amounts(shop)).refunded, '199.90');
    assert.deepEqual(await reviews(shop), ['contradicted']);
    await assertClosed(shop);
    await look(shop);
    await assertClosed(shop);
    await name(shop, { status: 'refunded', amount: '199.90', refunded_amount: '199.90' });
    await look(shop);
    assert.deepEqual(await reviews(shop), []);
    assert.equal((await shop.pay()).status, 200);
  });

  for (const [outcome, status, refunded] of [
    ['succeeded', 409, '0.00'],
    ['failed', 200, '199.90'],
  ] as const) {
    it(`is ended by a review that says ${outcome}`, async () => {
      await using shop = await openWith('paid');
      await name(shop, { status: 'paid', refunded_amount: '199.90' });
      await look(shop);
      const { id } = await storedAttempt(shop);
      const payment = await shop.wallet.resolve(id, outcome);
      assert.deepEqual([payment.flag, payment.amounts.refunded], ['resolved', refunded]);
      await look(shop);
      assert.deepEqual(await reviews(shop), []);
      assert.equal((await shop.pay()).status, status);
    });
  }

  it('is in review only after three days where the shop has returned all of it', async () => {
    await using shop = await openWith('paid');
    const status = { status: 'paid', amount: '199.90', refunded_amount: '199.90' };
    shop.service.on(paths.refund, taken(shop, status));
    assert.equal((await shop.wallet.refund('o-1')).state, 'done');
    await shop.wallet.drain();
    assert.equal((await storedAttempt(shop)).state, 'refunded');
    assert.deepEqual(await reviews(shop), []);
    await assertClosed(shop);
    await pass(shop, 80);
    assert.deepEqual(await reviews(shop), ['contradicted']);
  });
});

describe('the status refunded beside zero as what went back', () => {
  it('keeps the order closed, and is in review after three days', async () => {
    await using shop = await openWith('paid');
    await name(shop, { status: 'refunded', amount: '199.90', refunded_amount: '0.00' });
    await look(shop);
    await assertClosed(shop);
    await pass(shop, 80);
    assert.deepEqual(await reviews(shop), ['contradicted']);
  });

  it('agrees with a refund of the shop', async () => {
    await using shop = await openWith('paid');
    const status = { status: 'refunded', amount: '199.90', refunded_amount: '0.00' };
    shop.service.on(paths.refund, taken(shop, status));
    await shop.wallet.refund('o-1');
    await look(shop);
    assert.equal((await shop.pay()).status, 200);
  });
});

describe('a returned amount above the charge', () => {
  for (const status of ['paid', 'refunded', 'voided']) {
    it(`is in review, and nothing more is sent: ${status}`, async () => {
      await using shop = await openWith('paid');
      await name(shop, { status, amount: '199.90', refunded_amount: '224.90' });
      await look(shop);
      assert.equal((await amounts(shop)).refunded, '199.90');
      assert.deepEqual(await reviews(shop), ['contradicted']);
      assert.ok(hasAlarm(shop, 'answer_mismatch'));
      await assertClosed(shop);
      await assert.rejects(shop.wallet.refund('o-1'), { code: 'operation_not_possible' });
      assert.equal(shop.service.to(paths.refund).length, 0);
    });
  }

  it('is seen after the shop had returned a part, and after all of it had gone back', async () => {
    for (const amount of ['50.00', undefined]) {
      await using shop = await openWith('paid');
      const status = amount === undefined ? 'refunded' : 'paid';
      shop.service.on(paths.refund, taken(shop, { status, refunded_amount: amount ?? '199.90' }));
      await shop.wallet.refund('o-1', amount === undefined ? {} : { amount });
      await shop.wallet.drain();
      await name(shop, { status: 'refunded', amount: '199.90', refunded_amount: '249.90' });
      await look(shop);
      assert.deepEqual(await reviews(shop), ['contradicted']);
      await assertClosed(shop);
    }
  });
});

describe('the rest of a charge that goes back without an amount', () => {
  for (const status of ['voided', 'refunded']) {
    it(`is in review where a status had shown the part of the shop: ${status}`, async () => {
      await using shop = await openWith('paid');
      shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
      await shop.wallet.refund('o-1', { amount: '50.00' });
      await shop.wallet.drain();
      const id = await name(shop, { status, amount: '199.90' });
      await shop.webhook({ id, status });
      await look(shop);
      assert.deepEqual(await reviews(shop), ['contradicted']);
      await assertClosed(shop);
      await assert.rejects(shop.wallet.refund('o-1'), { code: 'operation_not_possible' });
      const { id: attempt } = await storedAttempt(shop);
      const payment = await shop.wallet.resolve(attempt, 'failed');
      assert.deepEqual([payment.state, payment.amounts.refunded], ['refunded', '199.90']);
      await look(shop);
      assert.equal((await shop.pay()).status, 200);
    });
  }
});

describe('an operation that the service refuses in words', () => {
  const options = { amount: '50.00', key: 'job-1' };

  /** The service does it, and refuses it all the same. */
  const refusedButDone = (shop: Shop, status: object, http = 400): void => {
    shop.service.on(paths.refund, ({ body }, response) => {
      shop.service.statuses.set(String(body['session_id']), status);
      response.writeHead(http, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ type: 'processing', code: 'RefundError' }));
      return null;
    });
  };

  for (const http of [400, 422]) {
    it(`and does all the same is sent once by its key, and in review: HTTP ${String(http)}`, async () => {
      await using shop = await openWith('paid');
      refusedButDone(shop, { status: 'paid', amount: '199.90', refunded_amount: '50.00' }, http);
      for (let calls = 0; calls < 3; calls += 1) {
        const { state, refusal, inReview } = await shop.wallet.refund('o-1', options);
        assert.deepEqual([state, refusal, inReview], ['refused', 'RefundError', true]);
      }
      assert.equal(shop.service.to(paths.refund).length, 1);
      assert.deepEqual(await reviews(shop), ['contradicted']);
      assert.equal((await amounts(shop)).refunded, '50.00');
      await assert.rejects(shop.wallet.refund('o-1', { amount: '20.00' }), {
        code: 'operation_not_possible',
      });
    });
  }

  for (const [outcome, state] of [
    ['succeeded', 'done'],
    ['failed', 'refused'],
  ] as const) {
    it(`is ${state} once a review says ${outcome}`, async () => {
      await using shop = await openWith('paid');
      refusedButDone(shop, { status: 'paid', amount: '199.90', refunded_amount: '50.00' });
      await shop.wallet.refund('o-1', options);
      const { id } = await storedAttempt(shop);
      const payment = await shop.wallet.resolve(id, outcome);
      assert.equal(payment.amounts.refunded, '50.00');
      const [operation] = await operationsOf(shop);
      assert.equal(operation?.state, state);
      assert.deepEqual(await reviews(shop), []);
      await pass(shop, 3);
      assert.deepEqual(await reviews(shop), []);
    });
  }

  it('is in review where just its amount moves later', async () => {
    await using shop = await openWith('paid');
    await name(shop, { status: 'paid', amount: '199.90', refunded_amount: '0.00' });
    shop.service.on(paths.refund, refusing('RefundError'));
    assert.equal((await shop.wallet.refund('o-1', options)).inReview, undefined);
    const id = await name(shop, { status: 'paid', amount: '199.90', refunded_amount: '50.00' });
    await shop.webhook({ id, status: 'paid', amount: '199.90', refunded_amount: '50.00' });
    assert.deepEqual(await reviews(shop), ['contradicted']);
    assert.equal((await shop.wallet.refund('o-1', options)).inReview, true);
  });

  it('is refused where another amount moved, which was done in the cabinet', async () => {
    await using shop = await openWith('paid');
    refusedButDone(shop, { status: 'paid', amount: '199.90', refunded_amount: '30.00' });
    const { state, inReview } = await shop.wallet.refund('o-1', options);
    assert.deepEqual([state, inReview], ['refused', undefined]);
    await shop.wallet.drain();
    assert.equal(shop.changes.at(-1)?.refunded, '30.00');
    assert.deepEqual(await reviews(shop), []);
  });

  it('is not sent again without a key where no amount is named, and says so', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, refusing('RefundError'));
    for (let calls = 0; calls < 3; calls += 1) {
      const { state, unproven } = await shop.wallet.refund('o-1', { amount: '50.00' });
      assert.deepEqual([state, unproven], ['refused', true]);
    }
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('may be sent again where named amounts show later that nothing moved, but not with its old key', async () => {
    await using shop = await openWith('paid');
    await name(shop, { status: 'paid', amount: '199.90', refunded_amount: '0.00' });
    shop.service.on(paths.refund, refusing('RefundError'));
    for (let calls = 0; calls < 2; calls += 1) {
      await shop.wallet.refund('o-1', options);
      shop.wait(11 * second);
      await shop.wallet.refund('o-1', { amount: '50.00' });
      shop.wait(11 * second);
    }
    assert.equal(shop.service.to(paths.refund).length, 3);
    await shop.wallet.refund('o-1', { ...options, key: 'job-2' });
    assert.equal(shop.service.to(paths.refund).length, 4);
  });

  for (const [kind, first, part, end] of [
    ['refund', 'paid', { amount: '50.00' }, { status: 'paid', refunded_amount: '50.00' }],
    ['refund', 'paid', {}, { status: 'refunded', refunded_amount: '199.90' }],
    ['capture', 'holded', { amount: '50.00' }, { status: 'paid', amount: '50.00' }],
    ['void', 'holded', {}, { status: 'voided' }],
  ] as const) {
    const call = `a ${kind} ${JSON.stringify(part)}`;

    /** It is sent once, whose refusal is the answer to two more calls, and eleven seconds pass. */
    const refuseFor = async (shop: Shop): Promise<void> => {
      await name(shop, { status: first, amount: '199.90', refunded_amount: '0.00' });
      shop.service.on(paths[kind], refusing('No'));
      for (let calls = 0; calls < 3; calls += 1) {
        const { state, unproven } = await shop.wallet[kind]('o-1', part);
        assert.deepEqual([state, unproven], ['refused', true]);
        shop.wait(2 * second);
      }
      assert.equal(shop.service.to(paths[kind]).length, 1);
      shop.wait(5 * second);
    };

    it(`is not sent again without a key while the service may lag behind: ${call}`, async () => {
      await using shop = await openWith(first);
      await refuseFor(shop);
      await shop.wallet[kind]('o-1', part);
      assert.equal(shop.service.to(paths[kind]).length, 2);
    });

    it(`is in review, and not sent again, where its amount shows after the lag: ${call}`, async () => {
      await using shop = await openWith(first);
      await refuseFor(shop);
      await name(shop, { amount: '199.90', ...end });
      assert.equal((await shop.wallet[kind]('o-1', part)).inReview, true);
      assert.equal(shop.service.to(paths[kind]).length, 1);
      assert.deepEqual(await reviews(shop), ['contradicted']);
    });

    it(`is asked about by itself after the lag: ${call}`, async () => {
      await using shop = await openWith(first);
      await refuseFor(shop);
      await name(shop, { amount: '199.90', ...end });
      shop.wait(second);
      await shop.wallet.reconcile();
      assert.deepEqual(await reviews(shop), ['contradicted']);
    });
  }

  it('is not sent again without a key ten seconds after it was sent, if its refusal came later', async () => {
    await using shop = await openWith('paid');
    await name(shop, { status: 'paid', amount: '199.90', refunded_amount: '0.00' });
    shop.service.on(paths.refund, (...call) => {
      shop.wait(11 * second);
      return refusing('No')(...call);
    });
    for (let calls = 0; calls < 2; calls += 1) {
      await shop.wallet.refund('o-1', { amount: '50.00' });
    }
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  it('by a key is sent by hand too only where named amounts show later that nothing moved', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, refusing('RefundError'));
    await shop.wallet.refund('o-1', options);
    const { joined, unproven } = await shop.wallet.refund('o-1', { amount: '50.00' });
    assert.deepEqual([joined, unproven], [true, true]);
    assert.equal(shop.service.to(paths.refund).length, 1);
  });

  for (const [kind, status] of [
    ['capture', 'paid'],
    ['void', 'voided'],
  ] as const) {
    it(`and does all the same is in review: a ${kind} of a hold`, async () => {
      await using shop = await openWith('holded');
      shop.service.on(paths[kind], (...call) => {
        shop.service.statuses.set(String(call[0].body['session_id']), { status });
        return refusing('NotHeld')(...call);
      });
      for (let calls = 0; calls < 2; calls += 1) {
        const { state, inReview } = await shop.wallet[kind]('o-1', { key: 'job-1' });
        assert.deepEqual([state, inReview], ['refused', true]);
      }
      assert.equal(shop.service.to(paths[kind]).length, 1);
      assert.deepEqual(await reviews(shop), ['contradicted']);
      await assertClosed(shop);
    });
  }
});

describe('a status in the answer to an operation', () => {
  for (const [kind, first, status] of [
    ['capture', 'holded', 'failed'],
    ['capture', 'holded', 'expired'],
    ['capture', 'holded', 'voided'],
    ['capture', 'holded', 'refunded'],
    ['void', 'holded', 'failed'],
    ['void', 'holded', 'expired'],
    ['void', 'paid', 'failed'],
    ['refund', 'paid', 'failed'],
    ['refund', 'paid', 'expired'],
  ] as const) {
    it(`is a reason to ask, and ends no payment: ${status} for a ${kind}`, async () => {
      await using shop = await openWith(first);
      const { sessionId: id, state } = await storedAttempt(shop);
      await name(shop, { status: first, amount: '199.90' });
      shop.service.on(paths[kind], answering(200, JSON.stringify({ id, status })));
      assert.equal((await shop.wallet[kind]('o-1')).state, 'unknown');
      assert.equal((await storedAttempt(shop)).state, state);
      assert.equal(shop.service.to('/v1/get-status').length, 1);
      await assertClosed(shop);
    });
  }
});

describe('an accepted operation that no status shows', () => {
  for (const options of [{}, { amount: '199.90' }]) {
    it(`is in review after three days: a refund with ${JSON.stringify(options)}`, async () => {
      await using shop = await openWith('paid');
      await name(shop, { status: 'paid' });
      shop.service.on(paths.refund, answering(200, 'null'));
      assert.equal((await shop.wallet.refund('o-1', options)).state, 'done');
      await pass(shop, 71);
      assert.deepEqual(await reviews(shop), []);
      await pass(shop, 30);
      assert.deepEqual(await reviews(shop), ['contradicted']);
      assert.ok(hasAlarm(shop, 'needs_review'));
    });
  }

  for (const [outcome, state, refunded] of [
    ['succeeded', 'refunded', '199.90'],
    ['failed', 'paid', '0.00'],
  ] as const) {
    it(`is as the review says: ${outcome}`, async () => {
      await using shop = await openWith('paid');
      await name(shop, { status: 'paid' });
      shop.service.on(paths.refund, answering(200, 'null'));
      await shop.wallet.refund('o-1');
      await pass(shop, 100);
      const { id } = await storedAttempt(shop);
      const payment = await shop.wallet.resolve(id, outcome);
      assert.deepEqual([payment.state, payment.amounts.refunded], [state, refunded]);
      await look(shop);
      assert.equal((await storedAttempt(shop)).state, state);
      assert.deepEqual(await reviews(shop), []);
    });
  }
});

describe('a second call for an operation without a key', () => {
  it('says that it joined the earlier one, and when that was', async () => {
    await using shop = await openWith('paid');
    shop.service.on(paths.refund, taken(shop, { status: 'paid', amount: '199.90' }));
    const first = await shop.wallet.refund('o-1', { amount: '50.00' });
    assert.equal(first.joined, undefined);
    shop.wait(20 * day);
    const again = await shop.wallet.refund('o-1', { amount: '50.00' });
    assert.deepEqual([again.joined, again.at, again.id], [true, first.at, first.id]);
    assert.equal(shop.service.to(paths.refund).length, 1);
  });
});
