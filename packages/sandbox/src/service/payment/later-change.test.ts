import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { webhookVersions } from '../webhook/versions.ts';
import { heldClock, Merchant, until } from '../../../test/merchant.ts';

const facts = (merchant: Merchant, id: string): readonly unknown[] => {
  const { status, charged, refunded, operations } = merchant.ledger(id);
  return [status, charged, refunded, ...operations.map((operation) => operation.status)];
};
const call = (merchant: Merchant, name: string, id: string, more = {}) =>
  merchant.call(`/v1/${name}`, { merchant_id: 'm-1', session_id: id, ...more });

describe('dropAfter', () => {
  it('takes back a refund, whole or in part, that was accepted', async (t) => {
    for (const [more, after] of [
      [{}, ['voided', '199.90', '199.90', 'voided']],
      [{ amount: 50 }, ['paid', '199.90', '50.00', 'paid']],
    ] as const) {
      const clock = heldClock();
      const merchant = await Merchant.open(t, { clock, scenario: { dropAfter: 400 } });
      const id = await merchant.order();
      await merchant.pay(id);
      assert.equal((await call(merchant, 'void', id, more)).text, 'null');
      assert.deepEqual(facts(merchant, id), after);
      await clock.pass(400);
      await until(() => merchant.received.length === 3);
      assert.deepEqual(facts(merchant, id), ['paid', '199.90', '0.00', 'paid']);
      const { body } = await call(merchant, 'get-status', id);
      assert.deepEqual([body['status'], body['refunded_amount']], ['paid', '0.00']);
      assert.equal(merchant.received.at(-1)?.body['refunded_amount'], '0.00');
    }
  });

  it('takes back a capture and the void of a hold', async (t) => {
    for (const name of ['complete-hold', 'void']) {
      const clock = heldClock();
      const merchant = await Merchant.open(t, { clock, scenario: { dropAfter: 400 } });
      const id = await merchant.order({ use_hold: true });
      await merchant.pay(id);
      await call(merchant, name, id);
      assert.notEqual(merchant.ledger(id).status, 'holded');
      await clock.pass(400);
      await until(() => merchant.ledger(id).status === 'holded');
      assert.deepEqual(facts(merchant, id), ['holded', '0.00', '0.00', 'holded']);
      await until(() => merchant.received.at(-1)?.body['status'] === 'holded');
    }
  });

  it('ends an operation that is still under way', async (t) => {
    const clock = heldClock();
    const scenario = { dropAfter: 300, changeAfter: 600 };
    const merchant = await Merchant.open(t, { clock, scenario });
    const id = await merchant.order();
    await merchant.pay(id);
    await call(merchant, 'void', id);
    assert.equal(await merchant.statusOf(id), 'processing_void');
    await clock.pass(300);
    await until(() => merchant.ledger(id).status === 'paid');
    await clock.pass(300);
    assert.deepEqual(facts(merchant, id), ['paid', '199.90', '0.00', 'paid']);
  });

  it('leaves alone what was given back since', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    await merchant.pay(id);
    merchant.sandbox.scenario({ dropAfter: 300 });
    await call(merchant, 'void', id, { amount: 50 });
    merchant.sandbox.scenario({});
    await call(merchant, 'void', id, { amount: 20 });
    await clock.pass(300);
    await until(() => merchant.ledger(id).refunded === '20.00');
  });

  it('outlives a restart', async (t) => {
    const options = {
      dataFile: join(temporaryFolder(), 'ledger.json'),
      scenario: { dropAfter: 300 },
    };
    const first = await Merchant.open(t, { ...options, clock: heldClock() });
    const id = await first.order();
    await first.pay(id);
    await call(first, 'void', id);
    await first.sandbox.close();
    const clock = { now: () => Date.now() + 300, wait: () => Promise.resolve() };
    const second = await Merchant.open(t, { ...options, clock });
    assert.equal(await second.statusOf(id), 'paid');
  });
});

describe('statusLag', () => {
  it('lets get-status tell what was so some time ago', async (t) => {
    let now = Date.now();
    const clock = { now: () => now, wait: () => Promise.resolve() };
    const merchant = await Merchant.open(t, { clock, scenario: { statusLag: 5000 } });
    const id = await merchant.order();
    now += 60_000;
    await merchant.pay(id);
    assert.equal(merchant.ledger(id).charges, 1);
    const { body } = await call(merchant, 'get-status', id);
    assert.deepEqual([body['status'], body['pan']], ['created', null]);
    now += 4999;
    assert.equal(await merchant.statusOf(id), 'created');
    now += 1;
    assert.equal(await merchant.statusOf(id), 'paid');
    await call(merchant, 'void', id, { amount: 50 });
    const readRefundedAmount = async (): Promise<unknown> =>
      (await call(merchant, 'get-status', id)).body['refunded_amount'];
    assert.equal(await readRefundedAmount(), '0.00');
    now += 5000;
    assert.equal(await readRefundedAmount(), '50.00');
  });

  it('does not hide the payment of a new session', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { statusLag: 60_000 } });
    const id = await merchant.order();
    await merchant.pay(id);
    const { body } = await call(merchant, 'get-status', id);
    assert.deepEqual([body['status'], body['amount']], ['created', '199.90']);
  });
});

describe('partRefund', () => {
  it('gives a payment the status refunded once a part of it went back', async (t) => {
    for (const version of webhookVersions) {
      const scenario = { partRefund: 'refunded', webhookVersion: version } as const;
      const merchant = await Merchant.open(t, { scenario });
      const id = await merchant.order();
      await merchant.pay(id);
      assert.equal(await merchant.statusOf(id), 'paid');
      await call(merchant, 'void', id, { amount: 50 });
      await until(() => merchant.received.length === 2);
      const { status, amount, refunded_amount: refundedAmount } = merchant.received[1]?.body ?? {};
      assert.deepEqual(
        [status, Number(amount), Number(refundedAmount)],
        ['refunded', 199.9, 50],
        version,
      );
      const { body } = await call(merchant, 'get-status', id);
      assert.deepEqual([body['status'], body['refunded_amount']], ['refunded', '50.00']);
      assert.equal((await call(merchant, 'void', id, { amount: 50 })).text, 'null');
      assert.equal(merchant.ledger(id).refunded, '100.00');
    }
  });
});

describe('disputeAfter', () => {
  for (const [disputeEnd, status, back] of [
    ['open', 'disputed', '0.00'],
    ['won', 'paid', '0.00'],
    ['lost', 'refunded', '199.90'],
  ] as const) {
    it(`lets the bank dispute a payment, which then is ${disputeEnd}`, async (t) => {
      const clock = heldClock();
      const scenario = { disputeAfter: 300, disputeEnd, disputeEndsAfter: 300 };
      const merchant = await Merchant.open(t, { clock, scenario });
      const id = await merchant.order();
      await merchant.pay(id);
      await clock.pass(300);
      await until(() => merchant.ledger(id).status === 'disputed');
      await until(() => merchant.received.at(-1)?.body['status'] === 'disputed');
      if (disputeEnd !== 'open') await clock.pass(300);
      await until(() => merchant.ledger(id).status === status);
      assert.deepEqual(facts(merchant, id), [status, '199.90', back, status]);
    });
  }
});
