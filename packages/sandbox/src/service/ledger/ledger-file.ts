import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { ExportRecord, Payout, ScenarioFields, Session } from '../control-api.ts';

/** The content of the file. */
export interface StoredLedger {
  readonly sessions: readonly (Omit<Session, 'drops'> & Partial<Pick<Session, 'drops'>>)[];
  readonly payouts: readonly Payout[];
  readonly exports: readonly ExportRecord[];
  /** By order; `''` is every payment. An older file has none. */
  readonly scenarios?: Readonly<Record<string, ScenarioFields>>;
}

/** A JSON file that is never half written. */
export class LedgerFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** First beside it, then in its place. */
  write(stored: StoredLedger): void {
    const beside = `${this.#path}.${String(process.pid)}.new`;
    writeFileSync(beside, JSON.stringify(stored, null, 1), { flush: true });
    renameSync(beside, this.#path);
  }

  /** @throws Error if the file is there and is not a ledger */
  read(): StoredLedger | undefined {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
    const stored = parsed(text);
    // Only `write` makes such a file.
    if (isStored(stored)) return stored;
    throw new Error(
      `${this.#path} is not a ledger of this sandbox. Delete it, or name another dataFile.`,
    );
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStored(value: unknown): value is StoredLedger {
  if (!hasLists(value, ['sessions', 'payouts', 'exports'])) return false;
  // An older sandbox kept less of a session.
  const { sessions = [] } = value;
  return sessions.every((session) => hasLists(session, ['operations', 'attempts', 'webhooks']));
}

function hasLists(
  value: unknown,
  names: readonly string[],
): value is Readonly<Record<string, readonly unknown[]>> {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => Array.isArray((value as Readonly<Record<string, unknown>>)[name]));
}
