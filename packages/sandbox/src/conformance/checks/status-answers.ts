import { expect } from '../finding.ts';
import { expectNot, expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';

const aboutOthers = [
  ['other-session', 'session'],
  ['other-order', 'order'],
] as const;

const brokenAnswers = [
  ['error503', '503'],
  ['html', 'an HTML page'],
  ['empty', 'nothing'],
  ['no-status', 'no status'],
  ['success-false', 'success: false'],
] as const;

/** What the service answers to get-status. */
export const statusAnswers: readonly Check[] = [
  ...aboutOthers.map(
    ([answer, description]) =>
      ({
        id: `status.${answer}`,
        promise: `does not believe an answer to get-status that names another ${description}`,
        cost: 'goods without money',
        async run(shop) {
          shop.play({ result: 'processing', webhook: 'never' });
          await shop.pay();
          await shop.settle('paid');
          shop.play({ answerOn: 'get-status', answer, webhook: 'never' });
          await shop.asked();
          expectNot(await shop.status(), 'succeeded');
          shop.play({ webhook: 'never' });
          await shop.until('succeeded');
        },
      }) satisfies Check,
  ),
  ...brokenAnswers.map(
    ([answer, description]) =>
      ({
        id: `status.${answer}`,
        promise: `says what it knows while get-status answers with ${description}`,
        cost: 'the page reports an error about a payment that is under way, or offers the order again',
        async run(shop) {
          const payAnswer = await shop.payDecided({ card: 'pan-visa-challenge' });
          shop.play({ answerOn: 'get-status', answer, webhook: 'never' });
          for (let question = 0; question < 2; question += 1) {
            const waiting = await shop.status();
            expect(waiting.status === 200, waiting.seen);
            expectOutcome(waiting, 'pending', 'unknown');
          }
          shop.play({ webhook: 'never' });
          await shop.decide(payAnswer, 'approve');
          await shop.paidOnce();
        },
      }) satisfies Check,
  ),
];
