import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rule } from './checker.ts';
import { crash } from './crash.ts';
import { type FaultName, faultPoints } from './fault-point.ts';
import type { Mode } from './injector.ts';
import type { MutantName } from './mutants.ts';

/** Only a request that is held up shows that one. */
type CrashMutant = Exclude<MutantName, '"not found" counts at once'>;

/** The cell of the matrix that catches each mutant, and the promise that it shows to be broken. */
const cells: Readonly<Record<CrashMutant, readonly [FaultName, Mode, Rule]>> = {
  'the intent is not durable before the token leaves': [
    'the token is sent, no answer came',
    'kill',
    'charged once',
  ],
  'a token is sent again when its answer does not come': [
    'the token is sent, no answer came',
    'throw',
    'a token is sent once',
  ],
  'a broken connection is taken for nothing sent': [
    'the token is sent, no answer came',
    'throw',
    'charged once',
  ],
  'an unknown outcome is taken for a failed one': [
    'the token is sent, no answer came',
    'throw',
    'charged once',
  ],
  'a final state may go back': ['half of the reply is sent', 'throw', 'final stays final'],
  'a webhook is acknowledged before it is stored': [
    'the webhook is verified, not stored',
    'kill',
    'what is acknowledged is stored',
  ],
  'an attempt is written whatever another has written': [
    'the intent is about to be committed',
    'delay',
    'charged once',
  ],
  'the idempotency key is ignored': [
    'the outcome is committed',
    'delay',
    'one key has one payment',
  ],
  'a token is sent again after a restart': [
    'the token is sent, no answer came',
    'kill',
    'charged once',
  ],
  'a change is marked before it is delivered': [
    'the change is not delivered',
    'kill',
    'the merchant is notified',
  ],
};

describe('the matrix catches a server in which', { concurrency: 4 }, () => {
  for (const mutant of Object.keys(cells) as CrashMutant[]) {
    it(mutant, async () => {
      const [name, mode, rule] = cells[mutant];
      const { hits, violations } = await crash(faultPoints[name], mode, mutant);
      assert.equal(hits, 1);
      assert.ok(
        violations.some((each) => each.rule === rule),
        JSON.stringify(violations),
      );
    });
  }
});
