import { globSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A row of the merchant's payments. */
export interface StoredAttempt {
  readonly id: string;
  readonly state: string;
  readonly wallet: string | null;
  readonly amount_minor: number;
  readonly currency: string;
  readonly token_sha256: string | null;
}

/** The merchant's databases, looked at from outside while its backend works with them. */
export class Store {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The order's attempts that a token was sent for, oldest first. */
  attempts(order: string): readonly StoredAttempt[] {
    // The columns of the schema, as SQLite gives them.
    return this.#rows(
      'payments',
      `SELECT id, state, wallet, amount_minor, currency, token_sha256 FROM wallet_attempt
       WHERE order_ref = ? AND state <> 'created' ORDER BY created_at`,
      order,
    ) as unknown as readonly StoredAttempt[];
  }

  /** What changed the order's attempts, oldest first: `sending, by pay`. */
  history(order: string): readonly string[] {
    const rows = this.#rows(
      'payments',
      `SELECT to_state, cause FROM wallet_event AS event JOIN wallet_attempt AS attempt ON attempt.id = event.attempt_id
       WHERE order_ref = ? AND from_state <> to_state ORDER BY event.at, event.version`,
      order,
    );
    return rows.map(({ to_state: state, cause }) => `${String(state)}, by ${String(cause)}`);
  }

  /** The statuses of the webhooks that were kept for the order. */
  webhooks(order: string): readonly string[] {
    const rows = this.#rows(
      'payments',
      `SELECT inbox.status FROM wallet_inbox AS inbox
       JOIN wallet_attempt AS attempt ON attempt.session_ref = inbox.session_ref
       WHERE order_ref = ? AND verified = 1 ORDER BY received_at`,
      order,
    );
    return rows.map(({ status }) => String(status));
  }

  /** How the shop's own table has the order. */
  order(id: string): string {
    return String(this.#rows('shop', 'SELECT status FROM orders WHERE id = ?', id)[0]?.['status']);
  }

  /** Whether the bytes stand in any file of the backend, the logs of its databases included. */
  holds(text: string): boolean {
    return globSync('*.db*', { cwd: this.#folder }).some((file) =>
      readFileSync(`${this.#folder}/${file}`).includes(text),
    );
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
