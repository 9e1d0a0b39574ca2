import { recalled, shorten } from '../order/earlier.ts';
import type { OrderRecord } from '../order/record.ts';
import { CarriedRecords, type Reading } from './carried.ts';
import type { AttemptQuery, Decide, OrderQuery } from './types.ts';
import { readRecord } from './record-body.ts';
import { hashed, recordWrite } from './record-write.ts';
import type { Claim, ClaimedRecord, RecordQuery, Records } from './store.ts';

/** The result of a decision, or why nothing was written. `null`: there is no such record. */
export type ChangeResult<Result> = Result | 'stale' | 'reused' | null;

/** Reads the records of a merchant, decides what becomes of them, and writes that. */
export class RecordChanges {
  readonly #records: Records;
  readonly #carried: CarriedRecords;
  readonly #inTurn = turns();

  constructor(records: Records) {
    this.#records = records;
    this.#carried = new CarriedRecords(records);
  }

  /** The record, with the attempt that is looked up whole. */
  async read(lookup: AttemptQuery): Promise<OrderRecord | null> {
    const reading = await this.#load(lookup);
    if (!reading) return null;
    this.#carried.keep(reading);
    return wholeOf(reading, lookup);
  }

  /** Claims what is due. What was claimed stands in another place of its queue than a carried record has it. */
  async claim(claim: Claim): Promise<readonly ClaimedRecord[]> {
    const claims = await this.#records.claim(claim);
    for (const { order } of claims) this.#carried.forget(order);
    return claims;
  }

  /** Changes a record; decides again if another write came first. */
  async change<Result>(lookup: OrderQuery, decide: Decide<Result>): Promise<ChangeResult<Result>> {
    const reading = 'order' in lookup ? this.#carried.take(lookup.order) : null;
    let result = reading ? await this.#decide(reading, lookup, decide) : undefined;
    if (result === undefined) result = await this.changeOnce(lookup, decide);
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
    const reading = await this.#load(lookup);
    return reading && this.#decide(reading, lookup, decide);
  }

  async #load(lookup: AttemptQuery): Promise<Reading | null> {
    const storedRecord = await this.#records.load(queryOf(lookup));
    if (!storedRecord) return null;
    const { version, at, clockSince } = storedRecord;
    const lead = this.#carried.leadOf(at);
    return { record: readRecord(storedRecord), version, at, clockSince, lead };
  }

  /** Decides and writes. `undefined`: another write came first, or nothing is written by what is carried. */
  async #decide<Result>(
    reading: Reading,
    lookup: OrderQuery,
    decide: Decide<Result>,
  ): Promise<ChangeResult<Result> | undefined> {
    const whole = wholeOf(reading, lookup);
    const decision = whole && decide(whole, reading);
    if (decision === null || typeof decision === 'string' || decision.record === whole) {
      const result = typeof decision === 'object' && decision ? decision.result : decision;
      return reading.isCarried ? undefined : result;
    }
    const record = shorten(decision.record);
    const write = recordWrite(reading, record);
    const saveResult = await this.#records.save(write);
    if (saveResult === 'stale') return undefined;
    if (saveResult === 'reused') return saveResult;
    if (write.body !== null) this.#carried.keep({ ...reading, record, version: write.next });
    return decision.result;
  }
}

function queryOf(lookup: AttemptQuery): RecordQuery {
  if ('order' in lookup) return { order: lookup.order };
  if ('id' in lookup) return { attempt: lookup.id };
  if ('sessionId' in lookup) return { key: hashed(`s${lookup.sessionId}`) };
  return { key: hashed(`r${lookup.idempotencyKey}`) };
}

/** The record, with the attempt that is looked up whole; `null` if it has no such attempt. */
function wholeOf({ record, ...time }: Reading, lookup: AttemptQuery): OrderRecord | null {
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
