import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Postgres, startPostgres } from '../postgres.ts';
import type { Rule } from './checker.ts';
import { crash } from './crash.ts';
import { type FaultName, faultNames, type FaultPoint, faultPoints } from './fault-point.ts';
import type { Mode } from './injector.ts';
import type { MutantName } from './mutants.ts';

let database: Postgres;
let schemas = 0;

before(async () => {
  database = await startPostgres();
});
after(async () => database[Symbol.asyncDispose]());

/** A schema with nothing in it. */
async function newSchema(): Promise<{ readonly port: number; readonly schema: string }> {
  const schema = `s${String((schemas += 1))}`;
  await (await database.pool(schema)).end();
  return { port: database.port, schema };
}

/** A transaction is one statement there, so no fault comes between its statements. */
const isBetween = (name: FaultName): boolean => !faultPoints[name].step.startsWith('transaction');

describe('on PostgreSQL no payer is charged twice when the server', { concurrency: 4 }, () => {
  for (const name of faultNames.filter(isBetween)) {
    it(`is killed where ${name}`, async () => {
      const point: FaultPoint = faultPoints[name];
      const { hits, violations } = await crash(point, 'kill', undefined, await newSchema());
      assert.equal(hits, 1);
      assert.deepEqual(violations, []);
    });
  }
});

/** Of each kind of mutant, what catches it. */
const caught = [
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

describe('on PostgreSQL the matrix catches a server in which', { concurrency: 4 }, () => {
  for (const [mutant, name, mode, rule] of caught) {
    it(mutant, async () => {
      const { hits, violations } = await crash(faultPoints[name], mode, mutant, await newSchema());
      assert.equal(hits, 1);
      assert.ok(
        violations.some((each) => each.rule === rule),
        JSON.stringify(violations),
      );
    });
  }
});
