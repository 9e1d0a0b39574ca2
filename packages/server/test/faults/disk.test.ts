import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { nodeFetch } from '../../src/node/listener.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';
import { now, openShop, storedAttempt } from '../shop.ts';
import { diskFaults } from './disk-fault.ts';
import { attempt, order } from './trial.ts';

const minute = 60_000;

for (const { says, error, begin } of diskFaults) {
  describe(`while the disk ${says}`, () => {
    it('no token is sent, and the same press pays once there is room', async () => {
      const violations = await attempt(async ({ ledger, shopper, live }) => {
        await live(async ({ url }) => {
          await shopper.validate(url, order);
          const end = begin();
          assert.equal(await shopper.press(url, order, 'k1'), 503);
          assert.equal(await shopper.press(url, order, 'k1'), 503);
          assert.equal(ledger.stub.to('/v1/pay-token').length, 0);
          end();
          assert.equal(await shopper.press(url, order, 'k1'), 200);
        });
      });
      assert.deepEqual(violations, []);
    });

    it('an order that is new waits, and no token of it is sent', async () => {
      const violations = await attempt(async ({ ledger, shopper, live }) => {
        await live(async ({ url }) => {
          const end = begin();
          assert.equal(await shopper.press(url, order, 'k1'), 503);
          assert.deepEqual(ledger.stub.to('/v1/pay-token'), []);
          end();
          assert.equal(await shopper.press(url, order, 'k1'), 200);
        });
      });
      assert.deepEqual(violations, []);
    });

    it('an outcome that cannot be written is unknown, and found out afterwards', async () => {
      let end = (): void => assert.fail('The token was not sent.');
      const carry = nodeFetch();
      const violations = await attempt(async ({ shopper, live }) => {
        await live(
          async (life) => {
            const { url } = life;
            assert.equal(await shopper.press(url, order, 'k1'), 202);
            life.wait(minute);
            await assert.rejects(life.reconcile(), { code: 'store_failed' });
            end();
            assert.equal(await shopper.press(url, order, 'k2'), 409);
          },
          {},
          {
            fetch: async (url, request) => {
              const answer = await carry(url, request);
              if (url.endsWith('/v1/pay-token')) end = begin();
              return answer;
            },
          },
        );
      });
      assert.deepEqual(violations, []);
    });

    it('no webhook is acknowledged, and the one that is sent again counts', async () => {
      const violations = await attempt(async ({ ledger, shopper, live }) => {
        ledger.plans.set(order, { word: 'processing' });
        const countAcknowledgements = (): number =>
          ledger.entries.filter(({ kind }) => kind === 'acknowledged').length;
        await live(async ({ url }) => {
          assert.equal(await shopper.press(url, order, 'k1'), 202);
          ledger.settle(order);
          const end = begin();
          await shopper.notify(url, order);
          assert.equal(countAcknowledgements(), 0);
          end();
          await shopper.notify(url, order);
          assert.equal(countAcknowledgements(), 1);
        });
      });
      assert.deepEqual(violations, []);
    });

    it('the answer says what to do, and the log what the engine said', async () => {
      const file = join(temporaryFolder(), 'payments.db');
      await using shop = await openShop({ store: sqliteStore(file, { now }) });
      await shop.pay();
      const { sessionId } = await storedAttempt(shop);
      const end = begin();
      const refusal = await shop.webhook({ session_id: sessionId, status: 'paid_off' });
      end();
      assert.equal(refusal.status, 503);
      const { code, detail } = (await refusal.json()) as Readonly<Record<string, string>>;
      assert.equal(code, 'store_failed');
      assert.match(detail ?? '', /database; nothing was acknowledged/);
      assert.ok(shop.logs.some((line) => line.includes(error)));
      assert.equal(((await shop.status()) as { outcome: string }).outcome, 'succeeded');
    });
  });
}
