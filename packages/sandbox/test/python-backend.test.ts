import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runConformance } from '../src/conformance/run.ts';
import { assertFreed, merchantId, price, startExample } from './example-backend.ts';

const backend = fileURLToPath(new URL('../examples/backend.py', import.meta.url));
const isThere = ['python3', 'openssl'].every((name) => spawnSync(name, ['--help']).status === 0);
const skip = !isThere && 'python3 or openssl is missing.';

describe('the Python backend of the examples', { skip }, () => {
  it('passes the conformance run', async (t) => {
    const results = await runConformance({
      ...(await startExample(t, { program: 'python3', processes: () => [[backend]] })),
      merchantId,
      ...price,
      domain: '127.0.0.1',
      timeout: 15_000,
      orderOf: (n) => `conformance-${n}`,
    });
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
  });

  it('frees an order whose process ended before a token left', { timeout: 60_000 }, async (t) => {
    const example = await startExample(t, { program: 'python3', processes: () => [[backend]] });
    await assertFreed(example, 'conformance-1');
  });

  it(
    'continues to ask after its database was locked for longer than it waits',
    { timeout: 120_000 },
    async (t) => {
      const example = await startExample(t, { program: 'python3', processes: () => [[backend]] });
      const payments = new DatabaseSync(example.database, { timeout: 10_000 });
      t.after(() => {
        payments.close();
      });
      payments.exec('BEGIN IMMEDIATE');
      await sleep(15_000);
      payments.exec(`
      REPLACE INTO payment (order_ref, key, outcome, seen) VALUES ('conformance-1', 'a-key', 'unknown', 1);
      COMMIT`);
      const row = payments.prepare('SELECT outcome FROM payment');
      while (row.get()?.['outcome'] !== 'failed') await sleep(200);
    },
  );

  it('follows no redirect, behind which is the answer to another call', async (t) => {
    const server = createServer((request, response) => {
      if (request.method === 'POST') response.writeHead(302, { location: '/paid' });
      response.end('{"status":"paid"}');
    });
    t.after(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const places = { SERVICE_URL: `http://127.0.0.1:${String(port)}`, MERCHANT_KEY: '/none' };
    const program = 'import backend; print(backend.call("pay-token", {})[0])';
    const { stdout } = await promisify(execFile)('python3', ['-B', '-c', program], {
      cwd: dirname(backend),
      env: { ...process.env, ...places, MERCHANT_ID: merchantId },
    });
    assert.equal(stdout, '302\n');
  });
});
