import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Engine, type EngineName, engines, startEngine } from '../shared-database.ts';
import type { Rule } from './checker.ts';
import { crash } from './crash.ts';
import { type FaultName, faultNames, type FaultPoint, faultPoints } from './fault-point.ts';
import type { Mode } from './injector.ts';
import type { MutantName } from './mutants.ts';

/** Of PostgreSQL a transaction is one statement, so no fault comes between its statements. */
function faultsOf(name: EngineName): readonly FaultName[] {
  const isBetween = (fault: FaultName): boolean =>
    faultPoints[fault].step.startsWith('transaction');
  return faultNames.filter((fault) => name === 'MariaDB' || !isBetween(fault));
}

/** Of each kind of mutant, what catches it. */
const cells = [
  [
    'the intent is not durable before the token leaves',
    'the token is sent, no answer came',
    'kill',
    'charged once',
  ],
  [
    'a webhook is acknowledged before it is stored',
    'the webhook is verified, not stored',
    'kill',
    'what is acknowledged is stored',
  ],
  [
    'an attempt is written whatever another has written',
    'the intent is about to be committed',
    'delay',
    'charged once',
  ],
  [
    'a change is marked before it is delivered',
    'the change is not delivered',
    'kill',
    'the merchant is notified',
  ],
] as const satisfies (readonly [MutantName, FaultName, Mode, Rule])[];

for (const name of engines) describeFaults(name);

function describeFaults(name: EngineName): void {
  describe(`on ${name}`, { concurrency: 4 }, () => {
    let engine: Engine;
    before(async () => {
      engine = await startEngine(name);
    });
    after(async () => engine[Symbol.asyncDispose]());

    for (const fault of faultsOf(name)) {
      it(`no payer is charged twice when the server is killed where ${fault}`, async () => {
        const point: FaultPoint = faultPoints[fault];
        const { hits, violations } = await crash(point, 'kill', undefined, await engine.make());
        assert.equal(hits, 1);
        assert.deepEqual(violations, []);
      });
    }

    for (const [mutant, fault, mode, rule] of cells) {
      it(`the matrix catches a server in which ${mutant}`, async () => {
        const database = await engine.make();
        const { hits, violations } = await crash(faultPoints[fault], mode, mutant, database);
        assert.equal(hits, 1);
        assert.ok(
          violations.some((each) => each.rule === rule),
          JSON.stringify(violations),
        );
      });
    }
  });
}
