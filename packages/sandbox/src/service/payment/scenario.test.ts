import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScenarioFields } from '../../index.ts';
import { heldClock, Merchant, until } from '../../../test/merchant.ts';

describe('a scenario', () => {
  it('is chosen for one order, through the control API', async (t) => {
    const merchant = await Merchant.open(t);
    const set = await control(merchant, { external_id: 'order-1', result: 'failed' });
    assert.equal(set.status, 200);
    const other = await merchant.order({ external_id: 'order-2' });
    assert.equal((await merchant.pay(await merchant.order())).body['status'], 'failed');
    assert.equal((await merchant.pay(other)).body['status'], 'paid');
  });

  it('is chosen for everything, and cleared again', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ result: 'failed' });
    assert.equal((await merchant.pay(await merchant.order())).body['status'], 'failed');
    merchant.sandbox.scenario({});
    assert.equal((await merchant.pay(await merchant.order())).body['status'], 'paid');
  });

  it('yields, field by field, to the one that is closer to the call', async (t) => {
    const merchant = await Merchant.open(t, { scenario: { webhook: 'never' } });
    merchant.sandbox.scenario({ result: 'failed', bankCheck: 'always' });
    merchant.sandbox.scenario({ external_id: 'order-1', bankCheck: 'never' });
    const byOrder = await merchant.pay(await merchant.order());
    const byHeader = await merchant.pay(await merchant.order(), 'visa-approve', {
      scenario: { result: 'holded' },
    });
    assert.deepEqual(byOrder.body, { status: 'failed' });
    assert.deepEqual(byHeader.body, { status: 'holded' });
  });

  it('is that of the call itself for what the call begins', async (t) => {
    const merchant = await Merchant.open(t);
    const send = (path: string, body: object, scenario: ScenarioFields, more = {}) => {
      const headers = { 'x-sandbox-scenario': JSON.stringify(scenario), ...more };
      return merchant.call(path, body, { headers });
    };
    const [paidOff, voided] = [await merchant.order(), await merchant.order()];
    await merchant.pay(paidOff, 'visa-approve', { scenario: { paidOffAfter: 1 } });
    await merchant.pay(voided, 'visa-approve', { scenario: { webhook: 'never' } });
    const fields = { merchant_id: 'm-1', session_id: voided };
    await send('/v1/void', fields, { changeAfter: 600_000, webhook: 'never' });
    const payout = { guid: 'g-1', amount: '1.00', recipient: {} };
    const comfort = { 'x-merchant-id': 'm-1' };
    await send('/v1/operations/create', [payout], { paidOffAfter: 1 }, comfort);
    const unpaid = (await send('/v1/session', { merchant_id: 'm-1' }, { expireAfter: 1 })).body;
    await until(() => merchant.ledger(paidOff).status === 'paid_off');
    await until(() => merchant.ledger(String(unpaid['id'])).status === 'expired');
    await until(() => merchant.sandbox.ledger().payouts[0]?.status === 'paid_off');
    assert.equal(merchant.ledger(voided).status, 'processing_void');
    assert.deepEqual(merchant.ledger(voided).webhooks, []);
  });

  for (const times of [1, 2]) {
    it(`spoils the next ${times} calls of its order, and no later one`, async (t) => {
      const merchant = await Merchant.open(t);
      const order = { external_id: 'order-1' };
      merchant.sandbox.scenario({ ...order, answer: 'error503', answerOn: 'get-status', times });
      const id = await merchant.order();
      const other = await merchant.order({ external_id: 'order-2' });
      const ask = async (session_id: string): Promise<number> =>
        (await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id })).status;
      assert.equal(await ask(other), 200);
      for (let call = 0; call < times; call += 1) assert.equal(await ask(id), 503);
      assert.equal(await ask(id), 200);
      assert.deepEqual(merchant.sandbox.ledger().scenarios, {});
    });
  }

  it('spoils the first call of all orders, and keeps its other fields', async (t) => {
    const merchant = await Merchant.open(t);
    const fields = { result: 'failed', answer: 'error503', processed: false, times: 1 } as const;
    merchant.sandbox.scenario(fields);
    const [first, second] = [await merchant.order(), await merchant.order()];
    assert.equal((await merchant.pay(first)).status, 503);
    assert.equal((await merchant.pay(second)).body['status'], 'failed');
    assert.deepEqual(merchant.sandbox.ledger().scenarios, { '': { result: 'failed' } });
  });

  it('names another status in the answer, in get-status and in webhooks', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    merchant.sandbox.scenario({ statedStatus: 'blocked' });
    assert.equal((await merchant.pay(id)).body['status'], 'blocked');
    assert.equal(await merchant.statusOf(id), 'blocked');
    await until(() => merchant.ledger(id).webhooks.length > 0);
    const { status, body = '' } = merchant.ledger(id).webhooks[0] ?? {};
    assert.equal(status, 'blocked');
    assert.equal((JSON.parse(body) as { readonly status: unknown }).status, 'blocked');
    assert.equal(merchant.ledger(id).status, 'paid');
  });

  it('settles a payment that is processing at first', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ result: 'processing', settleAfter: 50 });
    const id = await merchant.order();
    assert.equal((await merchant.pay(id)).body['status'], 'processing');
    await until(() => merchant.ledger(id).status === 'paid');
  });

  for (const [fields, says] of [
    [
      { webhook: 'never', webhookDelay: 5 },
      /^TypeError: webhookDelay: no webhook is sent with webhook: never$/,
    ],
    [{ webhook: 'never', webhookCopies: 2 }, /^TypeError: webhookCopies: no webhook/],
    [
      { answer: 'cut', answerStatus: 409 },
      /^TypeError: answerStatus: no whole answer is sent with answer: cut$/,
    ],
    [
      { answer: 'html', answerCode: 'InProgressError' },
      /^TypeError: answerCode: only refused and in-progress/,
    ],
    [{ result: 'failed', times: 1 }, /^TypeError: times: there is no fault that it could count$/],
    [{ answer: 'cut', times: 101 }, /^TypeError: times: /],
  ] as const) {
    it(`is refused with ${JSON.stringify(fields)}`, async (t) => {
      const { sandbox } = await Merchant.open(t);
      assert.throws(() => {
        sandbox.scenario(fields);
      }, says);
    });
  }

  it('of a start or of one call counts no calls', async (t) => {
    const scenario = { answer: 'cut', times: 1 } as const;
    await assert.rejects(Merchant.open(t, { scenario }), /^TypeError: times: only a scenario/);
    const merchant = await Merchant.open(t);
    const answer = await merchant.pay(await merchant.order(), 'visa-approve', { scenario });
    assert.equal(answer.status, 400);
  });

  it('silences get-status beside a fault of another call', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ answer: 'pending-status', statusAnswer: 'cut' });
    const id = await merchant.order();
    assert.equal((await merchant.pay(id)).body['status'], 'processing');
    await assert.rejects(merchant.statusOf(id));
    merchant.sandbox.scenario({ answer: 'pending-status' });
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('can change while the payer is at the bank', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'pan-visa-challenge');
    merchant.sandbox.scenario({ external_id: 'order-1', result: 'failed' });
    await merchant.decide(answer.body['acs_url'], 'approve');
    assert.equal(await merchant.statusOf(id), 'failed');
  });

  it('with a wrong field is refused, and the field named', async (t) => {
    const merchant = await Merchant.open(t);
    const value = await control(merchant, { result: 'payed' });
    const name = await control(merchant, { outcome: 'paid' });
    assert.deepEqual([value.status, name.status], [400, 400]);
    assert.match(await value.text(), /result: .*expected one of auto, paid/);
    assert.match(
      await name.text(),
      /outcome: there is no such field\. There are: external_id, result, bankCheck, /,
    );
    assert.throws(() => {
      merchant.sandbox.scenario({ answerDelay: -1 });
    }, /answerDelay: /);
    const header = await merchant.call(
      '/v1/pay-token',
      { merchant_id: 'm-1' },
      { headers: { 'x-sandbox-scenario': '{"result":1}' } },
    );
    assert.equal(header.body['type'], 'validation');
  });
});

