import { createHash, randomUUID } from 'node:crypto';
import { minorFromText, textFromMinor } from '../../money.ts';
import { expectNot, expectOutcome } from '../answer.ts';
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
          const answer = await shop.payDecided({ wallet });
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
      expectOutcome(await shop.payDecided(), 'succeeded');
      const sessions = shop.sessions().length;
      expect(sessions === 1, `${sessions} sessions were opened for one order`);
    },
  },
  {
    id: 'pay.none',
    promise: 'answers status with 404 and the code no_payment while no token of an order was sent',
    cost: 'after a token that never arrived no button offers the order again',
    async run(shop) {
      for (const when of ['at first', 'once it is prepared']) {
        const { status, body, seen } = await shop.status();
        expect(status === 404 && body.code === 'no_payment', `${when}: ${seen}`);
        await shop.post('/prepare', { order: shop.order });
      }
    },
  },
  {
    id: 'pay.payer-data',
    promise: 'pays when the page sends what the wallet tells of payer and card',
    cost: 'a backend that refuses fields it does not read refuses the payments of every tag',
    async run(shop) {
      const contact = { name: 'Олена Коваль', email: 'olena@shop.test', phone: '+380441234567' };
      const address = {
        ...contact,
        country: 'UA',
        locality: 'Київ',
        address_lines: ['Хрещатик 1'],
      };
      const card = { network: 'visa', last4: '1111', funding: 'credit', account_verified: true };
      const extra = { payer: contact, billing_address: address, card };
      expectOutcome(await shop.payDecided({ extra }), 'succeeded');
      shop.expectCharges(1);
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
      const nearbyAmount = textFromMinor((minorFromText(amount, currency) ?? 0) + 1, currency);
      for (const shown of [
        { amount, currency: other },
        { amount: nearbyAmount, currency },
      ]) {
        await shop.pay({ shown });
        const text = `${shown.amount} ${shown.currency}`;
        expect(shop.charges() === 0, `the page showed ${text}: ${amount} ${currency} was charged`);
      }
    },
  },
  {
    id: 'pay.token-secret',
    promise: 'repeats a token in no answer of the whole run',
    cost: 'the token is in the logs of every proxy, and in the memory of the page',
    alone: true,
    last: true,
    async run(shop) {
      const press = { key: randomUUID(), token: await shop.token() };
      shop.play({ answerOn: 'session', answer: 'error503' });
      await shop.pay({ token: press.token });
      shop.play({});
      await shop.pay(press);
      await shop.pay(press);
      await shop.payDecided({ token: press.token });
      await shop.status();
      const [first] = shop.context.tokens.sightings;
      expect(first === undefined, `the token is in the answer to ${first ?? ''}`);
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.again',
    promise: 'does not charge an order that is paid',
    cost: 'a second tab, or the back button, charges the payer twice',
    async run(shop) {
      expectOutcome(await shop.payDecided(), 'succeeded');
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
      const answer = await shop.payDecided({ card: 'visa-decline' });
      expectOutcome(answer, 'failed');
      const { body, seen } = await shop.status();
      expect(body['final'] === true, `final is not true for a payment that failed: ${seen}`);
      expectOutcome(await shop.payDecided(), 'succeeded');
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.held',
    promise:
      'says authorized for money that is held, holds it once, and says succeeded once it is taken',
    cost: 'held money is booked as income, and the hold runs out; or it is held twice',
    async run(shop) {
      shop.play({ result: 'holded' });
      expectOutcome(await shop.payDecided(), 'authorized');
      expectOutcome(await shop.status(), 'authorized');
      await shop.pay();
      shop.expectCharges(1);
      await shop.settle('paid');
      await shop.until('succeeded');
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
      shop.play({ settleAfter: 1000 });
      expectOutcome(await shop.pay(), 'pending', 'unknown');
      await shop.paidOnce();
    },
  },
];
