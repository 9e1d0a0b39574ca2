import { recalled, shorten } from '../order/earlier.ts';
import type { OrderRecord } from '../order/record.ts';
import type { AttemptQuery, DatabaseTime, Decide, OrderQuery } from './types.ts';
import { readRecord } from './record-body.ts';
import { keyOf, recordWrite } from './record-write.ts';
import type { RecordQuery, Records } from './store.ts';

/** The result of a decision, or why nothing was written. `null`: there is no such record. */
export type ChangeResult<Result> = Result | 'stale' | 'reused' | null;

/** Reads the records of a merchant, decides what becomes of them, and writes that. */
export class RecordChanges {
  readonly #records: Records;
  readonly #inTurn = turns();

  constructor(records: Records) {
    this.#records = records;
  }

  /** The record, with the attempt that is looked up whole. */
  async read(lookup: AttemptQuery): Promise<OrderRecord | null> {
    const storedRecord = await this.#records.load(queryOf(lookup));
    return storedRecord && wholeOf(readRecord(storedRecord), lookup, storedRecord);
  }

  /** Changes a record; decides again if another write came first. */
  async change<Result>(lookup: OrderQuery, decide: Decide<Result>): Promise<ChangeResult<Result>> {
    const result = await this.changeOnce(lookup, decide);
    if (result !== undefined) return result;
    // After another write came first, the changes of this process take turns.
    return this.#inTurn(JSON.stringify(queryOf(lookup)), async () => {
      for (;;) {
        const retryResult = await this.changeOnce(lookup, decide);
        if (retryResult !== undefined) return retryResult;
      }
    });
  }

  /** Reads, decides and writes once. `undefined`: another write came first. */
  async changeOnce<Result>(
    lookup: OrderQuery,
    decide: Decide<Result>,
  ): Promise<ChangeResult<Result> | undefined> {
    const storedRecord = await this.#records.load(queryOf(lookup));
    if (!storedRecord) return null;
    const record = readRecord(storedRecord);
    const whole = wholeOf(record, lookup, storedRecord);
    if (!whole) return null;
    const decision = decide(whole, storedRecord);
    if (typeof decision === 'string') return decision;
    if (decision.record === whole) return decision.result;
    const nextRecord = shorten(decision.record);
    const saveResult = await this.#records.save(recordWrite(storedRecord, record, nextRecord));
    if (saveResult === 'stale') return undefined;
    return saveResult === 'reused' ? saveResult : decision.result;
  }
}

function queryOf(lookup: AttemptQuery): RecordQuery {
  if ('order' in lookup) return { order: lookup.order };
  if ('id' in lookup) return { attempt: lookup.id };
  if ('sessionId' in lookup) return { key: keyOf('session', lookup.sessionId) };
  return { key: keyOf('request', lookup.idempotencyKey) };
}

/** The record, with the attempt that is looked up whole; `null` if it has no such attempt. */
function wholeOf(
  record: OrderRecord,
  lookup: AttemptQuery,
  time: DatabaseTime,
): OrderRecord | null {
  return 'id' in lookup || 'sessionId' in lookup ? recalled(record, lookup, time) : record;
}

/** Runs the work of one subject one after another. */
function turns() {
  const lastTurns = new Map<string, Promise<unknown>>();
  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (lastTurns.get(subject) ?? Promise.resolve()).then(work, work);
    const end = turn.catch(() => undefined);
    lastTurns.set(subject, end);
    await end;
    if (lastTurns.get(subject) === end) lastTurns.delete(subject);
    return turn;
  };
}
