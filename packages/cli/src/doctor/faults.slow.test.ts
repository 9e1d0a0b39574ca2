import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controls } from '../../test/faults/controls.ts';
import { fileFaults } from '../../test/faults/files.ts';
import { nameFaults } from '../../test/faults/names.ts';
import { pageFaults } from '../../test/faults/page.ts';
import { serverFaults } from '../../test/faults/servers.ts';
import { findingsOf } from '../../test/world.ts';

describe('doctor finds', () => {
  for (const faults of [pageFaults, nameFaults, serverFaults, fileFaults]) {
    for (const [id, results] of Object.entries(faults)) {
      for (const [result, differences] of Object.entries(results)) {
        for (const [title, difference] of Object.entries(differences)) {
          it(`${title}, by ${id}`, async (test) => {
            const isMade = typeof difference === 'function';
            const findings = await findingsOf(test, isMade ? await difference() : difference);
            const seen = findings.filter((finding) => finding.id === id).map((each) => each.result);
            assert.ok(
              seen.some((each) => each === result),
              `${id}: ${String(seen)}`,
            );
          });
        }
      }
    }
  }
});

describe('doctor raises no alarm for', () => {
  for (const [title, difference] of Object.entries(controls)) {
    it(title, async (test) => {
      const findings = await findingsOf(test, difference);
      const alarms = findings
        .filter(
          ({ id, result }) => result !== 'pass' && result !== 'skip' && id !== 'profile.assumed',
        )
        .map(({ id, result, seen }) => `${result} ${id}: ${seen}`);
      assert.deepEqual(alarms, []);
    });
  }
});
