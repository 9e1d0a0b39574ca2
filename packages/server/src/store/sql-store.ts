import type { Attempt } from '../attempt.ts';
import type { StatusChange } from '../status-change.ts';
import { lookup, statements, toAttempt, toSettled, toValues } from './sql.ts';
import type { Script } from './sql.ts';
import type { SaveResult, Store } from './store.ts';

/** What an engine has to bring. */
export interface SqlEngine {
  /** Runs the script in one transaction, durable when the promise resolves; from the start again where two collide. */
  readonly transaction: <T>(script: () => Script<T>) => Promise<T>;
  /** Runs a script that only reads. */
  readonly read: <T>(script: () => Script<T>) => Promise<T>;
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
    find: async (by) =>
      read(function* () {
        const [row] = yield lookup(by);
        return row ? toAttempt(row) : null;
      }),
    save: async (next, { cause, from, news }) =>
      transaction(function* () {
        const { id, order, version, state, updatedAt } = next;
        // Whoever wants to pay has to see money that another attempt of the order turns out to have got.
        yield [statements.lock, order];
        const isSent = from !== 'created' && state !== 'created' && state !== 'sending';
        const clash = isSent ? null : yield* clashOf(next);
        if (clash) return clash;
        // Each column that is set has its index written anew, so those that stay are left out.
        const written = yield isSent
          ? [statements.settle, ...toSettled(next)]
          : [statements.update, ...toValues(next)];
        if (written.length === 0) return 'stale';
        if (from !== state) yield [statements.event, id, version, from, state, cause, updatedAt];
        if (news) yield [statements.news, news.id, id, JSON.stringify(news), updatedAt];
        return 'saved';
      }),
    claimDue: async (now, limit, lease) =>
      transaction(function* () {
        const rows = yield [statements.claimDue, now, limit, lease];
        return rows.map(toAttempt);
      }),
    noteWebhook: async ({ key, sessionId, version, status, verified, at }) =>
      transaction(function* () {
        const known = (yield [statements.bySession, sessionId]).length > 0;
        if (!known && !verified) return 'unknown';
        yield [statements.note, key, sessionId, version, status, verified ? 1 : 0, at];
        yield [statements.hint, sessionId, at];
        return known ? 'known' : 'unknown';
      }),
    claimNews: async (now, limit, lease) =>
      transaction(function* () {
        const rows = yield [statements.claimNews, now, limit, lease];
        return [...rows]
          .sort((a, b) => Number(a['created_at']) - Number(b['created_at']))
          .map((row) => JSON.parse(row['change_json'] as string) as StatusChange);
      }),
    markDelivered: async (id, now) =>
      transaction(function* () {
        yield [statements.delivered, id, now];
      }),
    recover: async (now) =>
      transaction(function* () {
        yield [statements.recover, now];
        yield [statements.release, now];
      }),
    close,
  };
}

/** Whether another attempt holds its token or its key. */
function* clashOf({ id, tokenHash, idempotencyKey }: Attempt): Script<SaveResult | null> {
  if (tokenHash === null && idempotencyKey === null) return null;
  const [other] = yield [statements.clash, tokenHash, idempotencyKey, id];
  if (!other) return null;
  const isToken = tokenHash !== null && other['token_sha256'] === tokenHash;
  return isToken ? 'token_reused' : 'key_reused';
}
