import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { textOf } from '../src/pages.ts';

/** Small numbers in words. */
const words = [
  '',
  'one an',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];
const second = 1000;
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The names that the code has for them. */
const units: Readonly<Record<string, number>> = { minute, hour, day };

/** A sentence of a page, with the constant of the code that its number `{}` is: in which file, by which name, in what. */
type Row = readonly [page: string, text: string, file: string, name: string, unit: number];

const rows: readonly Row[] = [
  [
    'explanation/failures',
    '{} seconds or more apart',
    'server/src/order/transition.ts',
    'absenceGap',
    second,
  ],
  [
    'explanation/failures',
    'only {} minutes after the token was sent',
    'server/src/order/position.ts',
    'grace',
    minute,
  ],
  [
    'explanation/failures',
    'no outcome, or no end of a contradiction, for {} days',
    'server/src/order/transition.ts',
    'reviewAfter',
    day,
  ],
  [
    'explanation/failures',
    '`findOrder` throws or takes {} s',
    'server/src/payment/order.ts',
    'timeLimit',
    second,
  ],
  [
    'explanation/failures',
    '`delivery_failing` after {} hour',
    'server/src/upkeep/outbox.ts',
    'alarmAfter',
    hour,
  ],
  ['explanation/threats', 'Bodies end at {} KiB', 'server/src/http/body.ts', 'bodyLimit', 1024],
  ['explanation/threats', 'KiB and {} seconds', 'server/src/http/body.ts', 'bodyTimeLimit', second],
  [
    'explanation/threats',
    'the last {} reports of an order',
    'server/src/order/report.ts',
    'mostReports',
    1,
  ],
  [
    'explanation/payment',
    'store it for {} days in this browser',
    'elements/src/order-lock.ts',
    'month',
    day,
  ],
  [
    'explanation/payment',
    'Within {} seconds of a token',
    'elements/src/order-lock.ts',
    'travel',
    second,
  ],
  [
    'explanation/payment',
    'After {} seconds without a token',
    'elements/src/controllers/press.ts',
    'tokenTimeout',
    second,
  ],
  [
    'lookup/tags',
    'did not answer within {} seconds',
    'elements/src/controllers/readiness.ts',
    'timeout',
    second,
  ],
  [
    'lookup/tags',
    'after {} seconds in which the page did not leave',
    'elements/src/controllers/bank.ts',
    'staying',
    second,
  ],
  ['lookup/tags', 'It is at most {} kB', 'server/src/http/routes.ts', 'reportSize', 1024],
  [
    'recipes/shipping-and-coupons',
    'takes more than {} seconds',
    'elements/src/sheet/answer.ts',
    'timeout',
    second,
  ],
  [
    'recipes/return',
    'good for {} hour after the token was sent',
    'server/src/payment/receipt.ts',
    'lifetime',
    hour,
  ],
  [
    'recipes/postgresql',
    'A method ends within {} seconds',
    'server/src/store/time-limit.ts',
    'defaultTimeout',
    second,
  ],
  [
    'explanation/failures',
    '{} seconds after its first byte',
    'server/src/runtime.ts',
    'sendTimeout',
    second,
  ],
  [
    'recipes/running',
    'A payment waits for the service for up to {}',
    'service-client/src/transport.ts',
    'timeout',
    second,
  ],
];

describe('a number of the guide', () => {
  for (const [page, text, file, name, unit] of rows) {
    it(`is that of the code in "${text}" of ${page}`, () => {
      const number = constantOf(file, name) / unit;
      const plain = textOf(page).replaceAll(/\s+/g, ' ').toLowerCase();
      const spellings = [String(number), ...(words[number] ?? '').split(' ')].map((each) =>
        text.replace('{}', each),
      );
      // Not "up to 3" in "up to 30".
      const isSaid = (sentence: string): boolean => {
        const index = plain.indexOf(sentence);
        const neighbours = [plain[index - 1], plain[index + sentence.length]];
        return index >= 0 && !neighbours.some((each) => /\d/.test(each ?? ''));
      };
      assert.ok(
        spellings.some((each) => isSaid(each.toLowerCase())),
        spellings[0],
      );
    });
  }
});

/** The value of a constant, or of a default, that is a product of numbers and of names of units. */
function constantOf(file: string, name: string): number {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
  const [, product = ''] = new RegExp(`(?:const |\\{ )${name} = ([\\w* ]+)[;,]`).exec(source) ?? [];
  assert.ok(product, `${name} in ${file}`);
  return product
    .split('*')
    .map((factor) => factor.trim())
    .map((factor) => units[factor] ?? Number(factor.replaceAll('_', '')))
    .reduce((all, factor) => all * factor, 1);
}
