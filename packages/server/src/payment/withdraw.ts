import type { OrderRef } from '@wallet-buttons/protocol';
import { type Attempt, unsent } from '../order/attempt.ts';
import { writeAttempt } from '../order/write.ts';
import type { Context } from '../context.ts';
import { pause } from '../upkeep/pause.ts';

/** Makes an attempt of which nothing was sent payable again. Returns whether there was one. */
export async function free(
  order: OrderRef,
  isMeant: (attempt: Attempt) => boolean,
  { payments }: Context,
): Promise<boolean> {
  const result = await payments.change({ order }, 'not sent', (record, { at }) => {
    const attempt = record.attempts.find(isMeant);
    const freeAttempt = attempt && unsent(attempt);
    if (!freeAttempt) return 'stale';
    const write = { cause: 'not sent', from: attempt.state, checkIn: null };
    return writeAttempt(record, freeAttempt, write, at);
  });
  return typeof result === 'object' && result !== null;
}

/** In milliseconds. A database that falls silent may carry out a write whenever it wakes. */
const waits = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/**
 * Takes back an intent whose write was not answered, once the database answers: nothing was sent for it, so the payer need
 * not wait until get-status has proved that. No stop waits for it, and it never rejects. Its receipt is its mark, since no other process has it: where the wire has no
 * address to come back to, an intent has no mark, and is left to get-status.
 */
export async function withdraw(intent: Attempt, context: Context): Promise<void> {
  const { id, order, receiptHash } = intent;
  const { profile, stopping, log } = context;
  if (profile.operations.payToken.fields.redirectUrl === null) return;
  const isMeant = (each: Attempt): boolean => each.id === id && each.receiptHash === receiptHash;
  for (const wait of waits) {
    await pause(wait, stopping, false);
    if (stopping.aborted) return;
    const isFree = await free(order, isMeant, context).catch(() => false);
    if (!isFree) continue;
    log.warn('an intent without an answer was taken back', { attempt: id, order });
    return;
  }
}
