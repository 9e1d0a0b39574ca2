import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { minorFromText, textFromMinor } from '../../money.ts';
import { webhookVersions } from '../../service/webhook/versions.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import { expectPaidBy, expectUnpaid, paidUnseen, processing } from './webhook-steps.ts';

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
      const { service } = shop.subject;
      const signatures = (write: (signature: string) => string): Readonly<Record<string, string>> =>
        Object.fromEntries(
          Object.entries(service.signWebhook(body)).map(([name, value]) => [name, write(value)]),
        );
      const forgedSignatures = [
        ['no signature', {}],
        ['an empty signature', signatures(() => '')],
        ['a signature of another length', signatures(() => randomBytes(40).toString('base64'))],
        ['a signature of random bytes', signatures(() => randomBytes(256).toString('base64'))],
        ['the signature of another text', service.signWebhook(`${body} `)],
        [
          'the signature of the text rewritten',
          service.signWebhook(JSON.stringify(JSON.parse(body), null, 2)),
        ],
      ] as const;
      for (const [description, signature] of forgedSignatures) {
        const { status } = await shop.deliver(body, 'v1', 'application/json', signature);
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
    promise: 'answers a signed webhook that is no JSON object without an error of its own',
    cost: 'one message stops all others',
    async run(shop) {
      await processing(shop);
      for (const text of ['paid', 'null', '[]', '"paid"', '7']) {
        const { status, seen } = await shop.deliver(text);
        expect(status < 500, `${text}: ${seen}`);
      }
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
    id: 'webhook.charset',
    promise: 'takes a webhook whose content-type names a charset',
    cost: 'every webhook is refused once a library of the service writes its headers in another way',
    async run(shop) {
      await processing(shop);
      await paidUnseen(shop);
      const body = shop.webhookBody('paid');
      const { status, seen } = await shop.deliver(body, 'v1', 'application/json; charset=utf-8');
      expect(status >= 200 && status < 300, seen);
      await shop.until('succeeded');
    },
  },
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
        await shop.deliver(body, version);
        await shop.pay();
        const tokens = shop.ownCalls('payToken').length;
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
    // A backend may take the newest order for it: that has to be the order of this check.
    alone: true,
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
