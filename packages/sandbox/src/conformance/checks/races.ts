import { randomUUID } from 'node:crypto';
import { expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';

/** Both wallets, eight times in all: as two tabs do, or one payer who taps on. */
const presses = Array.from({ length: 8 }, (_, index) => ({
  wallet: index % 2 === 0 ? ('wallet-b' as const) : ('wallet-a' as const),
}));
/** A race is lost now and then only. */
const rounds = 10;

/** Requests that arrive at the same time. */
export const races: readonly Check[] = [
  ...(
    [
      ['double-press', 'charges once when eight requests arrive at the same time', []],
      [
        'double-press-again',
        'charges once when eight requests for an order that was declined before arrive at the same time',
        ['visa-decline'],
      ],
    ] as const
  ).map(
    ([name, promise, before]) =>
      ({
        id: `pay.${name}`,
        promise,
        cost: 'the payer is charged twice',
        orders: rounds,
        async run(first) {
          let shop = first;
          for (let round = 1; round <= rounds; round += 1) {
            if (round > 1) shop = shop.another();
            for (const card of before) expectOutcome(await shop.payDecided({ card }), 'failed');
            shop.play({ answerDelay: 300 });
            await shop.pressTogether(presses);
            shop.play({});
            await shop.paidOnce();
          }
        },
      }) satisfies Check,
  ),
  {
    id: 'pay.same-key',
    promise: 'gives the same key the same answer, and charges once',
    cost: 'a request that the browser repeats is paid twice',
    async run(shop) {
      const press = { key: randomUUID(), token: await shop.token() };
      shop.play({ answerDelay: 300 });
      await shop.pressTogether(presses.map(() => press));
      await shop.paidOnce();
      const firstAnswer = await shop.payDecided(press);
      const secondAnswer = await shop.payDecided(press);
      for (const answer of [firstAnswer, secondAnswer]) {
        expect(answer.status === 200, `the repeated request: ${answer.seen}`);
        expectOutcome(answer, 'succeeded');
      }
      const isSame = firstAnswer.body['status'] === secondAnswer.body['status'];
      expect(isSame, `first ${firstAnswer.seen}, then ${secondAnswer.seen}`);
      shop.expectCharges(1);
    },
  },
  {
    id: 'pay.same-key-declined',
    promise: 'gives the same key the same answer after a decline, and sends no token for it',
    cost: 'a request that the browser repeats asks the bank again',
    async run(shop) {
      const press = { key: randomUUID(), token: await shop.token({ card: 'visa-decline' }) };
      expectOutcome(await shop.payDecided(press), 'failed');
      expectOutcome(await shop.payDecided(press), 'failed');
      shop.expectOneToken();
      expectOutcome(await shop.payDecided(), 'succeeded');
      shop.expectCharges(1);
    },
  },
];
