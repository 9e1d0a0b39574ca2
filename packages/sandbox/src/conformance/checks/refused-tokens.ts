import { expectNot, expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';

const doubleCharge = 'the payer is charged twice';

/** How the service says that it is at work: by the HTTP status of a refusal, or by its code. */
const inProgress = [
  ['in-progress', { answerStatus: 409, answerCode: 'InProgressError' }],
  ['in-progress-code', { answerStatus: 400, answerCode: 'InProgressError' }],
  ['session-in-progress', { answerStatus: 400, answerCode: 'SessionInProgressError' }],
  ['session-locked', { answerStatus: 400, answerCode: 'SessionLockedError' }],
] as const;

/** HTTP statuses with which a refusal refuses nothing for certain. */
const uncertain = [408, 409, 423, 425, 429] as const;

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
  ...inProgress.map(
    ([name, fault]) =>
      ({
        id: `refused.${name}`,
        promise: `keeps an order closed while the service is at work on its token and answers ${fault.answerStatus} with ${fault.answerCode}`,
        cost: doubleCharge,
        waits: true,
        async run(shop) {
          const { freed } = shop.waits;
          const processDelay = freed + 2000;
          shop.play({ answer: 'in-progress', ...fault, processDelay });
          expectNot(await shop.pay(), 'failed');
          shop.play({});
          const isSentAgain = (): boolean => shop.ownCalls('payToken').length > 1;
          await shop.insist(freed, isSentAgain);
          expect(!isSentAgain(), 'another token was sent meanwhile');
          await shop.paidOnce();
        },
      }) satisfies Check,
  ),
  ...uncertain.map(
    (answerStatus) =>
      ({
        id: `refused.status-${answerStatus}`,
        promise: `keeps an order closed whose token was answered with ${answerStatus}, as after a lost answer`,
        cost: doubleCharge,
        waits: true,
        async run(shop) {
          shop.play({ answer: 'refused', answerStatus, processed: false });
          expectNot(await shop.pay(), 'failed');
          shop.play({});
          await shop.insist(shop.waits.freed, () => shop.ownCalls('payToken').length > 1);
          shop.expectOneToken();
        },
      }) satisfies Check,
  ),
];
