import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crash } from './crash.ts';
import { faultIds, faultPoints } from './fault-point.ts';
import type { Mode } from './injector.ts';

const modes: readonly Mode[] = ['kill', 'throw', 'delay'];
/** What a mode does, in a test's name. */
const verbs = { kill: 'is killed', throw: 'fails', delay: 'hangs' } as const;

describe(
  'nobody is charged twice, and no status is lost, when the server',
  { concurrency: 6 },
  () => {
    for (const id of faultIds) {
      for (const mode of modes) {
        test(`${verbs[mode]} at ${id}: ${faultPoints[id].says}`, async () => {
          const { hits, violations } = await crash(faultPoints[id], mode);
          assert.equal(hits, 1);
          assert.deepEqual(violations, []);
        });
      }
    }
  },
);
