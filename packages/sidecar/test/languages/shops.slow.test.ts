import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { runConformance } from '@wallet-buttons/sandbox/conformance';
import { Webhook } from 'standardwebhooks';
import { startProgram } from '../program.ts';
import { call, pay, type Running, startBeside, startService, until } from '../running.ts';
import { merchantId, price, secret, variablesBeside } from '../settings.ts';
import { type ExampleShop, startExample } from './example-shop.ts';
import { type Example, examples } from './examples.ts';

interface Started extends Omit<Running, 'shop'> {
  readonly shop: ExampleShop;
}

async function startAll(test: TestContext, example: Example): Promise<Started> {
  const shop = await startExample(test, example);
  const service = await startService(test);
  return { service, shop, ...(await startBeside(test, service, shop.url)) };
}

// Most of the time passes with waiting, so the languages run beside each other.
describe('the shop', { concurrency: true }, () => {
  for (const example of examples) {
    describe(`in ${example.language}`, { concurrency: false }, () => {
      it('has at most 40 lines', () => {
        const file = new URL(`../../examples/${example.file}`, import.meta.url);
        const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
        assert.ok(lines.length <= 40, String(lines.length));
      });

      it('is paid, captured and refunded in part', async (test) => {
        const running = await startAll(test, example);
        running.service.scenario({ result: 'holded' });
        assert.equal((await pay(running, 'A-1001')).body['outcome'], 'authorized');
        await until(() => running.shop.outcome() === 'authorized');
        const capture = await call(running, 'POST', '/payments/A-1001/capture', { key: 'sent' });
        assert.equal(capture.body['state'], 'done');
        await until(() => running.shop.outcome() === 'succeeded');
        const body = { amount: '50.00' };
        const refund = await call(running, 'POST', '/payments/A-1001/refund', { key: 'r', body });
        assert.equal(refund.body['state'], 'done');
        const { body: payment } = await call(running, 'GET', '/payments/A-1001');
        const { charged, refunded: total } = payment['amounts'] as Readonly<Record<string, string>>;
        assert.deepEqual([charged, total], ['199.90', '50.00']);
        assert.equal(running.shop.outcome(), 'succeeded');
      });

      it('has no other order', async (test) => {
        const running = await startAll(test, example);
        const { status, body } = await pay(running, "A-1001' OR '1'='1");
        assert.deepEqual([status, body['code']], [404, 'order_not_found']);
      });

      it('refuses a call that is unsigned, signed wrongly, or old', async (test) => {
        const shop = await startExample(test, example);
        const body = JSON.stringify({
          order: 'A-1001',
          outcome: 'refunded',
          order_outcome: 'succeeded',
        });
        const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
        const old = new Date(Date.now() - 600_000);
        const early = new Date(Date.now() + 600_000);
        const calls = [
          {},
          { 'webhook-id': 'm', 'webhook-timestamp': 'x', 'webhook-signature': 'v1,é' },
          signed(other, new Date(), body),
          signed(secret, old, body),
          signed(secret, early, body),
          signed(secret, new Date(), `${body} `),
        ];
        for (const path of ['find-order', 'status-change']) {
          for (const headers of calls) {
            const response = await fetch(`${shop.url}/${path}`, { method: 'POST', headers, body });
            assert.equal(response.status, 401);
          }
        }
        assert.equal(shop.outcome(), '');
      });

      it('takes either of two signatures', async (test) => {
        const shop = await startExample(test, example);
        const body = JSON.stringify({
          order: 'A-1001',
          outcome: 'refunded',
          order_outcome: 'succeeded',
        });
        const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
        const [first, second] = [other, secret].map((key) => signed(key, new Date(), body));
        const signature = `${first?.['webhook-signature'] ?? ''} ${second?.['webhook-signature'] ?? ''}`;
        const headers = { ...second, 'webhook-signature': signature };
        const { ok } = await fetch(`${shop.url}/status-change`, { method: 'POST', headers, body });
        assert.ok(ok);
        assert.equal(shop.outcome(), 'succeeded');
      });

      it(
        'gets the status of a payment whose answer was lost',
        { timeout: 120_000 },
        async (test) => {
          const running = await startAll(test, example);
          running.service.scenario({ answer: 'cut', webhook: 'never' });
          const { status, body } = await pay(running, 'A-1001');
          assert.deepEqual([status, body['outcome']], [202, 'unknown']);
          await until(() => running.shop.outcome() === 'succeeded', 100_000);
          assert.equal(sentTokens(running), 1);
        },
      );

      it('gets the change that it missed while it was down', { timeout: 400_000 }, async (test) => {
        const running = await startAll(test, example);
        running.service.scenario({ result: 'processing' });
        await pay(running, 'A-1001');
        await until(() => running.shop.outcome() === 'pending');
        await running.shop.stop();
        const session_id = running.service.ledger().sessions[0]?.id ?? assert.fail();
        await running.service.status({ session_id, status: 'paid' });
        await until(() => running.log.some((line) => line.includes('hook_unreachable')));
        assert.equal(running.shop.outcome(), 'pending');
        await running.shop.start();
        await until(() => running.shop.outcome() === 'succeeded', 300_000);
      });

      it(
        'passes the conformance run, also when the sidecar is killed',
        { timeout: 1_200_000 },
        async (test) => {
          const shop = await startExample(test, example);
          const orders = Array.from(
            { length: 200 },
            (_, index) => `conformance-${String(index + 1)}`,
          );
          shop.addOrders(orders);
          const service = await startService(test);
          const port = await freePort();
          const database = `${temporaryFolder()}/payments.db`;
          const env = {
            ...variablesBeside({ service, shopUrl: shop.url, port, database }),
            WALLET_WALLET_A_DOMAINS: '127.0.0.1',
          };
          let program = await startProgram(test, env);
          const results = await runConformance({
            service,
            merchantId,
            ...price,
            domain: '127.0.0.1',
            timeout: 30_000,
            backend: `${program.sidecar.publicUrl}/wallet`,
            orderOf: (n) => orders[n - 1] ?? assert.fail(),
            restart: async () => {
              await program.kill();
              program = await startProgram(test, env);
            },
          });
          assert.ok(results.length > 50);
          assert.deepEqual(
            results
              .filter(({ passed }) => !passed)
              .map(({ check, seen }) => `${check.id}: ${seen}`),
            [],
          );
        },
      );
    });
  }
});

function sentTokens({ service }: Pick<Running, 'service'>): number {
  return service.calls().filter(({ operation }) => operation === 'payToken').length;
}

function signed(key: string, time: Date, body: string): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(time.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', time, body),
  };
}
