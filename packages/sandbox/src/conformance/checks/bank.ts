import { randomUUID } from 'node:crypto';
import { expectOutcome, expectProblem } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import { validate } from './merchant-validation.ts';

/** The bank asks the payer, on a page of its own. */
export const bankPages: readonly Check[] = [
  {
    id: 'pay.bank-approves',
    promise: 'hands on acs_url, and says succeeded only after the bank agreed',
    cost: 'goods leave before the payment; or the payer never sees the bank',
    async run(shop) {
      const answer = await shop.payDecided({ card: 'pan-visa-challenge' });
      expectOutcome(answer, 'pending', 'unknown');
      const waiting = await shop.status();
      expectOutcome(waiting, 'pending', 'unknown');
      expect(waiting.body['final'] === false, `final while the bank waits: ${waiting.seen}`);
      const address = await shop.decide(answer, 'approve');
      const isReturned = address !== null || !shop.carriesReturnAddress();
      expect(
        isReturned,
        'the bank has no address to send the payer back to: redirect_url is missing',
      );
      await shop.paidOnce();
    },
  },
  {
    id: 'pay.bank-declines',
    promise: 'says failed after the bank declined',
    cost: 'goods without money',
    async run(shop) {
      await shop.decide(await shop.payDecided({ card: 'pan-visa-challenge' }), 'decline');
      await shop.until('failed');
      shop.expectCharges(0);
    },
  },
  ...(['expired', 'voided'] as const).map(
    (status) =>
      ({
        id: `pay.after-${status}`,
        promise: `lets the payer pay again after the service says ${status}`,
        cost: 'a payer who left the page of the bank cannot pay any more',
        async run(shop) {
          await shop.pay({ card: 'pan-visa-challenge' });
          await shop.settle(status);
          const outcome = status === 'expired' ? 'expired' : 'cancelled';
          const { body, seen } = await shop.until(outcome);
          expect(body['final'] === true, `final is not true: ${seen}`);
          expectOutcome(await shop.payDecided(), 'succeeded');
          shop.expectCharges(1);
        },
      }) satisfies Check,
  ),
  {
    id: 'pay.while-bank-waits',
    promise: 'sends no second token while the bank waits for the payer',
    cost: 'two bank pages, and a payer who approves both',
    async run(shop) {
      await shop.pay({ card: 'pan-visa-challenge' });
      const secondPress = await shop.pay({ card: 'visa-approve' });
      const { status, body, seen } = secondPress;
      if (status >= 400) expectProblem(secondPress, 'the second press');
      const isSaid = body['outcome'] === 'pending' || body['outcome'] === 'unknown';
      expect(isSaid, `the second press does not learn that the order is being paid: ${seen}`);
      shop.expectOneToken();
    },
  },
  {
    id: 'pay.second-tab',
    promise: 'keeps sight of a payment at the bank when another tab prepares the same order',
    cost: 'the payer has paid for an order that stays open',
    async run(shop) {
      const answer = await shop.payDecided({ card: 'pan-visa-challenge' });
      await shop.post('/prepare', { order: shop.order });
      await validate(shop);
      await shop.decide(answer, 'approve');
      await shop.paidOnce();
    },
  },
  {
    id: 'pay.bank-again',
    promise: 'hands on acs_url again when the browser repeats the request',
    cost: 'a payer whose network failed once never sees the bank',
    async run(shop) {
      const press = { key: randomUUID(), token: await shop.token({ card: 'pan-visa-challenge' }) };
      const [answer, repeatedAnswer] = [await shop.payDecided(press), await shop.payDecided(press)];
      const isSame = answer.body['acs_url'] === repeatedAnswer.body['acs_url'];
      expect(isSame, `first ${answer.seen}, then ${repeatedAnswer.seen}`);
      shop.expectOneToken();
      await shop.decide(repeatedAnswer, 'approve');
      await shop.paidOnce();
    },
  },
  {
    id: 'pay.bank-slow',
    promise: 'sends no second token while the payer takes half a minute at the bank',
    cost: 'the payer approves both, and is charged twice',
    waits: true,
    async run(shop) {
      const answer = await shop.payDecided({ card: 'pan-visa-challenge' });
      const isSentAgain = (): boolean => shop.ownCalls('payToken').length > 1;
      await shop.insist(shop.waits.freed, isSentAgain);
      expect(!isSentAgain(), 'another token was sent meanwhile');
      await shop.decide(answer, 'approve');
      await shop.paidOnce();
    },
  },
  {
    id: 'pay.unasked',
    promise: 'finds out by itself within a minute that the payer agreed at the bank',
    cost: 'a payer who closes the page of the bank has paid for an order that stays open',
    waits: true,
    async run(shop) {
      shop.play({ webhook: 'never' });
      await shop.decide(await shop.payDecided({ card: 'pan-visa-challenge' }), 'approve');
      await shop.expectAskedUnprompted();
    },
  },
];
