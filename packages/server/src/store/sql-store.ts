import { isPaid, leading } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
import type { StatusChange } from '../status-change.ts';
import { lookup, statements, toAttempt, toSent, toSettled, toValues } from './sql.ts';
import type { Script, SqlRow, Step } from './sql.ts';
import type { News, SaveResult, Store } from './store.ts';

/** What an engine has to bring. */
export interface SqlEngine {
  /** Runs the script in one transaction, durable when the promise resolves; from the start again where two collide. */
  readonly transaction: <T>(script: () => Script<T>) => Promise<T>;
  /** Runs a statement that only reads. */
  readonly read: (step: Step) => Promise<readonly SqlRow[]>;
  readonly close: () => Promise<void>;
}

/** The store over any engine that speaks the statements: what each transaction does is written once. */
export function sqlStore({ transaction, read, close }: SqlEngine): Store {
  return {
    open: async (draft) =>
      transaction(function* () {
        // Another's live attempt may end between the two statements, where others write meanwhile.
        for (let tries = 0; tries < 3; tries += 1) {
          yield [statements.insert, ...toValues(draft)];
          const [live] = yield [statements.live, draft.order];
          if (live) return toAttempt(live);
        }
        throw new Error('An attempt was neither inserted nor found.');
      }),
    find: async (by) => leading((await read(lookup(by))).map(toAttempt)),
    save: async (next, { cause, from, news }) =>
      transaction(function* () {
        const { id, order, version, state, updatedAt } = next;
        // Whoever wants to pay has to see money that another attempt of the order turns out to have got.
        yield [statements.lock, order];
        const isSent = from !== 'created' && state !== 'created' && state !== 'sending';
        const clash = isSent ? null : yield* clashOf(next);
        if (clash) return clash;
        const written = yield writing(next, isSent);
        if (written.length === 0) return 'stale';
        if (from !== state) yield [statements.event, id, version, from, state, cause, updatedAt];
        return news ? yield* enqueue(news, next) : 'saved';
      }),
    claimDue: async (now, limit, lease) =>
      transaction(function* () {
        const rows = yield [statements.claimDue, now, limit, lease];
        return rows.map(toAttempt);
      }),
    noteWebhook: async ({ key, sessionId, version, status, verified, at }, isNews) =>
      transaction(function* () {
        const [row] = yield [statements.bySession, sessionId];
        if (!row && !verified) return null;
        yield [statements.note, key, sessionId, version, status, verified ? 1 : 0, at];
        const attempt = row ? toAttempt(row) : null;
        if (!attempt || !isNews(attempt)) return attempt;
        const [due] = yield [statements.hint, sessionId, at];
        return due ? toAttempt(due) : attempt;
      }),
    claimNews: async (now, limit, lease) =>
      transaction(function* () {
        const rows = yield [statements.claimNews, now, limit, lease];
        return rows.toSorted(([, one], [, other]) => Number(one) - Number(other)).map(toChange);
      }),
    markDelivered: async (id, now, lease) =>
      transaction(function* () {
        const [row] = yield [statements.delivered, id, now];
        const [next] = row ? yield [statements.nextNews, row[0] as string, now, lease] : [];
        return next ? toChange(next) : null;
      }),
    recover: async (now) =>
      transaction(function* () {
        yield [statements.recover, now];
        yield [statements.release, now];
      }),
    close,
  };
}

/** Whatever is not told yet of the order comes first, however it goes on meanwhile. */
function* enqueue(
  { change, dueAt }: News,
  { id, order, state, updatedAt }: Attempt,
): Script<'saved' | 'untold'> {
  const [queue] = yield [statements.queue, order, id];
  const [last = 0, waiting = 0, paidByOthers = 0] = (queue ?? []).map(Number);
  if (paidByOthers > 0 && !isPaid(state)) return 'untold';
  const nextAt = waiting === 0 ? dueAt : updatedAt;
  const json = JSON.stringify(change);
  yield [statements.news, change.id, id, order, last + 1, json, updatedAt, nextAt];
  return waiting === 0 ? 'saved' : 'untold';
}

function toChange([json]: SqlRow): StatusChange {
  return JSON.parse(json as string) as StatusChange;
}

/** Each column that is set has its index written anew, so those that stay are left out. */
function writing(next: Attempt, isSent: boolean): Step {
  if (isSent) return [statements.settle, ...toSettled(next)];
  if (next.state === 'sending') return [statements.send, ...toSent(next)];
  return [statements.update, ...toValues(next)];
}

/** Whether another attempt holds its token or its key. */
function* clashOf({ id, tokenHash, idempotencyKey }: Attempt): Script<SaveResult | null> {
  if (tokenHash === null && idempotencyKey === null) return null;
  const [other] = yield [statements.clash, tokenHash, idempotencyKey, id];
  if (!other) return null;
  const isToken = tokenHash !== null && other[0] === tokenHash;
  return isToken ? 'token_reused' : 'key_reused';
}