describe('bankCheck', () => {
  it('always asks, or never', async (t) => {
    const merchant = await Merchant.open(t);
    const checkedPayment = await merchant.pay(await merchant.order(), 'visa-approve', {
      scenario: { bankCheck: 'always' },
    });
    const uncheckedPayment = await merchant.pay(await merchant.order(), 'pan-visa-challenge', {
      scenario: { bankCheck: 'never' },
    });
    assert.ok('acs_url' in checkedPayment.body);
    assert.deepEqual(uncheckedPayment.body, { status: 'paid' });
  });
});

describe('result', () => {
  it('processing lasts until the control API ends it', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'visa-approve', { scenario: { result: 'processing' } });
    assert.deepEqual(answer.body, { status: 'processing' });
    assert.equal(await merchant.statusOf(id), 'processing');
    assert.equal(merchant.ledger(id).charges, 0);
  });

  it('arrives late with settleAfter', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const answer = await merchant.pay(id, 'visa-approve', { scenario: { settleAfter: 500 } });
    assert.deepEqual(answer.body, { status: 'processing' });
    await clock.pass(500);
    await until(() => merchant.ledger(id).status === 'paid');
    await until(() => merchant.received.length === 1);
    assert.equal(merchant.ledger(id).charges, 1);
  });
});

