import type { JsonObject } from '@wallet-buttons/service-client';
import type { Context } from '../context.ts';
import { pause } from '../upkeep/pause.ts';

/** In milliseconds. A database that falls silent may carry out a write whenever it wakes. */
const waits = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];

/**
 * Takes back an intent whose write was not answered, once the database answers: nothing was sent for it, so no one has to
 * wait until get-status has proved that. No stop waits for it, and it never rejects.
 * @param takeBack resolves to whether it found the intent.
 */
export async function withdraw(
  takeBack: () => Promise<boolean>,
  { stopping, log }: Context,
  subject: JsonObject,
): Promise<void> {
  for (const wait of waits) {
    await pause(wait, stopping, false);
    if (stopping.aborted) return;
    if (!(await takeBack().catch(() => false))) continue;
    log.warn('an intent without an answer was taken back', subject);
    return;
  }
}
