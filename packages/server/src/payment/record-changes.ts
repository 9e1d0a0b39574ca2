import type { OrderRecord } from '../order/record.ts';
import type { Decide } from './payments.ts';
import { readRecord, recordWrite } from './record-body.ts';
import type { RecordQuery, Records } from './records.ts';

/** The result of a decision, or why nothing was written. `null`: there is no such record. */
export type ChangeResult<Result> = Result | 'stale' | 'reused' | null;

/** Reads the records of a merchant, decides what becomes of them, and writes that. */
export class RecordChanges {
  readonly #records: Records;
  readonly #inTurn = turns();

  constructor(records: Records) {
    this.#records = records;
  }

  async read(by: RecordQuery): Promise<OrderRecord | null> {
    const stored = await this.#records.load(by);
    return stored && readRecord(stored);
  }

  /** Changes a record; decides again if another write came first. */
  async change<Result>(by: RecordQuery, decide: Decide<Result>): Promise<ChangeResult<Result>> {
    const result = await this.changeOnce(by, decide);
    if (result !== undefined) return result;
    // After another write came first, the changes of this process take turns.
    return this.#inTurn(JSON.stringify(by), async () => {
      for (;;) {
        const retryResult = await this.changeOnce(by, decide);
        if (retryResult !== undefined) return retryResult;
      }
    });
  }

  /** Reads, decides and writes once. `undefined`: another write came first. */
  async changeOnce<Result>(
    by: RecordQuery,
    decide: Decide<Result>,
  ): Promise<ChangeResult<Result> | undefined> {
    const stored = await this.#records.load(by);
    if (!stored) return null;
    const record = readRecord(stored);
    const decided = decide(record, stored);
    if (typeof decided === 'string') return decided;
    if (decided.record === record) return decided.result;
    const saved = await this.#records.save(recordWrite(stored, record, decided.record));
    if (saved === 'stale') return undefined;
    return saved === 'reused' ? saved : decided.result;
  }
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
