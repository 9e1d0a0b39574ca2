import assert from 'node:assert/strict';
import { withPayments } from '../src/store/payments.ts';

/** Asserts that a command cannot write into a database of payments, and reads it. */
export async function assertOnlyRead(db: string, order: string): Promise<void> {
  const failure = { phase: 'readiness', origin: 'network', code: 'script-load' } as const;
  const report = { wallet: 'wallet-a', ...failure, tag_version: '1.2.0' } as const;
  await withPayments(db, undefined, async (payments) => {
    assert.equal((await payments.history(order)).attempts.length, 1);
    await assert.rejects(payments.report(order, report), { code: 'store_failed' });
    assert.deepEqual((await payments.history(order)).reports, []);
  });
}
