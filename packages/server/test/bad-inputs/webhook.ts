import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { asTheTokenSays, eventually, refused, type Target } from './target.ts';

const unverifiedFile = 'unverified.db';

/** Webhooks that the service signed, or unverified ones, that must not have the effect that they claim. */
export function webhook(target: Target): void {
  /** A payment that is under way, by its session. */
  const pending = async (order: string, door?: 'unverified'): Promise<string> => {
    await target.pay(order, { status: 'processing' }, { ...(door && { door }) });
    return target.attemptOf(order, door && unverifiedFile).sessionId;
  };
  const becomes = (order: string, state: string): void => {
    assert.equal(target.attemptOf(order).state, state);
  };
  const countLogs = (message: string, order: string): number =>
    target.logs.filter((line) => line['message'] === message && line['order'] === order).length;
  /** How often webhooks have changed the payment of a session. */
  const effects = (id: string): number => {
    const attempt = target.attempts().find(({ sessionId }) => sessionId === id);
    return target
      .events()
      .filter((event) => event.attempt === attempt?.id && event.cause === 'webhook').length;
  };

  describe('a webhook', () => {
    it('that comes 50 times at once has one effect', async () => {
      const id = await pending('o-copies');
      const copies = Array.from({ length: 50 }, async () => target.webhook({ id, status: 'paid' }));
      for (const { status } of await Promise.all(copies)) assert.equal(status, 200);
      becomes('o-copies', 'paid');
      assert.equal(effects(id), 1);
    });

    it('with another amount than the one before it raises an alarm and changes nothing', async () => {
      const id = await pending('o-two-amounts');
      await target.webhook({ id, status: 'paid', amount: '199.90' });
      becomes('o-two-amounts', 'paid');
      assert.equal((await target.webhook({ id, status: 'paid', amount: '1.00' })).status, 200);
      await eventually(() => countLogs('amount_mismatch', 'o-two-amounts') === 1);
      becomes('o-two-amounts', 'paid');
    });

    it('of a failure changes nothing once it is paid', async () => {
      const id = await pending('o-late-failure');
      await target.webhook({ id, status: 'paid' });
      becomes('o-late-failure', 'paid');
      const attemptBefore = target.attemptOf('o-late-failure');
      assert.equal((await target.webhook({ id, status: 'failed' })).status, 200);
      assert.deepEqual(target.attemptOf('o-late-failure'), attemptBefore);
    });

    it('that comes before the answer to the press counts, whatever the answer says', async () => {
      const { service } = target;
      const arrival = Promise.withResolvers<string>();
      const release = Promise.withResolvers<undefined>();
      service.on('/v1/pay-token', async ({ body }) => {
        arrival.resolve(String(body['session_id']));
        await release.promise;
        return { status: 'processing' };
      });
      const press = target.pay('o-early');
      const id = await arrival.promise;
      assert.equal((await target.webhook({ id, status: 'paid' })).status, 200);
      becomes('o-early', 'paid');
      release.resolve(undefined);
      const { outcome } = JSON.parse((await press).body) as { readonly outcome: string };
      assert.equal(outcome, 'succeeded');
      assert.equal(target.attemptOf('o-early').state, 'paid');
      service.on('/v1/pay-token', asTheTokenSays);
    });

    it('of a refund counts, also where it overtakes that of the payment', async () => {
      const id = await pending('o-refund');
      await target.webhook({ id, status: 'refunded' });
      becomes('o-refund', 'refunded');
      assert.equal((await target.webhook({ id, status: 'paid' })).status, 200);
      assert.equal(target.attemptOf('o-refund').state, 'refunded');
    });

    it('with an unknown status raises an alarm, and the service is asked about it', async () => {
      const id = await pending('o-unknown-status');
      assert.equal((await target.webhook({ id, status: 'under_review' })).status, 200);
      await eventually(() => countLogs('unknown_status', 'o-unknown-status') === 1);
      await eventually(() =>
        target.service.to('/v1/get-status').some(({ body }) => body['session_id'] === id),
      );
      const { state, status } = target.attemptOf('o-unknown-status');
      assert.deepEqual([state, status], ['pending', 'under_review']);
    });

    it('for an unknown session is acknowledged where it is signed', async () => {
      // The payment of the test before is still asked about.
      const states = () => target.attempts().map(({ id, state }) => [id, state]);
      const statesBefore = states();
      const answer = await target.webhook({ id: 's-orphan', status: 'paid' });
      assert.equal(answer.status, 200);
      assert.deepEqual(states(), statesBefore);
    });

    it('for an unknown session is refused where it is unverified', async () => {
      const eventsBefore = target.events(unverifiedFile);
      const body = JSON.stringify({ id: 's-orphan', status: 'paid' });
      const ask = async () => target.post('/wallet/webhook/v1', body, [], 'unverified');
      await refused(target, ask, 404, 'webhook_unknown');
      assert.deepEqual(target.events(unverifiedFile), eventsBefore);
    });

    it('with another amount than the order’s is never taken for paid', async () => {
      const id = await pending('o-amount');
      assert.equal((await target.webhook({ id, status: 'paid', amount: '199.91' })).status, 200);
      await eventually(() => countLogs('amount_mismatch', 'o-amount') === 1);
      const { state, flag } = target.attemptOf('o-amount');
      assert.deepEqual([state, flag], ['pending', 'mismatch']);
    });

    it('in all three versions has one effect', async () => {
      const id = await pending('o-versions');
      const payments = [{ amount: 199.9, external_id: 'o-versions' }];
      await target.webhook({ id, status: 'paid', amount: '199.90' }, 'v1');
      await target.webhook({ id, status: 'paid', payments }, 'v2');
      await target.webhook({ session_id: id, payments: [{ status: 'paid', amount: 199.9 }] }, 'v3');
      becomes('o-versions', 'paid');
      assert.equal(effects(id), 1);
    });

    it('of one version at the path of another is read by its shape', async () => {
      const id = await pending('o-shape');
      await target.webhook({ id, status: 'paid', payments: [{ amount: '199.90' }] }, 'v1');
      becomes('o-shape', 'paid');
    });

    it('that is a year old, or from the future, changes no more than a new one', async () => {
      // The service signs no time, so age proves nothing; ranks do.
      const id = await pending('o-old');
      await target.webhook({ id, status: 'paid' });
      becomes('o-old', 'paid');
      for (const year of ['2025', '2099']) {
        const old = { id, status: 'processing', created_at: `${year}-01-01T00:00:00Z` };
        assert.equal((await target.webhook(old)).status, 200);
      }
      assert.equal(target.attemptOf('o-old').state, 'paid');
    });

    it('that is unverified, hundreds of times, costs one question a second', async () => {
      const id = await pending('o-flood', 'unverified');
      const questionCount = target.service.to('/v1/get-status').length;
      const startTime = performance.now();
      const body = JSON.stringify({ id, status: 'paid' });
      const webhook = async () => target.post('/wallet/webhook/v1', body, [], 'unverified');
      const answers = await Promise.all(Array.from({ length: 300 }, webhook));
      for (const { status } of answers) assert.equal(status, 200);
      const seconds = (performance.now() - startTime) / 1000;
      assert.ok(target.service.to('/v1/get-status').length - questionCount <= 2 + seconds);
      assert.equal(target.attemptOf('o-flood', unverifiedFile).state, 'pending');
    });

    it('that comes while the database is locked is not acknowledged, and is accepted later', async () => {
      const id = await pending('o-locked');
      const holder = new DatabaseSync(target.file(), { timeout: 2000 });
      holder.exec('BEGIN IMMEDIATE');
      const answer = await target.webhook({ id, status: 'paid' });
      assert.deepEqual([answer.status, answer.code], [503, 'store_failed']);
      holder.exec('ROLLBACK');
      holder.close();
      assert.equal(target.attemptOf('o-locked').state, 'pending');
      assert.equal((await target.webhook({ id, status: 'paid' })).status, 200);
      becomes('o-locked', 'paid');
    });

    it('of another merchant’s session changes no payment', async () => {
      const attemptsBefore = target.attempts();
      const other = {
        id: 's-of-another',
        merchant_id: '2',
        external_id: 'o-locked',
        status: 'refunded',
      };
      assert.equal((await target.webhook(other)).status, 200);
      assert.deepEqual(target.attempts().slice(0, attemptsBefore.length), attemptsBefore);
    });
  });
}
