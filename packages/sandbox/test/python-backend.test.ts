import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runConformance } from '../src/conformance/run.ts';
import { merchantId, price, startExample } from './example-backend.ts';

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
});
