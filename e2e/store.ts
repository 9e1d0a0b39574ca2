import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
// eslint-disable-next-line no-restricted-imports -- a tool of the server's tests, in no entry
import {
  type RecordRow,
  recordsQuery,
  type StoredAttempt,
  storedAttempts,
  storedEvents,
} from '../packages/server/test/stored-records.ts';

/** What a page has reported of an order. */
interface PageReport {
  readonly wallet: string;
  readonly phase: string;
  readonly code: string;
  readonly cause_code?: string;
}

/** The parts of a record's text that are rare, and so have whole names. */
interface Body {
  readonly operations?: readonly (Omit<StoredOperation, 'session'> & {
    readonly attempt: string;
  })[];
  readonly reports?: readonly PageReport[];
}

/** An operation of the merchant's back office. */
export interface StoredOperation {
  readonly session: string;
  readonly key: string;
  readonly state: string;
  readonly refusal: string;
}

/** The merchant's databases, looked at from outside while its backend works with them. */
export class Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The order's attempts that a token was sent for, oldest first. */
  attempts(order: string): readonly StoredAttempt[] {
    return storedAttempts(this.#records(order)).filter(({ state }) => state !== 'created');
  }

  /** The captures, voids and refunds of the order, oldest first. */
  operations(order: string): readonly StoredOperation[] {
    const attempts = this.attempts(order);
    const { operations = [] } = this.#body(order);
    return operations.map(({ attempt: id, ...operation }) => {
      const session = attempts.find((attempt) => attempt.id === id)?.sessionId ?? '';
      return { ...operation, session };
    });
  }

  /** What changed the order's attempts, oldest first: `paid, by webhook`. */
  history(order: string): readonly string[] {
    return storedEvents(this.#records(order))
      .filter(({ from, to }) => from !== to)
      .map(({ to, cause }) => `${to}, by ${cause}`);
  }

  /** What the pages of the order have reported, oldest first: `wallet-b opened config DEVELOPER_ERROR`. */
  reports(order: string): readonly string[] {
    const { reports = [] } = this.#body(order);
    return reports.map(({ wallet, phase, code, cause_code: cause }) =>
      [wallet, phase, code, ...(cause === undefined ? [] : [cause])].join(' '),
    );
  }

  /** How the shop's own table has the order. */
  order(id: string): string {
    return String(this.#rows('shop', 'SELECT status FROM orders WHERE id = ?', id)[0]?.['status']);
  }

  /** The texts that are in a file of the backend, including the logs of its databases. */
  held(texts: readonly string[]): readonly string[] {
    const names = globSync('*.db*', { cwd: this.#folder });
    const files = names.map((name) => readFileSync(`${this.#folder}/${name}`));
    return texts.filter((text) => files.some((file) => file.includes(text)));
  }

  #body(order: string): Body {
    const [row] = this.#records(order);
    return row ? (JSON.parse(row.body) as Body) : {};
  }

  #records(order: string): readonly RecordRow[] {
    const sql = `${recordsQuery} WHERE order_ref = ?`;
    return this.#rows('payments', sql, order) as unknown as readonly RecordRow[];
  }

  #rows(name: string, sql: string, value: string): readonly Readonly<Record<string, unknown>>[] {
    const db = new DatabaseSync(`${this.#folder}/${name}.db`, { readOnly: true });
    try {
      return db.prepare(sql).all(value);
    } finally {
      db.close();
    }
  }
}
