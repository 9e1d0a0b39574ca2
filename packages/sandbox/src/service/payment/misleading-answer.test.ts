import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScenarioFields } from '../../index.ts';
import { type Answer, heldClock, Merchant, until } from '../../../test/merchant.ts';

/** Captures, voids and refunds, each on an order that allows it. */
const operations: readonly {
  readonly name: string;
  readonly call: NonNullable<ScenarioFields['answerOn']>;
  readonly useHold: boolean;
  readonly part: object;
  readonly under: string;
  readonly done: string;
}[] = [
  {
    name: 'a capture',
    call: 'complete-hold',
    useHold: true,
    part: { amount: 150 },
    under: 'processing_hold_completion',
    done: 'paid',
  },
  {
    name: 'a void',
    call: 'void',
    useHold: true,
    part: {},
    under: 'processing_void',
    done: 'voided',
  },
  {
    name: 'a refund',
    call: 'void',
    useHold: false,
    part: { amount: 50 },
    under: 'processing_void',
    done: 'voided',
  },
];

describe('the answer of an operation that the service did not do', () => {
  for (const { name, call, useHold, part, under, done } of operations) {
    const paidOrder = async (merchant: Merchant): Promise<string> => {
      const id = await merchant.order({ use_hold: useHold });
      await merchant.pay(id, 'visa-approve', { scenario: { webhook: 'never' } });
      return id;
    };
    const spoil = async (
      merchant: Merchant,
      id: string,
      fields: ScenarioFields,
    ): Promise<Answer> => {
      merchant.sandbox.scenario({ answerOn: call, processed: false, ...fields });
      return merchant.call(`/v1/${call}`, { merchant_id: 'm-1', session_id: id, ...part });
    };

    it(`can be 200 for ${name}: HTML, nothing, success: false, another status`, async (t) => {
      const merchant = await Merchant.open(t);
      const id = await paidOrder(merchant);
      const sessionBefore = merchant.ledger(id);
      const answerFor = async (answer: ScenarioFields['answer']): Promise<unknown> => {
        const { status, text } = await spoil(merchant, id, { answer: answer ?? 'normal' });
        return [status, text];
      };
      assert.deepEqual(await answerFor('html'), [200, '<!doctype html><title>Maintenance</title>']);
      assert.deepEqual(await answerFor('empty'), [200, '']);
      assert.deepEqual(await answerFor('success-false'), [200, '{"success":false}']);
      assert.deepEqual(await answerFor('failed-status'), [200, '{"status":"failed"}']);
      assert.deepEqual(await answerFor('pending-status'), [200, `{"status":"${under}"}`]);
      assert.deepEqual(await answerFor('unknown-status'), [200, '{"status":"under_review"}']);
      assert.deepEqual(await answerFor('no-status'), [200, '{}']);
      assert.deepEqual(merchant.ledger(id), sessionBefore);
    });

    it(`can be that of another session or order for ${name}`, async (t) => {
      const merchant = await Merchant.open(t);
      const id = await paidOrder(merchant);
      const session = (await spoil(merchant, id, { answer: 'other-session' })).body;
      const order = (await spoil(merchant, id, { answer: 'other-order' })).body;
      assert.match(String(session['id']), /^[\da-f-]{36}$/);
      assert.notEqual(session['id'], id);
      assert.deepEqual([order['id'], order['external_id']], [id, 'another-order']);
      assert.deepEqual([session['status'], order['status']], [done, done]);
      const items = order['operations'] as readonly Record<string, unknown>[];
      assert.equal(items[0]?.['external_id'], 'another-order');
    });

    it(`can be a refusal in the service’s own shape for ${name}, also with 200`, async (t) => {
      const merchant = await Merchant.open(t);
      const id = await paidOrder(merchant);
      for (const answerStatus of [0, 200, 404] as const) {
        const answer = await spoil(merchant, id, { answer: 'refused', answerStatus });
        assert.equal(answer.status, answerStatus || 400);
        const { type, code, uuid } = answer.body;
        assert.deepEqual([type, code, typeof uuid], ['processing', 'RefusedError', 'string']);
      }
      const answerCode = 'SessionLockedError';
      const { body } = await spoil(merchant, id, { answer: 'refused', answerCode });
      assert.equal(body['code'], answerCode);
    });

    it(`can be 409, or 400 with a code, while the service works on ${name}`, async (t) => {
      const clock = heldClock();
      const merchant = await Merchant.open(t, { clock });
      const id = await paidOrder(merchant);
      const { status } = merchant.ledger(id);
      const answer = await spoil(merchant, id, {
        answer: 'in-progress',
        answerStatus: 409,
        processed: true,
        processDelay: 300,
      });
      assert.deepEqual([answer.status, answer.body['code']], [409, 'InProgressError']);
      assert.equal(merchant.ledger(id).status, status);
      await clock.pass(300);
      await until(() => merchant.ledger(id).webhooks.length === 1);
      const { charged, refunded } = merchant.ledger(id);
      const amounts = {
        'a capture': ['150.00', '0.00'],
        'a void': ['0.00', '0.00'],
        'a refund': ['199.90', '50.00'],
      }[name];
      assert.deepEqual([charged, refunded], amounts);
    });

    it(`comes at once although ${name} that is answered “in progress” never succeeds`, async (t) => {
      const merchant = await Merchant.open(t);
      const id = await paidOrder(merchant);
      const sessionBefore = merchant.ledger(id);
      const answer = await spoil(merchant, id, { answer: 'in-progress' });
      assert.deepEqual([answer.status, answer.body['type']], [400, 'processing']);
      assert.deepEqual(merchant.ledger(id), sessionBefore);
    });
  }
});

