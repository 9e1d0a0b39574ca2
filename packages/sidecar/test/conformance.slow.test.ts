import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { runConformance } from '@wallet-buttons/sandbox/conformance';
import { startProgram } from './program.ts';
import { start, startService } from './running.ts';
import { merchantId, price, variablesBeside } from './settings.ts';
import { startShop } from './shop.ts';

describe('the sidecar', { timeout: 600_000 }, () => {
  it('passes the conformance run', async (test) => {
    const { service, sidecar, shop } = await start(test, { WALLET_WALLET_A_DOMAINS: '127.0.0.1' });
    const usual = shop.findOrder;
    shop.findOrder = (response, order) => {
      usual(response, /^conformance-\d+$/.test(order) ? order : 'unknown');
    };
    const results = await runConformance({
      service,
      merchantId,
      ...price,
      domain: '127.0.0.1',
      timeout: 15_000,
      backend: `${sidecar.publicUrl}/wallet`,
      orderOf: (n) => `conformance-${String(n)}`,
    });
    assert.ok(results.length > 50);
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
  });

  it('keeps what it acknowledged, sent and answered when it is killed', async (test) => {
    const service = await startService(test);
    const shop = await startShop(test);
    const port = await freePort();
    const database = `${temporaryFolder()}/payments.db`;
    const env = variablesBeside({ service, shopUrl: shop.url, port, database });
    let program = await startProgram(test, env);
    const results = await runConformance({
      service,
      merchantId,
      ...price,
      domain: '127.0.0.1',
      timeout: 15_000,
      backend: `${program.sidecar.publicUrl}/wallet`,
      orderOf: (n) => `conformance-${String(n)}`,
      only: ['durable'],
      restart: async () => {
        await program.kill();
        program = await startProgram(test, env);
      },
    });
    assert.equal(results.length, 3);
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
  });
});
