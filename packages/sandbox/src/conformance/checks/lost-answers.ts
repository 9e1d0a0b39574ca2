import { setTimeout as sleep } from 'node:timers/promises';
import { expectNot } from '../answer.ts';
import type { ScenarioFields } from '../../index.ts';
import type { Check } from '../check.ts';
import { expect, Finding } from '../finding.ts';

const spoilt = [
  ['cut', 'the connection breaks'],
  ['truncated', 'half of the answer arrives'],
  ['html', 'an HTML page is the answer'],
  ['error503', 'the answer is 503'],
  ['error429', 'the answer is 429'],
  ['redirect', 'the answer is a redirect'],
  ['empty', 'the answer is 200 and empty'],
  ['success-false', 'the answer is 200 with success: false'],
  ['no-status', 'the answer is 200 without a status'],
  ['error408', 'the answer is 408'],
  ['error500', 'the answer is 500'],
] as const;

/** A status without an answer of its own comes with the service's refusal. */
function faultOf(answer: (typeof spoilt)[number][0]): ScenarioFields {
  return answer === 'error408' ? { answer: 'refused', answerStatus: 408 } : { answer };
}

const aboutOthers = [
  ['other-session', 'session'],
  ['other-order', 'order'],
] as const;

/** The payment is made, and its answer does not arrive. */
export const lostAnswers: readonly Check[] = [
  ...spoilt.map(
    ([answer, when]) =>
      ({
        id: `lost.${answer}`,
        promise: `says unknown when ${when}, sends nothing again, and asks the service`,
        cost: 'the payer reads that it failed, pays again, and is charged twice',
        async run(shop) {
          // A backend that asks at once may know the outcome before it answers the page.
          shop.play({ ...faultOf(answer), webhook: 'never', statusAnswer: 'cut' });
          const { status, body, seen } = await shop.pay();
          const { outcome } = body;
          expect(outcome === 'unknown' || outcome === 'pending', `outcome is not unknown: ${seen}`);
          expect(status === 202, `the status is not 202: ${seen}`);
          shop.play({ webhook: 'never' });
          await shop.paidOnce();
        },
      }) satisfies Check,
  ),
  ...aboutOthers.map(
    ([answer, description]) =>
      ({
        id: `lost.${answer}`,
        promise: `does not believe an answer to pay-token that names another ${description}`,
        cost: 'goods without money',
        async run(shop) {
          shop.play({ answer, processed: false, webhook: 'never' });
          expectNot(await shop.pay(), 'succeeded');
          await shop.asked();
          expectNot(await shop.status(), 'succeeded');
          shop.expectCharges(0);
        },
      }) satisfies Check,
  ),
  {
    id: 'lost.second-press',
    promise: 'does not charge again while the outcome is unknown',
    cost: 'the payer is charged twice',
    async run(shop) {
      // Nothing settles it meanwhile.
      shop.play({ answer: 'cut', webhook: 'never', statusAnswer: 'cut' });
      await shop.pay();
      const { body, seen } = await shop.status();
      expect(body['final'] === false, `final is not false while it is unknown: ${seen}`);
      await shop.pay();
      shop.play({ webhook: 'never' });
      await shop.paidOnce();
    },
  },
  {
    id: 'lost.not-processed',
    promise: 'never says succeeded for a token that the service did not process',
    cost: 'goods without money',
    async run(shop) {
      shop.play({ answer: 'cut', processed: false, webhook: 'never' });
      await shop.pay();
      await shop.asked();
      expectNot(await shop.status(), 'succeeded');
      shop.expectCharges(0);
    },
  },
  {
    id: 'lost.unasked',
    promise: 'settles a lost answer within a minute by asking the service, although no page asks',
    cost: 'a payer who closes the page has paid for an order that stays open',
    waits: true,
    async run(shop) {
      const statusLag = Math.round(shop.waits.asked / 6);
      shop.play({ answer: 'cut', webhook: 'never', statusLag });
      await shop.pay();
      await shop.expectAskedUnprompted(statusLag);
    },
  },
  {
    id: 'lost.one-look',
    promise: 'does not take one look at the status for a proof that a lost token charged nothing',
    cost: 'the payer is charged twice',
    waits: true,
    async run(shop) {
      const statusLag = Math.round(shop.waits.freed / 2);
      shop.play({ answer: 'cut', webhook: 'never', statusLag });
      await shop.pay();
      await shop.insist(statusLag, () => shop.charges() > 1);
      shop.expectCharges(1);
      await shop.paidOnce();
    },
  },
  {
    id: 'lost.timeout',
    promise: 'sends no token again when the answer takes longer than it waits',
    cost: 'the payer is charged twice',
    waits: true,
    async run(shop) {
      const answerDelay = Math.round(shop.waits.freed * 1.2);
      shop.play({ answerDelay, webhook: 'never' });
      // A backend that waits as long as the service gives its page no answer for a while.
      const payment = shop.pay().catch((error: unknown) => {
        if (!(error instanceof Finding)) throw error;
      });
      await sleep(answerDelay);
      await payment;
      shop.expectOneToken();
      await shop.paidOnce();
    },
  },
  {
    id: 'lost.slow',
    promise: 'charges once when the payer presses again during a slow answer',
    cost: 'the payer is charged twice',
    async run(shop) {
      const pressTogether = await shop.preparePresses(Array.from({ length: 7 }, () => ({})));
      shop.play({ processDelay: 2500 });
      const slow = shop.pay();
      await shop.waitFor(() => shop.ownCalls('payToken').length > 0, 'the token was never sent');
      await pressTogether();
      await slow;
      await shop.paidOnce();
    },
  },
];
