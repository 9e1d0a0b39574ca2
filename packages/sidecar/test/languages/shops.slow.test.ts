import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, type TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { type Example, type ExampleShop, examples, startExample } from './example-shop.ts';
import { folder } from './folder.ts';
import { call, pay, type Running, startBeside, startService, until } from './running.ts';
import { secret } from './settings.ts';

interface Started extends Omit<Running, 'shop'> {
  readonly shop: ExampleShop;
  /** What the shop believes of its order. */
  readonly outcome: () => string;
}

async function startAll(test: TestContext, example: Example): Promise<Started> {
  const place = folder(test);
  const shop = await startExample(test, example, place);
  const service = await startService(test);
  const beside = await startBeside(test, service, shop.url);
  const outcome = (): string => {
    using db = new DatabaseSync(`${place}/orders.db`, { readOnly: true, timeout: 5000 });
    return String(db.prepare('SELECT outcome FROM orders').get()?.['outcome']);
  };
  return { service, shop, ...beside, outcome };
}

for (const example of examples) {
  const { program, language } = example;
  const skip = spawnSync(program, ['--version']).error ? `${program} is missing.` : false;
  describe(`the shop in ${language}`, { skip }, () => {
    it('has at most 40 lines', () => {
      const [file = ''] = example.arguments(0).slice(-1);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      assert.ok(lines.length <= 40, String(lines.length));
    });

    it('is paid, captured and refunded in part', async (test) => {
      const running = await startAll(test, example);
      running.service.scenario({ result: 'holded' });
      assert.equal((await pay(running, 'A-1001')).body['outcome'], 'authorized');
      await until(() => running.outcome() === 'authorized');
      const captured = await call(running, 'POST', '/payments/A-1001/capture', { key: 'sent' });
      assert.equal(captured.body['state'], 'done');
      await until(() => running.outcome() === 'succeeded');
      const body = { amount: '50.00' };
      const refunded = await call(running, 'POST', '/payments/A-1001/refund', { key: 'r', body });
      assert.equal(refunded.body['state'], 'done');
      const { body: payment } = await call(running, 'GET', '/payments/A-1001');
      const { charged, refunded: total } = payment['amounts'] as Readonly<Record<string, string>>;
      assert.deepEqual([charged, total], ['199.90', '50.00']);
      assert.equal(running.outcome(), 'succeeded');
    });

    it('has no other order', async (test) => {
      const running = await startAll(test, example);
      const { status, body } = await pay(running, "A-1001' OR '1'='1");
      assert.deepEqual([status, body['code']], [404, 'order_not_found']);
    });

    it('refuses a call that is unsigned, signed wrongly, or old', async (test) => {
      const shop = await startExample(test, example, folder(test));
      const body = JSON.stringify({ order: 'A-1001', outcome: 'succeeded' });
      const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
      const old = new Date(Date.now() - 600_000);
      const calls = [
        {},
        { 'webhook-id': 'm', 'webhook-timestamp': 'x', 'webhook-signature': 'v1,é' },
        signed(other, new Date(), body),
        signed(secret, old, body),
        signed(secret, new Date(), `${body} `),
      ];
      for (const path of ['find-order', 'status-change']) {
        for (const headers of calls) {
          const { status } = await fetch(`${shop.url}/${path}`, { method: 'POST', headers, body });
          assert.equal(status, 401);
        }
      }
    });

    it('gets the change that it missed while it was down', { timeout: 90_000 }, async (test) => {
      const running = await startAll(test, example);
      running.service.scenario({ result: 'processing' });
      await pay(running, 'A-1001');
      await until(() => running.outcome() === 'pending');
      await running.shop.stop();
      const session_id = running.service.ledger().sessions[0]?.id ?? assert.fail();
      await running.service.status({ session_id, status: 'paid' });
      await until(() => running.log.some((line) => line.includes('hook_unreachable')));
      await running.shop.start();
      assert.equal(running.outcome(), 'pending');
      await until(() => running.outcome() === 'succeeded', 60_000);
    });
  });
}

function signed(key: string, at: Date, body: string): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign('msg_1', at, body),
  };
}
