import { createHash, randomUUID } from 'node:crypto';
import { expectNot, expectOutcome, expectProblem, hasToken } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';

/** `POST {backend}/prepare`, `/pay-token` and `/status`, while everything works. */
export const payments: readonly Check[] = [
  ...(['wallet-a', 'wallet-b'] as const).map(
    (wallet) =>
      ({
        id: `pay.${wallet}`,
        promise: `pays an order with ${wallet}, once, and says so`,
        cost: 'no payment by this wallet',
        async run(shop) {
          const answer = await shop.pay({ wallet });
          expect(answer.status === 200, answer.seen);
          expectOutcome(answer, 'succeeded');
          shop.expectCharges(1);
          const { amount } = shop.session();
          expect(Number(amount) === Number(shop.subject.amount), `${amount} was charged`);
          const { final } = (await shop.until('succeeded')).body;
          expect(final === true, `final is ${String(final)} for a payment that succeeded`);
        },
      }) satisfies Check,
  ),
  {
    id: 'pay.prepared',
    promise: 'answers prepare with 204, and pays in the session that it opened',
    cost: 'the payer waits longer; an abandoned session for each payment',
    async run(shop) {
      const firstAnswer = await shop.post('/prepare', { order: shop.order });
      expect(firstAnswer.status === 204, firstAnswer.seen);
      // Each tag of a page prepares.
      const secondAnswer = await shop.post('/prepare', { order: shop.order });
      expect(secondAnswer.status === 204, `the second time: ${secondAnswer.seen}`);
      await shop.waitFor(() => shop.sessions().length > 0, 'prepare opened no session');
      shop.expectCharges(0);
      expectOutcome(await shop.pay(), 'succeeded');
      const sessions = shop.sessions().length;
      expect(sessions === 1, `${sessions} sessions were opened for one order`);
    },
  },
  {
    id: 'pay.none',
    promise: 'answers status with 404 and the code no_payment while an order has none',
    cost: 'after a token that never arrived no button offers the order again',
    async run(shop) {
      const { status, body, seen } = await shop.status();
      expect(status === 404 && body.code === 'no_payment', seen);
    },
  },
  {
    id: 'pay.token-bytes',
    promise: 'passes the token on byte for byte',
    cost: 'the gateway refuses a token that was parsed and written again',
    async run(shop) {
      const token = await shop.token();
      await shop.pay({ token });
      const hash = createHash('sha256').update(token).digest('hex');
      const receivedHash = shop.session().attempts.at(-1)?.token_sha256;
      expect(receivedHash === hash, 'the service received other bytes than the wallet made');
    },
  },
  {
    id: 'pay.amount',
    promise: 'takes the amount from the order, whatever the browser showed',
    cost: 'the payer names the price',
    async run(shop) {
      const { currency, amount } = shop.subject;
      const answer = await shop.pay({ amount: '0.01', shown: { amount: '0.01', currency } });
      const cheap = shop.sessions().find((session) => Number(session.amount) < Number(amount));
      expect(cheap === undefined, `a payment of ${cheap?.amount ?? ''} was opened for ${amount}`);
      expectNot(answer, 'succeeded');
      shop.expectCharges(0);
      const other = currency === 'USD' ? 'EUR' : 'USD';
      await shop.pay({ shown: { amount, currency: other } });
      const charges = shop.charges();
      expect(charges === 0, `the page showed ${amount} ${other}, and ${currency} was charged`);
    },
  },
  {
    id: 'pay.token-secret',
    promise: 'repeats the token in no answer',
    cost: 'the token is in the logs of every proxy, and in the memory of the page',
    async run(shop) {
      const press = { key: randomUUID(), token: await shop.token() };
      const answers = [await shop.pay(press), await shop.pay(press)];
      answers.push(await shop.pay({ token: press.token }), await shop.status());
      const isRepeated = answers.some(({ text }) => hasToken(text, press.token));
      expect(!isRepeated, 'the token is in an answer');
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.again',
    promise: 'does not charge an order that is paid',
    cost: 'a second tab, or the back button, charges the payer twice',
    async run(shop) {
      expectOutcome(await shop.pay(), 'succeeded');
      const secondAnswer = await shop.pay();
      expect(
        secondAnswer.body['outcome'] === 'succeeded',
        `the second press: ${secondAnswer.seen}`,
      );
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.declined',
    promise: 'says failed for a declined card, and lets the payer try another one',
    cost: 'goods without money; or a customer who cannot pay any more',
    async run(shop) {
      const answer = await shop.pay({ card: 'visa-decline' });
      expectOutcome(answer, 'failed');
      const { body, seen } = await shop.status();
      expect(body['final'] === true, `final is not true for a payment that failed: ${seen}`);
      expectOutcome(await shop.pay(), 'succeeded');
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.bank-approves',
    promise: 'hands on acs_url, and says succeeded only after the bank agreed',
    cost: 'goods leave before the payment; or the payer never sees the bank',
    async run(shop) {
      const answer = await shop.pay({ card: 'pan-visa-challenge' });
      expectOutcome(answer, 'pending', 'unknown');
      const waiting = await shop.status();
      expectOutcome(waiting, 'pending', 'unknown');
      expect(waiting.body['final'] === false, `final while the bank waits: ${waiting.seen}`);
      await shop.decide(answer, 'approve');
      await shop.paidOnce();
    },
  },
  {
    id: 'pay.bank-declines',
    promise: 'says failed after the bank declined',
    cost: 'goods without money',
    async run(shop) {
      await shop.decide(await shop.pay({ card: 'pan-visa-challenge' }), 'decline');
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
          expectOutcome(await shop.pay(), 'succeeded');
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
      const tokens = shop.calls('payToken').length;
      expect(tokens === 1, `${tokens} tokens were sent`);
    },
  },
  {
    id: 'pay.held',
    promise: 'says authorized for money that is held',
    cost: 'held money is booked as income, and the hold runs out',
    async run(shop) {
      shop.play({ result: 'holded' });
      expectOutcome(await shop.pay(), 'authorized');
      expectOutcome(await shop.status(), 'authorized');
    },
  },
  {
    id: 'pay.unknown-status',
    promise: 'takes a provider status that it does not know for pending',
    cost: 'goods leave, or an order is cancelled, on a guess',
    async run(shop) {
      shop.play({ answer: 'unknown-status', webhook: 'never' });
      expectOutcome(await shop.pay(), 'pending', 'unknown');
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.late-result',
    promise: 'says pending while the service is processing, and the result when it is there',
    cost: 'a payment that succeeded stays open, or is paid again',
    async run(shop) {
      shop.play({ settleAfter: 2500 });
      expectOutcome(await shop.pay(), 'pending', 'unknown');
      await shop.paidOnce();
    },
  },
];