describe('a refund that is refused', () => {
  it('is given back all the same where the cabinet refunds the same amount', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    await merchant.pay(id);
    merchant.sandbox.scenario({ answer: 'refused', answerOn: 'void' });
    const fields = { merchant_id: 'm-1', session_id: id, amount: 100 };
    assert.equal((await merchant.call('/v1/void', fields)).status, 400);
    const { body } = await merchant.call('/v1/get-status', { merchant_id: 'm-1', session_id: id });
    assert.deepEqual([body['status'], body['refunded_amount']], ['paid', '100.00']);
  });
});

describe('pay-token', () => {
  it('is refused with nothing processed: 400, 403, 429', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    for (const answerStatus of [400, 403, 429] as const) {
      const scenario = { answer: 'refused', processed: false, answerStatus } as const;
      const answer = await merchant.pay(id, 'visa-approve', { scenario });
      assert.deepEqual([answer.status, answer.body['type']], [answerStatus, 'processing']);
    }
    assert.equal(merchant.ledger(id).attempts.length, 0);
    assert.equal(await merchant.statusOf(id), 'created');
  });

  it('is answered 409 while the service works on it, and charges later', async (t) => {
    const clock = heldClock();
    const merchant = await Merchant.open(t, { clock });
    const id = await merchant.order();
    const scenario = { answer: 'in-progress', answerStatus: 409, processDelay: 500 } as const;
    const answer = await merchant.pay(id, 'visa-approve', { scenario });
    assert.deepEqual([answer.status, answer.body['code']], [409, 'InProgressError']);
    assert.equal(await merchant.statusOf(id), 'created');
    await clock.pass(500);
    await until(() => merchant.ledger(id).charges === 1);
    await until(() => merchant.received.length === 1);
    assert.equal(await merchant.statusOf(id), 'paid');
  });

  it('that is answered “in progress” can turn out to be impossible', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const scenario = { answer: 'in-progress' } as const;
    const answer = await merchant.pay(id, '', { scenario, token: 'not a token' });
    assert.deepEqual([answer.status, answer.body['code']], [400, 'InProgressError']);
    assert.equal(await merchant.statusOf(id), 'created');
  });

  it('names another session, or a status that is not so', async (t) => {
    const merchant = await Merchant.open(t);
    const id = await merchant.order();
    const pay = async (answer: ScenarioFields['answer']): Promise<Answer['body']> => {
      const scenario = { answer: answer ?? 'normal', processed: false };
      return (await merchant.pay(id, 'visa-approve', { scenario })).body;
    };
    const { status, session_id: session } = await pay('other-session');
    assert.equal(status, 'paid');
    assert.notEqual(session, id);
    assert.deepEqual(await pay('other-order'), { status: 'paid', external_id: 'another-order' });
    assert.deepEqual(await pay('failed-status'), { status: 'failed' });
    assert.deepEqual(await pay('pending-status'), { status: 'processing' });
    assert.equal(merchant.ledger(id).attempts.length, 0);
  });
});

describe('an error or a status that misleads', () => {
  it('is written where and as the profile has it', async (t) => {
    const profile = {
      errors: { code: ['error.code'], success: ['ok'], inProgress: ['Busy'] },
      operations: { getStatus: { answer: { sessionId: ['data.id'], status: ['data.state'] } } },
      statuses: { DECLINED: 'failed' },
    };
    const merchant = await Merchant.open(t, { profile });
    const id = await merchant.order();
    await merchant.pay(id);
    const call = async (answer: ScenarioFields['answer']): Promise<string> => {
      const answerOn = 'void' as const;
      merchant.sandbox.scenario({ answer: answer ?? 'normal', answerOn, processed: false });
      return (await merchant.call('/v1/void', { merchant_id: 'm-1', session_id: id })).text;
    };
    assert.equal(await call('success-false'), '{"ok":false}');
    assert.equal(await call('failed-status'), '{"data":{"state":"DECLINED"}}');
    assert.match(await call('in-progress'), /"error":\{"code":"Busy"/);
  });
});