describe('answer', () => {
  it('cut: charged, and the connection is gone without a byte', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await assert.rejects(merchant.pay(id, 'visa-approve', { scenario: { answer: 'cut' } }));
    assert.equal(merchant.ledger(id).charges, 1);
    assert.equal(merchant.sandbox.calls().at(-1)?.answer, 'cut');
    await until(() => merchant.received.length === 1);
  });

  it('cut and not processed: nothing was charged', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const scenario = { answer: 'cut', processed: false } as const;
    await assert.rejects(merchant.pay(id, 'visa-approve', { scenario }));
    assert.equal(merchant.ledger(id).attempts.length, 0);
  });

  it('truncated: half a body', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await assert.rejects(merchant.pay(id, 'visa-approve', { scenario: { answer: 'truncated' } }));
    assert.equal(merchant.ledger(id).charges, 1);
  });

  it('truncated: half a PDF', async (t) => {
    const merchant = await Merchant.open(t);
    const delivery = { volume_weight: 1, weight: 1, recipient_city: 'x', recipient_warehouse: 'y' };
    const id = await merchant.order({ delivery });
    await merchant.pay(id);
    const fields = { merchant_id: 'm-1', session_id: id };
    await merchant.call('/v1/confirm-delivery-hold', fields);
    merchant.sandbox.scenario({ answer: 'truncated', answerOn: 'print-express-waybill' });
    await assert.rejects(merchant.call('/v1/print-express-waybill', fields));
  });

  it('html, empty, errors, a redirect, an unknown status: charged all the same', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const pay = (answer: 'html'): ReturnType<Merchant['pay']> =>
      merchant.pay(id, 'visa-approve', { scenario: { answer } });
    const answerFor = async (answer: string): Promise<readonly unknown[]> => {
      const { status, text } = await pay(answer as 'html');
      return [status, text.slice(0, 25)];
    };
    assert.deepEqual(await answerFor('html'), [200, '<!doctype html><title>Mai']);
    assert.deepEqual(await answerFor('empty'), [200, '']);
    assert.deepEqual(await answerFor('error403'), [403, 'forbidden']);
    assert.deepEqual(await answerFor('error429'), [429, 'overloaded']);
    assert.deepEqual(await answerFor('error500'), [500, 'overloaded']);
    assert.deepEqual(await answerFor('error503'), [503, 'overloaded']);
    assert.deepEqual(await answerFor('redirect'), [307, '']);
    assert.deepEqual(await answerFor('unknown-status'), [200, '{"status":"under_review"}']);
    assert.equal(merchant.ledger(id).charges, 8);
  });

  it('can be spoilt on another call', async (t) => {
    const merchant = await Merchant.open(t);
    merchant.sandbox.scenario({ answer: 'error500', answerOn: 'get-status' });
    const id = await merchant.order();
    assert.equal((await merchant.pay(id)).status, 200);
    const status = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    assert.equal(status.status, 500);
  });
});

describe('delays', () => {
  it('answerDelay: charged now, answered later', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const paying = merchant.pay(id, 'visa-approve', { scenario: { answerDelay: 150 } });
    await until(() => merchant.ledger(id).charges === 1);
    assert.equal(merchant.sandbox.calls().at(-1)?.answer, null);
    await clock.pass(150);
    assert.equal((await paying).status, 200);
  });

  it('processDelay: the call lingers, and is processed although the merchant hung up', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    merchant.sandbox.scenario({ processDelay: 120 });
    const id = await merchant.order();
    const merchantHangsUp = new AbortController();
    const paying = merchant.pay(id, 'visa-approve', { signal: merchantHangsUp.signal });
    await until(() => merchant.sandbox.calls().at(-1)?.path === '/v1/pay-token');
    merchantHangsUp.abort();
    await assert.rejects(paying, { name: 'AbortError' });
    assert.equal(await merchant.statusOf(id), 'created');
    await clock.pass(120);
    await until(() => merchant.ledger(id).charges === 1);
    assert.equal(await merchant.statusOf(id), 'paid');
    await until(() => merchant.received.length === 1);
  });
});

describe('the amount', () => {
  it('yields to a card that declines, unlike a scenario', async (t) => {
    const merchant = await Merchant.open(t);
    for (const amount of [199.22, 199.13, 199.33, 199.44]) {
      const id = await merchant.order({ amount });
      await merchant.pay(id, 'visa-decline');
      const status = await merchant.statusOf(id);
      assert.notEqual(status, 'paid', String(amount));
      assert.notEqual(status, 'holded', String(amount));
    }
    merchant.sandbox.scenario({ result: 'paid' });
    const id = await merchant.order();
    assert.equal((await merchant.pay(id, 'visa-decline')).body['status'], 'paid');
  });

  it('chooses by its last two digits', async (t) => {
    const merchant = await Merchant.open(t);
    const pay = async (amount: number): Promise<unknown> => {
      const id = await merchant.order({ amount, external_id: `order-${amount}` });
      const answer = await merchant.pay(id);
      return 'acs_url' in answer.body ? 'bank' : answer.body['status'];
    };
    assert.equal(await pay(10.05), 'failed');
    assert.equal(await pay(10.13), 'holded');
    assert.equal(await pay(10.33), 'bank');
    assert.equal(await pay(10.44), 'processing');
    assert.equal(await pay(10), 'paid');
    await assert.rejects(pay(10.66));
  });
});

function control(merchant: Merchant, body: unknown): Promise<Response> {
  return fetch(`${merchant.sandbox.url}/control/scenario`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
