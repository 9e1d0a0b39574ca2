import { randomUUID } from 'node:crypto';
import { expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';

/** Which order and which press a request is about. */
export const identities: readonly Check[] = [
  {
    id: 'pay.foreign-key',
    promise: 'gives an order no answer of another order whose request had the same Idempotency-Key',
    cost: 'who chooses the key of a paid order gets goods without money',
    orders: 2,
    async run(shop) {
      const key = randomUUID();
      const other = shop.another();
      expectOutcome(await shop.payDecided({ key }), 'succeeded');
      const { body, seen } = await other.pay({ key });
      const isPaid = body['outcome'] !== 'succeeded' || other.charges() === 1;
      expect(isPaid, `the other order is said to be paid, without a charge: ${seen}`);
      // Its own key pays it, unless the first press has.
      await other.pay();
      await other.paidOnce();
    },
  },
  {
    id: 'pay.other-case',
    alone: true,
    promise: 'charges once when the page writes the reference of the order in other letters',
    cost: 'a database that ignores case finds one order by two names, and it is charged twice',
    async run(shop) {
      expectOutcome(await shop.payDecided(), 'succeeded');
      for (const order of [shop.order.toUpperCase(), shop.order.toLowerCase()]) {
        await shop.payAs(order);
        const tokens = shop.calls('payToken').length;
        expect(tokens === 1, `for "${order}" another token was sent`);
      }
    },
  },
];
