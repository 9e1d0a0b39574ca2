import { randomBytes } from 'node:crypto';
import type { OrderRef } from '@wallet-buttons/protocol';
import type { Attempt } from '../order/attempt.ts';
import { sha256 } from '../sha256.ts';
import type { Context } from '../context.ts';

/** The time from the sending of the token in which a receipt is good, in milliseconds. */
const lifetime = 60 * 60 * 1000;

/** The bank's way back to the shop, with a new receipt in its address; only the hash of the receipt is stored. */
export interface WayBack {
  readonly redirectUrl: string;
  readonly receiptHash: string;
}

/** A new way back. Its receipt has 144 random bits. */
export function newWayBack(order: OrderRef, { redirectUrl }: Context): WayBack {
  const receipt = randomBytes(18).toString('base64url');
  return { redirectUrl: redirectUrl(order, receipt), receiptHash: sha256(receipt) };
}

/** The attempt of an order that a receipt is good for; `null` without one, or once its hour is over. */
export async function attemptOfReceipt(
  order: OrderRef,
  receipt: string,
  { payments }: Context,
): Promise<Attempt | null> {
  const { attempts } = await payments.history(order);
  const receiptHash = sha256(receipt);
  const isOfReceipt = ({ receiptHash: storedHash, sentAt, readAt }: Attempt): boolean =>
    storedHash === receiptHash && sentAt !== null && readAt - sentAt < lifetime;
  return attempts.find(isOfReceipt) ?? null;
}
