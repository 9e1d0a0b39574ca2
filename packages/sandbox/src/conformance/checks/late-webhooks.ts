import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import { expectPaidBy, paidUnseen, processing } from './webhook-steps.ts';

/** Webhooks out of their order. */
export const lateWebhooks: readonly Check[] = [
  {
    id: 'webhook.late',
    promise: 'keeps a paid order paid when an older webhook arrives late',
    cost: 'a paid order falls back to pending, and is paid again or cancelled',
    async run(shop) {
      await processing(shop);
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
      for (const older of ['processing', 'created', 'failed', 'holded']) {
        await shop.webhook(older);
        const { body, seen } = await shop.status();
        expect(body['outcome'] === 'succeeded', `after a late "${older}": ${seen}`);
      }
    },
  },
  {
    id: 'webhook.after-failed',
    promise: 'takes a webhook that says paid after one that said failed',
    cost: 'the payer is charged for an order that stays open, and pays it again',
    async run(shop) {
      await processing(shop);
      const failedBody = shop.webhookBody('failed');
      await shop.deliver(failedBody);
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
    },
  },
  ...(
    [
      ['first', 'takes a webhook that arrives before the answer of pay-token', 'pending-status'],
      ['first-lost', 'takes a webhook that arrives before the answer of pay-token is lost', 'cut'],
    ] as const
  ).map(
    ([name, promise, answer]) =>
      ({
        id: `webhook.${name}`,
        promise,
        cost: 'the answer overwrites the result; the order stays open',
        async run(shop) {
          shop.playSilent({ webhook: 'before', answer });
          await shop.pay();
          await shop.paidOnce();
        },
      }) satisfies Check,
  ),
  {
    id: 'webhook.refund',
    promise: 'says refunded after a refund, also when an older webhook arrives late',
    cost: 'a refunded order is shipped',
    async run(shop) {
      await shop.pay();
      await shop.until('succeeded');
      shop.playSilent();
      await shop.settle('refunded');
      await shop.until('refunded');
      await shop.webhook('paid');
      const { body, seen } = await shop.status();
      expect(body['outcome'] === 'refunded', `after a late "paid": ${seen}`);
    },
  },
  {
    id: 'webhook.earlier-session',
    promise: 'takes a webhook for one of its own session, not of the payment that follows it',
    cost: 'the end of an old session frees the order while the next payment is under way: it is paid twice',
    async run(shop) {
      await shop.payDecided({ card: 'visa-decline' });
      const earlierSession = shop.session();
      await processing(shop);
      const isSent = (): boolean => shop.ownCalls('payToken').length > 1;
      await shop.waitFor(isSent, 'the second token was never sent');
      // A backend may pay again in the same session.
      const isFollowed = shop.session().id !== earlierSession.id;
      for (const status of isFollowed ? ['failed', 'expired'] : []) {
        await shop.deliver(shop.webhookBody(status, 'v1', earlierSession));
      }
      await shop.pay();
      const tokens = shop.ownCalls('payToken').length;
      expect(tokens === 2, 'another token was sent while the second payment was under way');
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
    },
  },
];
