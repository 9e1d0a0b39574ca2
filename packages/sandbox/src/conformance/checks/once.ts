import { expectNot } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';

const calls = ['session', 'payment'] as const;

/** How a call is not answered, and how many times: a backend may try again in silence. */
const faults = [
  { answer: 'cut', times: 0 },
  { answer: 'cut', times: 1 },
  { answer: 'error503', times: 1 },
  { answer: 'empty', times: 2 },
] as const;

/** How a token's answer is lost, and whether the token was processed. */
const losses = [
  ['cut', true],
  ['error503', true],
  ['error429', true],
  ['cut', false],
  ['error503', false],
  ['error429', false],
] as const;

/** 200, and no success. */
const unproven = ['success-false', 'html', 'empty', 'refused'] as const;

async function expectPaidAfter(shop: Shop): Promise<void> {
  shop.play({});
  await shop.pay();
  await shop.paidOnce();
}

/** The calls before the token, and the token, fail now and then. */
export const faultsOfCalls: readonly Check[] = [
  ...calls.map(
    (answerOn) =>
      ({
        id: `lost.${answerOn}`,
        promise: `recovers when an answer of /v1/${answerOn} is lost, once, twice or each time, and charges the price once`,
        cost: 'the order cannot be paid any more, or its price is charged twice',
        orders: faults.length,
        ...(answerOn === 'session' && { alone: true }),
        async run(first) {
          let shop = first;
          for (const [index, fault] of faults.entries()) {
            if (index > 0) shop = shop.another();
            shop.play({ ...fault, answerOn });
            await shop.pay();
            await expectPaidAfter(shop);
          }
        },
      }) satisfies Check,
  ),
  {
    id: 'lost.once',
    promise: 'sends no token again when one answer is lost and the next one would come',
    cost: 'the payer is charged twice',
    orders: losses.length,
    async run(first) {
      let shop = first;
      for (const [index, [answer, processed]] of losses.entries()) {
        if (index > 0) shop = shop.another();
        shop.play({ answer, processed, times: 1, webhook: 'never' });
        expectNot(await shop.pay(), 'failed');
        await shop.pay();
        shop.expectOneToken();
        if (processed) await shop.paidOnce();
      }
    },
  },
  ...calls.map(
    (answerOn) =>
      ({
        id: `unproven.${answerOn}`,
        promise: `sends no token while /v1/${answerOn} answers 200 without a success`,
        cost: 'a token is lost on a session that does not exist, or pays another amount',
        orders: unproven.length,
        alone: true,
        async run(first) {
          let shop = first;
          for (const [index, answer] of unproven.entries()) {
            if (index > 0) shop = shop.another();
            shop.play({ answer, answerStatus: 200, answerOn, processed: false });
            expectNot(await shop.pay(), 'succeeded', answer);
            const tokens = shop.calls('payToken').length;
            expect(tokens === 0, `${answer}: a token was sent`);
            await expectPaidAfter(shop);
          }
        },
      }) satisfies Check,
  ),
];
