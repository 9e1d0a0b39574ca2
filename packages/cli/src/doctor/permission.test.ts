import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { results } from '../../test/doctor.ts';
import { tags } from '../../test/page.ts';
import { listen } from '../../test/run.ts';

describe('doctor reads the permission to pay as browsers do', () => {
  const policy = 'permissions-policy';
  const rows: readonly (readonly [string, string, ...string[]])[] = [
    ['pass', 'a list with the page itself', policy, 'camera=(), payment=(self "https://a.test")'],
    ['pass', 'every page', policy, 'payment=*'],
    ['pass', 'a report-only header', 'permissions-policy-report-only', 'payment=()'],
    ['pass', 'the last of two headers, which allows it', policy, 'payment=()', policy, 'payment=*'],
    ['fail', 'the last of two headers', policy, 'payment=(self)', policy, 'payment=()'],
    ['fail', 'an empty list with a parameter', policy, 'payment=();report-to=x'],
    ['fail', 'a word that is in quotes', policy, 'payment=("self")'],
    ['fail', 'a feature without a value', policy, 'payment'],
    ['fail', 'the older header', 'feature-policy', "camera 'self'; payment 'none'"],
    [
      'pass',
      'the older header beside the newer one',
      'feature-policy',
      "payment 'none'",
      policy,
      'payment=(self)',
    ],
  ];
  for (const [result, what, ...headers] of rows) {
    it(`and says ${result} for ${what}`, async (test) => {
      const server = createServer((_, response) => response.writeHead(200, headers).end(tags));
      assert.deepEqual(await results('pp.payment', await listen(test, server)), [result]);
    });
  }
});
