import type { OrderRecord } from '../order/record.ts';
import type { Decide } from './payments.ts';
import { asOfNow, type RecentRecord, RecentRecords } from './recent-records.ts';
import { readRecord, recordWrite, storedAfter } from './record-body.ts';
import type { RecordQuery, Records, StoredRecord } from './records.ts';

/** The result of a decision, or why nothing was written. `null`: there is no such record. */
export type ChangeResult<Result> = Result | 'stale' | 'reused' | null;

/** What became of a change. Without a write its result counts only if the record was just read. */
type Decision<Result> =
  | { readonly kind: 'written' | 'unwritten'; readonly result: Result | 'stale' | 'reused' }
  | { readonly kind: 'stale' };

/** Reads the records of a merchant, decides what becomes of them, and writes that. */
export class RecordChanges {
  readonly #records: Records;
  readonly #recent = new RecentRecords();
  readonly #inTurn = turns();

  constructor(records: Records) {
    this.#records = records;
  }

  async read(by: RecordQuery): Promise<OrderRecord | null> {
    const stored = await this.#records.load(by);
    return stored && readRecord(this.remember(stored));
  }

  /** Keeps a record that was just read for the next change of it. */
  remember<Stored extends StoredRecord>(stored: Stored): Stored {
    this.#recent.put({ stored, readAt: performance.now() });
    return stored;
  }

  /** Changes a record; decides again if another write came first. */
  async change<Result>(by: RecordQuery, decide: Decide<Result>): Promise<ChangeResult<Result>> {
    const written = await this.#changeRecent(by, decide);
    if (written !== undefined) return written;
    const result = await this.changeOnce(by, decide);
    if (result !== undefined) return result;
    // After another write came first, the changes of this process take turns.
    return this.#inTurn(JSON.stringify(by), async () => {
      for (;;) {
        const next = await this.changeOnce(by, decide);
        if (next !== undefined) return next;
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
    const decision = await this.#write({ stored, readAt: performance.now() }, decide);
    return decision.kind === 'stale' ? undefined : decision.result;
  }

  /** The same without reading, if the record is known here. Only a write shows that it was as it is known. */
  async #changeRecent<Result>(
    by: RecordQuery,
    decide: Decide<Result>,
  ): Promise<ChangeResult<Result> | undefined> {
    const recent = 'order' in by ? this.#recent.take(by.order) : null;
    const decision = recent && (await this.#write(recent, decide));
    return decision?.kind === 'written' ? decision.result : undefined;
  }

  async #write<Result>(recent: RecentRecord, decide: Decide<Result>): Promise<Decision<Result>> {
    const stored = asOfNow(recent);
    const record = readRecord(stored);
    const decided = decide(record, stored);
    if (typeof decided === 'string') return { kind: 'unwritten', result: decided };
    const { result } = decided;
    if (decided.record === record) return { kind: 'unwritten', result };
    const write = recordWrite(stored, record, decided.record);
    const saved = await this.#records.save(write);
    if (saved === 'stale') return { kind: 'stale' };
    if (saved === 'reused') return { kind: 'written', result: saved };
    this.#recent.put({ ...recent, stored: storedAfter(recent.stored, write, decided.record) });
    return { kind: 'written', result };
  }
}

/** Runs the work of one subject one after another. */
function turns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(subject) ?? Promise.resolve()).then(work, work);
    const end = turn.catch(() => undefined);
    last.set(subject, end);
    await end;
    if (last.get(subject) === end) last.delete(subject);
    return turn;
  };
}
