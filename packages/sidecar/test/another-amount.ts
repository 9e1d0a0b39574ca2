import assert from 'node:assert/strict';
import { pay, type Running } from './running.ts';

/** Pays an order of which the payment service then says, signed, that it took 1.00: it waits for a review. */
export async function payAnotherAmount(
  running: Pick<Running, 'service' | 'sidecar'>,
  order: string,
  ...more: readonly [
    headers?: Readonly<Record<string, string>>,
    options?: { readonly shown?: { amount: string; currency: string } },
  ]
): Promise<void> {
  const { service, sidecar } = running;
  service.scenario({ external_id: order, result: 'processing', webhook: 'never' });
  await pay(running, order, ...more);
  const message = service.webhookBody({ external_id: order, status: 'paid', version: 'v1' });
  const body = JSON.stringify({ ...(JSON.parse(message) as object), amount: '1.00' });
  const response = await fetch(`${sidecar.publicUrl}/wallet/webhook/v1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...service.signWebhook(body) },
    body,
  });
  assert.equal(response.status, 200);
}
