import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { controls } from '../../test/faults/controls.ts';
import { fileFaults } from '../../test/faults/files.ts';
import { nameFaults } from '../../test/faults/names.ts';
import { pageFaults } from '../../test/faults/page.ts';
import { serverFaults } from '../../test/faults/servers.ts';
import { findingsOf } from '../../test/world.ts';

describe('doctor finds', () => {
  for (const [id, result, title, difference] of [...pageFaults, ...nameFaults, ...serverFaults]) {
    it(`${title}, by ${id}`, async (test) => {
      const findings = await findingsOf(test, difference);
      const results = findings.filter((finding) => finding.id === id).map((each) => each.result);
      assert.ok(results.includes(result), `${id}: ${String(results)}`);
    });
  }
  for (const [id, result, title, make] of fileFaults) {
    it(`${title}, by ${id}`, async (test) => {
      const findings = await findingsOf(test, await make());
      const results = findings.filter((finding) => finding.id === id).map((each) => each.result);
      assert.ok(results.includes(result), `${id}: ${String(results)}`);
    });
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
