import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type WebhookVersion, webhookVersions } from '../../service/webhook/versions.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';
import { expectPaidBy, expectUnpaid, paidUnseen, processing } from './webhook-steps.ts';

/** A signed webhook that names something else of another payment. */
async function expectIgnored(shop: Shop, body: string, description: string): Promise<void> {
  for (const version of webhookVersions) {
    const { status, seen } = await shop.deliver(body, version);
    expect(status < 500, `${description}: ${seen}`);
  }
  // A backend may store it first, and read it a little later.
  await sleep(500);
  await expectUnpaid(shop, description);
}

/** The text of a right webhook with another session, order or both. */
function bodyAbout(
  shop: Shop,
  names: { readonly session?: string; readonly order?: string },
  version: WebhookVersion = 'v1',
): string {
  const { id } = shop.session();
  const { session = id, order = shop.order } = names;
  return shop
    .webhookBody('paid', version)
    .replaceAll(JSON.stringify(id), JSON.stringify(session))
    .replaceAll(JSON.stringify(shop.order), JSON.stringify(order));
}

/** Which payment a webhook is about. */
export const webhookSubjects: readonly Check[] = [
  {
    id: 'webhook.foreign-session',
    promise:
      'finds the payment of a webhook by its session: one of an unknown session pays nothing, whatever order it names',
    cost: 'a webhook of another shop, whose orders have the same numbers, marks yours as paid',
    async run(shop) {
      await processing(shop);
      for (const version of webhookVersions) {
        const body = bodyAbout(shop, { session: randomUUID() }, version);
        await expectIgnored(shop, body, `a webhook of ${version} about a foreign session`);
      }
      await paidUnseen(shop);
      await expectPaidBy(shop, shop.webhookBody('paid'));
    },
  },
  {
    id: 'webhook.foreign-order',
    promise: 'believes no webhook that names its session and the order of somebody else',
    cost: 'goods without money',
    orders: 2,
    async run(shop) {
      const other = shop.another();
      await processing(shop);
      await processing(other);
      for (const order of [`another-${randomUUID()}`, other.order]) {
        const description = 'a webhook about its session and another order';
        await expectIgnored(shop, bodyAbout(shop, { order }), description);
        await expectUnpaid(other, description);
      }
      for (const one of [shop, other]) {
        await paidUnseen(one);
        await expectPaidBy(one, one.webhookBody('paid'));
      }
    },
  },
];
