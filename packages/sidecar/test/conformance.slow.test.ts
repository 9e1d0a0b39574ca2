import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runConformance } from '@wallet-buttons/sandbox/conformance';
import { start } from './running.ts';
import { merchantId, price } from './settings.ts';

describe('the sidecar', { timeout: 400_000 }, () => {
  it('passes the conformance run', async (test) => {
    const { service, sidecar, shop } = await start(test, { WALLET_WALLET_A_DOMAINS: '127.0.0.1' });
    const usual = shop.findOrder;
    shop.findOrder = (response, order) => {
      usual(response, /^conformance-\d+$/.test(order) ? order : 'unknown');
    };
    const results = await runConformance({
      ...{ service, merchantId, ...price, domain: '127.0.0.1', timeout: 15_000 },
      backend: `${sidecar.publicUrl}/wallet`,
      orderOf: (n) => `conformance-${String(n)}`,
    });
    assert.ok(results.length > 50);
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
  });
});
