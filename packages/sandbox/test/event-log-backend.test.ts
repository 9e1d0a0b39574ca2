import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conformanceChecks, runConformance } from '../src/conformance/run.ts';
import { merchantId, price, startExample } from './example-backend.ts';

const backend = fileURLToPath(new URL('event-log/backend.py', import.meta.url));
const isMissing = spawnSync('python3', ['--version']).status !== 0;

// What is right has many forms: this one shares none of its code, and no habit, with the examples.
describe('a right backend of one thread and a log of events', { skip: isMissing }, () => {
  for (const run of ['first', 'second']) {
    it(`passes every check in a ${run} run`, async (t) => {
      const results = await runConformance({
        ...(await startExample(t, { program: 'python3', processes: () => [['-B', backend]] })),
        merchantId,
        ...price,
        domain: '127.0.0.1',
        headers: { authorization: 'Bearer payer' },
        timeout: 15_000,
        orderOf: (n) => `conformance-${n}`,
      });
      assert.deepEqual(
        results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
        [],
      );
      assert.equal(results.length, conformanceChecks.length);
    });
  }
});
