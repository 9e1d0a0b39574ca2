import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from './target.ts';
import type { Target } from './target.ts';

/** Bad inputs 73 to 84: pages that no payer should be sent to. The elements refuse them once more. */
export function bankPage(target: Target): void {
  const urls: readonly (readonly [string, string])[] = [
    ['F73: that is a script', 'javascript:alert(1)'],
    ['F74: that is a ScRiPt', 'JaVaScRiPt:alert(1)'],
    ['F75: that is a script over two lines', 'java\nscript:alert(1)'],
    ['F76: that is a script behind a control character', '\u0001javascript:alert(1)'],
    ['F77: that is a script with a host', 'javascript://acs.bank/%0aalert(1)'],
    ['F78: that is data', 'data:text/html,<script>alert(1)</script>'],
    ['F79: that is a blob', 'blob:https://shop.example/1b2c'],
    ['F80: that opens an app', 'intent://acs#Intent;scheme=https;end'],
    ['F81: over plain http', 'http://bank.example/acs'],
    ['F82: that is relative', '/acs'],
    ['F82: on whatever scheme there is', '//evil.example/acs'],
    ['F82: without slashes', 'https:evil.example'],
    ['F83: with a user and a password', 'https://bank.example:x@evil.example/acs'],
    ['F84: of 9 KB', `https://bank.example/${'x'.repeat(9000)}`],
  ];
  describe('F: a bank’s page (I16)', () => {
    for (const [at, [name, acs_url]] of urls.entries()) {
      test(`${name} goes to no payer; the payment waits, and a person is told`, async () => {
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

    test('F84: that says how the payment ended, or where to go next, is not believed', async () => {
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
