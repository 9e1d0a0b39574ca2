import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crash } from './crash.ts';
import { faultNames, faultPoints } from './fault-point.ts';
import type { Mode } from './injector.ts';

const modes: readonly Mode[] = ['kill', 'throw', 'delay'];
/** What a mode does, in a test's name. */
const verbs = { kill: 'is killed', throw: 'fails', delay: 'hangs' } as const;

describe(
  'no payer is charged twice, and no status is lost, when the server',
  { concurrency: 6 },
  () => {
    for (const name of faultNames) {
      for (const mode of modes) {
        it(`${verbs[mode]} where ${name}`, async () => {
          const { hits, violations } = await crash(faultPoints[name], mode);
          assert.equal(hits, 1);
          assert.deepEqual(violations, []);
        });
      }
    }
  },
);
