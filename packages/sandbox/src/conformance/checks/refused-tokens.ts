import { expectNot, expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';

const doubleCharge = 'the payer is charged twice';

/** The service refuses a token, or seems to. */
export const refusedTokens: readonly Check[] = [
  ...([400, 403] as const).map(
    (answerStatus) =>
      ({
        id: answerStatus === 400 ? 'refused.again' : `refused.again-${answerStatus}`,
        promise: `lets the payer pay again within half a minute after a token was refused with ${answerStatus}`,
        cost: 'a customer who cannot pay any more',
        waits: true,
        async run(shop) {
          shop.play({ answer: 'refused', answerStatus, processed: false });
          expectNot(await shop.pay(), 'succeeded');
          shop.play({});
          const isPaid = (): boolean => shop.charges() > 0;
          const answer = await shop.insist(shop.waits.freed, isPaid);
          expect(isPaid(), `${shop.waits.freed / 1000} s later: ${answer.seen}`);
          await shop.paidOnce();
        },
      }) satisfies Check,
  ),
  {
    id: 'refused.one-look',
    promise:
      'says unknown after a refusal, and does not take one look at the status for a proof that nothing was charged',
    cost: doubleCharge,
    waits: true,
    async run(shop) {
      const lag = Math.round(shop.waits.freed / 5);
      // The token is refused and charged, and get-status says so a little later.
      shop.play({ answer: 'refused', webhook: 'never', statusLag: lag });
      const answer = await shop.pay();
      expect(answer.status < 300, `a refusal says that no token was sent on: ${answer.seen}`);
      expectOutcome(answer, 'unknown', 'pending');
      await shop.insist(lag, () => shop.charges() > 1);
      shop.expectCharges(1);
      await shop.paidOnce();
    },
  },
  ...(
    [
      [409, '', '409'],
      [400, '-code', 'a code that says so'],
    ] as const
  ).map(
    ([answerStatus, suffix, how]) =>
      ({
        id: `refused.in-progress${suffix}`,
        promise: `keeps an order closed while the service is at work on its token and answers ${how}`,
        cost: doubleCharge,
        waits: true,
        async run(shop) {
          const { freed } = shop.waits;
          const processDelay = freed + 2000;
          shop.play({ answer: 'in-progress', answerStatus, processDelay });
          expectNot(await shop.pay(), 'failed');
          shop.play({});
          const isSentAgain = (): boolean => shop.ownCalls('payToken').length > 1;
          await shop.insist(freed, isSentAgain);
          expect(!isSentAgain(), 'another token was sent meanwhile');
          await shop.paidOnce();
        },
      }) satisfies Check,
  ),
];
