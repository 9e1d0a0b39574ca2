import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually, type Target } from './target.ts';

/** Pages that no payer may be sent to. The elements refuse them again. */
export function bankPage(target: Target): void {
  const urls: readonly (readonly [string, string])[] = [
    ['that is a script', 'javascript:alert(1)'],
    ['that is a ScRiPt', 'JaVaScRiPt:alert(1)'],
    ['that is a script over two lines', 'java\nscript:alert(1)'],
    ['that is a script behind a control character', '\u0001javascript:alert(1)'],
    ['that is a script with a host', 'javascript://acs.bank/%0aalert(1)'],
    ['that is data', 'data:text/html,<script>alert(1)</script>'],
    ['that is a blob', 'blob:https://shop.example/1b2c'],
    ['that opens an app', 'intent://acs#Intent;scheme=https;end'],
    ['over plain http', 'http://bank.example/acs'],
    ['that is relative', '/acs'],
    ['without a scheme', '//evil.example/acs'],
    ['without slashes', 'https:evil.example'],
    ['with a user and a password', 'https://bank.example:x@evil.example/acs'],
    ['of 9 KB', `https://bank.example/${'x'.repeat(9000)}`],
  ];
  describe('a bank’s page', () => {
    for (const [at, [name, acs_url]] of urls.entries()) {
      it(`${name} reaches no payer; the payment waits, and an alarm is raised`, async () => {
        const order = `o-bank-${String(at)}`;
        const answer = await target.pay(order, { status: 'processing', acs_url });
        assert.equal(answer.status, 202);
        assert.deepEqual(JSON.parse(answer.body), { outcome: 'pending', status: 'processing' });
        const attempt = target.attemptOf(order);
        assert.deepEqual([attempt.state, attempt.acs_url], ['awaiting_bank', null]);
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
