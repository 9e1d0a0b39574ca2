import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VariantName } from './broken-variants.ts';
import type { Rule } from './checker.ts';
import { crash } from './crash.ts';
import { faultPoints } from './fault-point.ts';
import type { FaultId } from './fault-point.ts';
import type { Mode } from './injector.ts';

/** Only a request that is held up shows that one. */
type CrashVariant = Exclude<VariantName, '"not found" counts at once'>;

/** The cell of the matrix that catches each variant, and the promise that it shows to be broken. */
const caught: Readonly<Record<CrashVariant, readonly [FaultId, Mode, Rule]>> = {
  'the intent is not durable before the token leaves': ['P3', 'kill', 'charged once'],
  'a token is sent again when its answer does not come': ['P3', 'throw', 'a token is sent once'],
  'a broken connection is taken for nothing sent': ['P3', 'throw', 'charged once'],
  'an unknown outcome is taken for a failed one': ['P3', 'throw', 'charged once'],
  'a final state may go back': ['P7', 'throw', 'final stays final'],
  'a webhook is acknowledged before it is stored': ['W1', 'kill', 'what is acknowledged is stored'],
  'an attempt is written whatever another has written': ['P0b', 'delay', 'charged once'],
  'the idempotency key is ignored': ['P6', 'delay', 'one key has one payment'],
  'a token is sent again after a restart': ['P3', 'kill', 'charged once'],
  'news is marked before it is told': ['W5', 'kill', 'the merchant is told'],
};

describe('the matrix catches a server in which', { concurrency: 4 }, () => {
  for (const variant of Object.keys(caught) as CrashVariant[]) {
    test(variant, async () => {
      const [id, mode, rule] = caught[variant];
      const { hits, violations } = await crash(faultPoints[id], mode, variant);
      assert.equal(hits, 1);
      assert.ok(
        violations.some((each) => each.rule === rule),
        JSON.stringify(violations),
      );
    });
  }
});
