import { setTimeout as sleep } from 'node:timers/promises';
import { minorFromText, textFromMinor } from '../../money.ts';
import { webhookVersions, type WebhookVersion } from '../../service/webhook/versions.ts';
import { expectNot } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';

/** An order whose payment the service is still processing. */
async function processing(shop: Shop): Promise<void> {
  shop.playSilent({ result: 'processing' });
  await shop.pay();
}

/** The payment succeeds at the service, which sends no webhook: the run does. */
async function paidUnseen(shop: Shop): Promise<void> {
  shop.playSilent({ webhook: 'never' });
  await shop.settle('paid');
}

/** A right webhook pays the order. Without it a backend that reads no webhook would pass. */
async function expectPaidBy(
  shop: Shop,
  body: string,
  version: WebhookVersion = 'v1',
): Promise<void> {
  const { status, seen } = await shop.deliver(body, body, version);
  expect(status >= 200 && status < 300, `a right webhook of ${version}: ${seen}`);
  await shop.until('succeeded');
}

async function expectUnpaid(shop: Shop, description: string): Promise<void> {
  expectNot(await shop.status(), 'succeeded', `after ${description}`);
}

/** `POST {backend}/webhook/{version}`. */
export const webhooks: readonly Check[] = [
  ...webhookVersions.map(
    (version) =>
      ({
        id: `webhook.${version}`,
        promise: `takes a webhook of ${version} at webhook/${version}, and the order is paid`,
        cost: 'an order that is paid stays open, from the day on which the service sends this version',
        async run(shop) {
          await processing(shop);
          await paidUnseen(shop);
          await expectPaidBy(shop, shop.webhookBody('paid', version), version);
        },
      }) satisfies Check,
  ),
  {
    id: 'webhook.forged',
    promise: 'marks no order as paid for a webhook that the service did not sign',
    cost: 'anyone marks an order as paid with one request',
    async run(shop) {
      await processing(shop);
      const body = shop.webhookBody('paid');
      const forgedSignatures = [
        ['no signature', null],
        ['the signature of another text', `${body} `],
        ['the signature of the text rewritten', JSON.stringify(JSON.parse(body), null, 2)],
      ] as const;
      for (const [description, signedText] of forgedSignatures) {
        const { status } = await shop.deliver(body, signedText);
        // Treated as unverified, so that the service has to confirm it; or it is believed, perhaps a little later.
        if (status < 400) await sleep(1000);
        await expectUnpaid(shop, description);
      }
      await paidUnseen(shop);
      await expectPaidBy(shop, body);
    },
  },
  {
    id: 'webhook.raw-bytes',
    promise: 'checks the signature over the bytes as they came',
    cost: 'webhooks that are written in another way than yours are refused without end',
    async run(shop) {
      await processing(shop);
      await paidUnseen(shop);
      const body = shop
        .webhookBody('paid')
        .replaceAll('/', '\\/')
        .replace('{', '{\n  "note": "\\u0406ван",\n  "rate": 1.00,');
      await expectPaidBy(shop, body);
    },
  },
  {
    id: 'webhook.not-json',
    promise: 'answers a signed webhook that is not JSON without an error of its own',
    cost: 'one message stops all others',
    async run(shop) {
      await processing(shop);
      const { status, seen } = await shop.deliver('paid');
      expect(status < 500, seen);
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
    },
  },
  {
    id: 'webhook.duplicate',
    promise: 'takes the same webhook three times',
    cost: 'the service repeats it for hours; the order is shipped three times',
    async run(shop) {
      shop.playSilent({ settleAfter: 500, webhookCopies: 3 });
      await shop.pay();
      await shop.until('succeeded');
      const refusal = (await shop.answered()).find(({ delivered }) => !delivered);
      expect(refusal === undefined, `a copy was answered with ${String(refusal?.last_answer)}`);
      await shop.paidOnce();
    },
  },
  {
    id: 'webhook.late',
    promise: 'keeps a paid order paid when an older webhook arrives late',
    cost: 'a paid order falls back to pending, and is paid again or cancelled',
    async run(shop) {
      await processing(shop);
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
      for (const older of ['processing', 'created', 'failed']) {
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
  {
    id: 'webhook.charset',
    promise: 'takes a webhook whose content-type names a charset',
    cost: 'every webhook is refused once a library of the service writes its headers in another way',
    async run(shop) {
      await processing(shop);
      await paidUnseen(shop);
      const body = shop.webhookBody('paid');
      const { status, seen } = await shop.deliver(
        body,
        body,
        'v1',
        'application/json; charset=utf-8',
      );
      expect(status >= 200 && status < 300, seen);
      await shop.until('succeeded');
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
    id: 'webhook.unknown-status',
    promise: 'does not take an unknown status in a webhook for a success',
    cost: 'goods leave on a guess',
    async run(shop) {
      await processing(shop);
      await shop.webhook('paid_maybe');
      await expectUnpaid(shop, 'a webhook with the status "paid_maybe"');
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
    },
  },
  {
    id: 'webhook.refund',
    promise: 'says refunded after a refund',
    cost: 'a refunded order is shipped',
    async run(shop) {
      await shop.pay();
      await shop.until('succeeded');
      shop.playSilent();
      await shop.settle('refunded');
      await shop.until('refunded');
    },
  },
  {
    id: 'webhook.part',
    promise: 'keeps an order closed of which a part was given back',
    cost: 'an order that is refunded in part is charged again',
    async run(shop) {
      const { amount, currency } = shop.subject;
      const part = textFromMinor(Math.ceil((minorFromText(amount, currency) ?? 0) / 4), currency);
      shop.playSilent({ webhook: 'never' });
      await shop.pay();
      await shop.until('succeeded');
      await shop.settle('refunded', part);
      for (const version of webhookVersions) {
        const body = shop.webhookBody('refunded', version);
        await shop.deliver(body, body, version);
        await shop.pay();
        const tokens = shop.calls('payToken').length;
        expect(tokens === 1, `a webhook of ${version} names a part, and another token was sent`);
      }
      shop.expectCharges(1);
      // The rest follows: a backend that reads no webhook never learns of it.
      shop.playSilent();
      await shop.settle('refunded');
      await shop.until('refunded');
    },
  },
  {
    id: 'webhook.unknown-session',
    promise: 'answers a signed webhook about a session that it does not know without a 5xx',
    cost: 'the service repeats it for hours, and may switch your webhooks off',
    async run(shop) {
      await processing(shop);
      const id = '00000000-0000-4000-8000-000000000000';
      const body = JSON.stringify({ id, status: 'paid', external_id: 'x', amount: '1.00' });
      const { status, seen } = await shop.deliver(body);
      expect(status < 500, seen);
      await expectUnpaid(shop, 'a webhook of another session');
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
    },
  },
];
