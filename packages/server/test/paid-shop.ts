import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { Answer } from '@wallet-buttons/service-client/testing/service-stub.js';
import type { OperationResult, Payment } from '../src/index.ts';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

/** Where the service takes each operation. */
export const paths = {
  capture: '/v1/complete-hold',
  void: '/v1/void',
  refund: '/v1/void',
} as const;

/** The service takes the operation, and its session has that status from then on. */
export const taken =
  (shop: Shop, status: object): Answer =>
  ({ body }, response) => {
    shop.service.statuses.set(String(body['session_id']), status);
    response.end('null');
    return null;
  };

/** The service takes it, and its answer is lost. */
export const lost: Answer = (_, response) => (response.destroy(), null);

/** The service answers with this HTTP status and body. */
export function answering(http: number, body: string): Answer {
  return (_: unknown, response: ServerResponse) => {
    response.writeHead(http, { 'content-type': 'application/json' }).end(body);
    return null;
  };
}

/** The service refuses it with this code. */
export function refusing(code: string): Answer {
  return answering(400, JSON.stringify({ type: 'processing', code }));
}

/** A shop whose order is paid, or held. */
export async function openWith(
  status: 'paid' | 'holded',
  options: ShopOptions = {},
): Promise<Shop> {
  const shop = await openShop(options);
  shop.service.on('/v1/pay-token', ({ body }) => {
    shop.service.statuses.set(String(body['session_id']), { status, amount: '199.90' });
    return { status, amount: '199.90' };
  });
  await shop.pay();
  await shop.wallet.drain();
  return shop;
}

export async function operationsOf({ wallet }: Shop): Promise<readonly OperationResult[]> {
  return (await wallet.find('o-1'))?.operations ?? [];
}

export async function amounts(shop: Shop): Promise<Payment['amounts']> {
  return ((await shop.wallet.find('o-1')) ?? assert.fail()).amounts;
}
