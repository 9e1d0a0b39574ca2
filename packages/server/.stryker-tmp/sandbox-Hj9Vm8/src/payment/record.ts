// @ts-nocheck
import { changed } from '../attempt.ts';
import { newsOf } from '../status-change.ts';
import type { Attempt } from '../attempt.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import type { Verdict } from '../outcome.ts';
import { deliver } from './deliver.ts';

/**
 * Writes what some evidence changes: read, decide, write unless another write came first, then again.
 * Answers the attempt as it is stored afterwards.
 */
export async function record(
  context: Context,
  id: string,
  cause: string,
  decide: (attempt: Attempt) => Verdict,
): Promise<Attempt> {
  const { store, log, now, background } = context;
  for (;;) {
    const attempt = await store.find({ id });
    if (!attempt) throw new WalletServerError('internal', 'An attempt has vanished.');
    const { change, alarm } = decide(attempt);
    const next = change && changed(attempt, change, now());
    if (!next) return attempt;
    const news = newsOf(attempt, next);
    const result = await store.save(next, { cause, from: attempt.state, news });
    if (result === 'saved') {
      const { order, state, status } = next;
      const fields = { attempt: id, order, from: attempt.state, state, status, cause };
      if (alarm) log.error(alarm, fields);
      else if (state !== attempt.state) log.info('payment', fields);
      if (news) background(deliver(context));
      return next;
    }
    if (result !== 'stale') throw new WalletServerError('internal', `A change was ${result}.`);
  }
}
