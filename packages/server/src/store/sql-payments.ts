import { invalidConfig, WalletServerError } from '../errors.ts';
import { type Attempt, closesOrder, leading, states } from '../payment/attempt.ts';
import type {
  HistoryEvent,
  Operation,
  Payments,
  StatusChange,
  UndeliveredChange,
} from '../payment/store.ts';
import { fields, type SqlRow, type SqlValues, type statements } from './sql.ts';

/** A task for the engine: a statement of `sql.ts`, or one of the four tasks that have several parts. */
export type Task = keyof typeof statements | 'insert' | 'intent' | 'outcome' | 'prune';
/** Runs a task in one transaction, durable when the promise resolves; {@link isReuse} reads its error. */
export type Run = (task: Task, values: SqlValues) => Promise<readonly SqlRow[]>;

/** The number of values in a row that belong to the attempt, and the place of its state. */
const attemptWidth = fields.length + 1;
const stateAt = fields.findIndex(({ field }) => field === 'state');

/**
 * The payments of one merchant, over any engine that runs the tasks.
 * @param clockSince see `clockSince` of an attempt.
 */
export function sqlPayments(runTask: Run, merchant: string, clockSince = () => 0): Payments {
  const toAttempt = (row: SqlRow): Attempt => attemptOf(row, clockSince());
  const first = ([row]: readonly SqlRow[]): Attempt | null => (row ? toAttempt(row) : null);
  const run = (task: Task, values: object = {}) => runTask(task, { ...values, merchant });
  return {
    insert: async (draft) => {
      // A live attempt may be inserted after the statement began to read; the second try finds it.
      for (let tries = 0; tries < 3; tries += 1) {
        const found = leading((await run('insert', draft)).map(toAttempt));
        if (found && (found.live || closesOrder(found))) return found;
      }
      throw new Error('An attempt was neither inserted nor found.');
    },
    find: async (by) => {
      if ('id' in by) return first(await run('byId', by));
      if ('order' in by) return leading((await run('byOrder', by)).map(toAttempt));
      return first(await ('sessionId' in by ? run('bySession', by) : run('byKey', by)));
    },
    commit: async (next, { checkIn, change, operation, ...write }) => {
      const { id: operationId = null, state: operationState = null } = operation ?? {};
      const ended = { operationId, operationState, operationRefusal: operation?.refusal ?? null };
      const check = { keepsCheck: Number(checkIn === undefined), checkIn: checkIn ?? null };
      const json = change ? JSON.stringify(change) : null;
      const line = { ...write, isNoted: Number(write.isNoted ?? false), change: json };
      const values = { ...next, ...line, live: Number(next.live) };
      try {
        const task = states[next.state].rank < states.unknown.rank ? 'intent' : 'outcome';
        const [row] = await run(task, { ...values, ...check, ...ended });
        if (!row) return 'stale';
        const attempt = toAttempt(row);
        const [seq, tries] = row.slice(attemptWidth);
        if (!change || tries !== 1) return { attempt, delivery: null };
        const at = attempt.updatedAt;
        return { attempt, delivery: toUndelivered([seq, json, 0, at, at]) };
      } catch (error) {
        if (isReuse(error)) return 'reused';
        throw error;
      }
    },
    makeDue: async (sessionId) => first(await run('makeDue', { sessionId })),
    isDue: async () => (await run('isDue')).length > 0,
    claimDue: async (limit, lease) =>
      (await run('claimDue', { limit, lease })).filter(isKnown).map(toAttempt),
    claimUndelivered: async (limit) => {
      const rows = await run('claimUndelivered', { limit });
      return rows.map(toUndelivered).sort((a, b) => a.seq - b.seq);
    },
    delivered: async (seqs) => {
      await run('delivered', { seqs: JSON.stringify(seqs) });
    },
    begin: async (draft) => {
      const [row] = await run('begin', draft);
      return row ? toOperation(row) : null;
    },
    history: async (order) => {
      const rows = await run('history', { order });
      const listed = (at: number): SqlRow[] =>
        rows.flatMap((row) => JSON.parse((row[at] as string | null) ?? '[]') as SqlRow[]);
      const events = listed(attemptWidth).sort(([a], [b]) => Number(a) - Number(b));
      const operations = listed(attemptWidth + 1).map(toOperation);
      return {
        attempts: rows.map(toAttempt).sort((a, b) => a.openedAt - b.openedAt),
        events: events.map(toEvent),
        operations: operations.sort((a, b) => a.sentAt - b.sentAt),
      };
    },
    list: async ({ needsReview = false, state = null, since = 0, limit = 50, cursor = '' }) => {
      // The first page follows the latest possible time.
      const [, openedAt, id] = /^(\d{1,15})\.([\w-]+)$/.exec(cursor || `${'9'.repeat(15)}.-`) ?? [];
      check('cursor', openedAt !== undefined);
      check('limit', Number.isSafeInteger(limit) && limit > 0);
      check('since', Number.isSafeInteger(since));
      check('state', state === null || Object.hasOwn(states, state));
      const size = Math.min(limit, 500);
      const values = { openedAt: Number(openedAt), id, state, since, limit: size + 1 };
      const rows = await run(needsReview ? 'listReview' : 'list', values);
      const attempts = rows.slice(0, size).map(toAttempt);
      const last = rows.length > size ? attempts.at(-1) : undefined;
      return { attempts, ...(last && { next: `${String(last.openedAt)}.${last.id}` }) };
    },
    prune: async (before) => {
      check('before', Number.isSafeInteger(before));
      const limit = 500;
      for (let count = 0; ;) {
        const { length } = await run('prune', { before, limit });
        count += length;
        if (length < limit) return count;
      }
    },
  };
}

