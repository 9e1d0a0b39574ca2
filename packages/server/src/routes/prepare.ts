import { readOrderRequest } from '@wallet-buttons/protocol';
import type { Context } from '../context.ts';
import { open } from '../payment/open.ts';
import { lookUp } from '../payment/order.ts';
import type { Input, Reply } from './route.ts';

/** Opens session and payment while the sheet is up, so that the token finds them ready. */
export async function prepare({ original, json }: Input, context: Context): Promise<Reply> {
  const { order } = readOrderRequest(json());
  const found = await lookUp(order, { original }, context);
  await open(found, found.estimated ? 'session' : 'payment', context);
  return { status: 204 };
}
