import { expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect, Finding } from '../finding.ts';

/** What the backend has said, or is about to do, outlives its process. */
export const restarts: readonly Check[] = [
  {
    id: 'durable.webhook',
    promise: 'has stored a webhook before it acknowledges it: a restart does not lose it',
    cost: 'the service does not repeat what was acknowledged; a paid order stays open',
    needs: 'restart',
    alone: true,
    async run(shop) {
      shop.playSilent({ result: 'processing' });
      await shop.pay();
      shop.playSilent({ webhook: 'never' });
      await shop.settle('paid');
      const { status, seen } = await shop.deliver(shop.webhookBody('paid'));
      expect(status >= 200 && status < 300, seen);
      await shop.restart();
      await shop.until('succeeded');
    },
  },
  {
    id: 'durable.token',
    promise:
      'has stored that it sends a token before it sends it: a restart does not free the order',
    cost: 'the payer presses again after a crash, and is charged twice',
    needs: 'restart',
    alone: true,
    async run(shop) {
      shop.play({ processDelay: Math.min(3000, shop.subject.timeout / 2), webhook: 'never' });
      const payment = shop.pay().catch((error: unknown) => {
        if (!(error instanceof Finding)) throw error;
      });
      await shop.waitFor(() => shop.ownCalls('payToken').length > 0, 'the token was never sent');
      await shop.restart();
      await payment;
      shop.play({});
      await shop.pay();
      const tokens = shop.ownCalls('payToken').length;
      expect(tokens === 1, 'another token was sent while the first one was being processed');
      await shop.paidOnce();
    },
  },
  {
    id: 'durable.answer',
    promise: 'has stored an outcome before it tells the page: a restart does not lose it',
    cost: 'an order that the payer saw paid is open again, and is paid twice',
    needs: 'restart',
    alone: true,
    async run(shop) {
      shop.play({ webhook: 'never' });
      expectOutcome(await shop.payDecided(), 'succeeded');
      await shop.restart();
      shop.playSilent({ webhook: 'never' });
      await shop.until('succeeded');
      await shop.pay();
      shop.expectCharges(1);
    },
  },
];
