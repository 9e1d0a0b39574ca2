import { changed, isFinal } from '../attempt.ts';
import { newsOf } from '../status-change.ts';
import type { Attempt, AttemptChange } from '../attempt.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import type { Verdict } from '../outcome.ts';
import { lease, tell } from './deliver.ts';

/**
 * Writes what some evidence changes: decide, write unless another write came first, then read and again.
 * Answers the attempt as it is stored afterwards.
 * @param known the attempt as it was last seen: a write tells whether it still is so, which spares a look.
 */
export async function record(
  context: Context,
  known: Attempt,
  cause: string,
  decide: (attempt: Attempt) => Verdict,
): Promise<Attempt> {
  const { store, log, now, background } = context;
  for (let attempt = known, isRead = false; ; isRead = true) {
    const { change, alarm, heard } = decide(attempt);
    const next =
      change &&
      changed(attempt, isRead ? unhinted(change, attempt, now()) : ended(change, attempt), now());
    if (next) {
      const news = newsOf(attempt, next);
      const kept = news && { change: news, dueAt: now() + lease };
      const result = await store.save(next, { cause, from: attempt.state, news: kept });
      if (result === 'saved' || result === 'untold') {
        const { order, state, status } = next;
        const fields = { attempt: next.id, order, from: attempt.state, state, status, cause };
        if (alarm) log.error(alarm, { ...fields, ...(heard && { heard }) });
        else if (state !== attempt.state) log.info('payment', fields);
        if (news && result === 'saved') background(tell(news, context));
        return next;
      }
      if (result !== 'stale') throw new WalletServerError('internal', `A change was ${result}.`);
    } else if (isRead) {
      const { id, order, state } = attempt;
      if (alarm) log.error(alarm, { attempt: id, order, state, cause, ...(heard && { heard }) });
      return attempt;
    }
    const stored = await store.find({ id: known.id });
    if (!stored) throw new WalletServerError('internal', 'An attempt has vanished.');
    attempt = stored;
  }
}

/** At its end nothing is left to ask. */
function ended(change: AttemptChange, { state }: Attempt): AttemptChange {
  const isEnd = change.state !== undefined && change.state !== state && isFinal(change.state);
  return isEnd ? { ...change, nextCheckAt: null } : change;
}

/** What is due after another write is so by a hint that came meanwhile, at more than is recorded here. */
function unhinted(change: AttemptChange, attempt: Attempt, now: number): AttemptChange {
  const { nextCheckAt } = attempt;
  return nextCheckAt !== null && nextCheckAt <= now ? change : ended(change, attempt);
}