/** Refuses an unusable value, which would show, or delete, other payments than intended. */
function check(field: string, isUsable: boolean): void {
  if (isUsable) return;
  throw new WalletServerError('invalid_field', `${field} cannot be used.`, { field });
}

/** The error of a method whose transaction failed. */
export function failed(cause: unknown): Error {
  if (cause instanceof Error && (cause instanceof WalletServerError || isReuse(cause)))
    return cause;
  return new WalletServerError('store_failed', 'The payment database failed.', { cause });
}

export function newerRelease(): WalletServerError {
  return invalidConfig('A newer release wrote the payment database.', {
    suggestion: 'Run that release, or a later one.',
  });
}

/** Whether the token or the key of a request was used before. A retry would not help. */
export function isReuse(error: unknown): boolean {
  const isViolation =
    error instanceof Error &&
    (('code' in error && error.code === '23505') || ('errcode' in error && error.errcode === 2067));
  // Both engines name the index, or its columns.
  return isViolation && /wallet_attempt.(token_sha256|idempotency_key)/.test(error.message);
}

function toUndelivered([seq, json, tries, at, readAt]: SqlRow): UndeliveredChange {
  const time = Number(at);
  const stored = JSON.parse(json as string) as Omit<StatusChange, 'at'>;
  const change = { ...stored, at: new Date(time).toISOString() };
  return { seq: Number(seq), change, tries: Number(tries), age: Number(readAt) - time };
}

function toOperation(row: SqlRow): Operation {
  const [id, attempt, kind, key, amount, before, state, refusal, sentAt] = row;
  const numbers = { amount: Number(amount), before: Number(before), sentAt: Number(sentAt) };
  return { id, attempt, kind, key, state, refusal, ...numbers } as Operation;
}

function toEvent([, attempt, from, to, cause, status, at]: SqlRow): HistoryEvent {
  return { attempt, from, to, cause, status, at } as HistoryEvent;
}

/** Whether this release knows the state of a row. A newer release handles its own states. */
function isKnown(row: SqlRow): boolean {
  return Object.hasOwn(states, String(row[stateAt]));
}

/** A row as an attempt. The engine checked the types when the row was written. */
function attemptOf(row: SqlRow, clockSince: number): Attempt {
  const found: Record<string, unknown> = {};
  for (const [at, { field, isInteger }] of fields.entries()) {
    found[field] = isInteger ? integer(row[at]) : row[at];
  }
  if (!isKnown(row)) throw newerRelease();
  const live = found['live'] === 1;
  const readAt = integer(row[fields.length]);
  return { ...found, live, readAt, clockSince } as unknown as Attempt;
}

/** A 64-bit integer, which PostgreSQL's drivers return as text or as bigint. */
function integer(value: unknown): number | null {
  if (value === null || Number.isSafeInteger(value)) return value as number | null;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error('A stored integer is not a safe integer.');
  return number;
}
