import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unsafeUrls } from '@wallet-buttons/protocol/testing/inputs.js';
import { eventually, type Target } from './target.ts';

/** Pages that no payer may be sent to. The elements refuse them again. */
export function bankPage(target: Target): void {
  describe('a bank’s page', () => {
    for (const [at, [name, acs_url]] of unsafeUrls.entries()) {
      it(`that is ${name} reaches no payer; the payment waits, and an alarm is raised`, async () => {
        const order = `o-bank-${String(at)}`;
        const answer = await target.pay(order, { status: 'processing', acs_url });
        assert.equal(answer.status, 202);
        assert.deepEqual(JSON.parse(answer.body), { outcome: 'pending', status: 'processing' });
        const attempt = target.attemptOf(order);
        assert.deepEqual([attempt.state, attempt.acsUrl], ['awaiting_bank', undefined]);
        await eventually(() =>
          target.logs.some(
            (line) => line['message'] === 'acs_url_refused' && line['order'] === order,
          ),
        );
      });
    }

    it('cannot end the payment by the address of the return page', async () => {
      const acs_url = 'https://bank.example/acs';
      await target.pay('o-return', { status: 'processing', acs_url });
      const path = '/wallet/status?status=paid&next=https://evil.example';
      const answer = await target.post(path, JSON.stringify({ order: 'o-return' }));
      const said = JSON.parse(answer.body) as Record<string, unknown>;
      assert.deepEqual([said['outcome'], said['acs_url']], ['pending', acs_url]);
      assert.equal(target.attemptOf('o-return').state, 'awaiting_bank');
    });
  });
}
