import { expectNot } from '../answer.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';
import type { WebhookVersion } from '../../service/webhook/versions.ts';

/** An order whose payment the service is still processing. */
export async function processing(shop: Shop): Promise<void> {
  shop.playSilent({ result: 'processing' });
  await shop.pay();
}

/** The payment succeeds at the service, which sends no webhook: the run does. */
export async function paidUnseen(shop: Shop): Promise<void> {
  shop.playSilent({ webhook: 'never' });
  await shop.settle('paid');
}

/** A right webhook pays the order. Without it a backend that reads no webhook would pass. */
export async function expectPaidBy(
  shop: Shop,
  body: string,
  version: WebhookVersion = 'v1',
): Promise<void> {
  const { status, seen } = await shop.deliver(body, version);
  expect(status >= 200 && status < 300, `a right webhook of ${version}: ${seen}`);
  await shop.until('succeeded');
}

export async function expectUnpaid(shop: Shop, description: string): Promise<void> {
  expectNot(await shop.status(), 'succeeded', `after ${description}`);
}
