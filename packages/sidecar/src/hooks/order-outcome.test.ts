import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { call, pay, type Running, start, until } from '../../test/running.ts';

type Change = Readonly<Record<string, unknown>>;

/** The changes that the shop got. */
function changesOf({ shop }: Running): readonly Change[] {
  return shop.received.filter(({ path }) => path === '/status-change').map(({ body }) => body);
}

/** The change of a payment that the shop gets sooner or later. */
async function changeOf(running: Running, attempt: string, outcomes: RegExp): Promise<Change> {
  const isIt = (change: Change): boolean =>
    change['attempt'] === attempt && outcomes.test(String(change['outcome']));
  await until(() => changesOf(running).some(isIt));
  return changesOf(running).find(isIt) ?? assert.fail();
}

/** An order that is paid after a payment of it failed. Returns the attempt and the session of the first. */
async function payTwice(running: Running): Promise<readonly [string, string]> {
  const { service } = running;
  service.scenario({ result: 'failed' });
  await pay(running, 'A-1001');
  service.scenario({ result: 'paid' });
  await until(async () => {
    const { body } = await pay(running, 'A-1001', { 'idempotency-key': 'key-second' });
    return body['outcome'] === 'succeeded';
  });
  const { body } = await call(running, 'GET', '/payments/A-1001');
  const [first] = body['attempts'] as readonly Change[];
  return [String(first?.['attempt']), String(first?.['session_id'])];
}

async function startPaidTwice(test: TestContext) {
  const running = await start(test);
  const [attempt, session] = await payTwice(running);
  return { running, attempt, session };
}

describe('the order in status-change', () => {
  it('is still succeeded where one of two charges is refunded', async (test) => {
    const { running, attempt, session } = await startPaidTwice(test);
    await running.service.status({ session_id: session, status: 'paid' });
    const second = await changeOf(running, attempt, /succeeded/);
    assert.deepEqual([second['order_outcome'], second['order_amount']], ['succeeded', '399.80']);
    await call(running, 'POST', '/payments/A-1001/refund', { key: 'second', body: { attempt } });
    const back = await changeOf(running, attempt, /refunded|cancelled/);
    assert.deepEqual(
      [back['order_outcome'], back['order_amount'], back['amount']],
      ['succeeded', '199.90', '199.90'],
    );
  });

  it('says that a paid order is paid, though an earlier attempt expires', async (test) => {
    const { running, session } = await startPaidTwice(test);
    await until(() => changesOf(running).some(({ outcome }) => outcome === 'succeeded'));
    await running.service.status({ session_id: session, status: 'expired' });
    await call(running, 'GET', '/payments/A-1001?fresh=true');
    const { order_outcome: outcome } = changesOf(running).at(-1) ?? assert.fail();
    assert.equal(outcome, 'succeeded');
  });
});
