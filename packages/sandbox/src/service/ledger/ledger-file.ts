import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isContainer } from '../wire/place.ts';
import { isList, type Members } from '../wire/wire.ts';
import { FileLock } from './file-lock.ts';
import type { ExportRecord, Payout, ScenarioFields, Session } from '../control-api.ts';

/** One line of the file: a record as it is now. The last line of a record counts. */
export type LedgerEntry =
  | { readonly session: Session }
  | { readonly payout: Payout }
  | { readonly export: ExportRecord }
  /** By order; `''` is every payment. */
  | { readonly scenarios: Readonly<Record<string, ScenarioFields>> };

const head = '{"ledger":1}\n';

/** A file of JSON lines. A change costs one line, however many records there are. */
export class LedgerFile {
  readonly #path: string;
  readonly #lock: FileLock;
  #isOpen = false;

  /** @throws Error if another sandbox has it */
  constructor(path: string) {
    this.#lock = new FileLock(path);
    this.#path = path;
  }

  close(): void {
    this.#lock.release();
  }

  /** Adds the entries, whole and flushed, or none of them that a reader would see. */
  append(entries: readonly LedgerEntry[]): void {
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const options = { flush: true };
    if (this.#isOpen) appendFileSync(this.#path, text, options);
    else writeFileSync(this.#path, head + text, options);
    this.#isOpen = true;
  }

  /**
   * Reads each record once, and leaves out of the file what is out of date.
   *
   * @throws Error if the file is there and is not a ledger, or a line of it is damaged
   */
  read(): readonly LedgerEntry[] {
    try {
      return this.#read();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  #read(): readonly LedgerEntry[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
    const lines = text.split('\n');
    // A process that was killed may have left half a line at the end.
    const torn = lines.pop() ?? '';
    const [first, ...rest] = lines;
    if (first !== head.trim()) {
      throw new Error(
        `${this.#path} is not a ledger of this sandbox. Delete it, or name another dataFile.`,
      );
    }
    const allEntries = rest.map((line, index) => this.#entry(line, index + 2));
    const entries = latest(allEntries);
    if (torn !== '' || entries.length < allEntries.length) this.#rewrite(entries);
    this.#isOpen = true;
    return entries;
  }

  #entry(line: string, number: number): LedgerEntry {
    const entry = parsed(line);
    if (entry !== undefined) return entry;
    throw new Error(
      `Line ${number} of ${this.#path} is damaged. Delete this line, and its session is as the lines before have it. ` +
        'Or delete the file.',
    );
  }

  /** First beside it, then in its place: it is never half written. */
  #rewrite(entries: readonly LedgerEntry[]): void {
    const temporaryPath = `${this.#path}.${process.pid}.new`;
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(temporaryPath, head + lines.join(''), { flush: true });
    renameSync(temporaryPath, this.#path);
  }
}

/** Each record as it was written last, in the order of its first line. */
function latest(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const records = new Map<unknown, LedgerEntry>();
  for (const entry of entries) records.set(keyOf(entry), entry);
  return [...records.values()];
}

function keyOf(entry: LedgerEntry): unknown {
  if ('session' in entry) return `session ${entry.session.id}`;
  if ('payout' in entry) return `payout ${entry.payout.guid}`;
  return 'scenarios' in entry ? 'scenarios' : entry;
}

/** The entry of a line, if it has the members by which it is used. */
function parsed(line: string): LedgerEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    // Only `append` makes a line with these members.
    return isContainer(entry) && isRecord(entry) ? (entry as unknown as LedgerEntry) : undefined;
  } catch {
    return undefined;
  }
}

function isRecord({ session, payout, export: exported, scenarios }: Members): boolean {
  if (isContainer(session)) {
    const lists = ['operations', 'attempts', 'webhooks', 'drops'].map((name) => session[name]);
    return typeof session['id'] === 'string' && lists.every(isList);
  }
  if (isContainer(payout)) return typeof payout['guid'] === 'string';
  return isContainer(scenarios) || isContainer(exported);
}
