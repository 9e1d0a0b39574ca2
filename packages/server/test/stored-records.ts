/** A row of the table of records. */
export interface RecordRow {
  readonly order_ref: string;
  readonly body: string;
}

/** An attempt as it is stored: fields without a value are left out. */
export interface StoredAttempt {
  readonly id: string;
  readonly order: string;
  readonly state: string;
  readonly sessionId: string;
  readonly status?: string;
  readonly idempotencyKey?: string;
  readonly flag?: string;
  readonly acsUrl?: string;
}

/** One line of the history as it is stored. */
export interface StoredEvent {
  readonly attempt: string;
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly status: string;
}

interface Body {
  readonly attempts: readonly StoredAttempt[];
  readonly history?: readonly (readonly [number, string, string, string, string, number])[];
  readonly changes?: readonly unknown[];
}

/** Reads the rows on its own: a test must not share a mistake with the store. */
export const recordsQuery = 'SELECT order_ref, body FROM wallet_order';

export function storedAttempts(rows: readonly RecordRow[]): readonly StoredAttempt[] {
  return rows.flatMap(({ order_ref: order, body }) =>
    bodyOf(body).attempts.map((attempt) => ({ ...attempt, order })),
  );
}

export function storedEvents(rows: readonly RecordRow[]): readonly StoredEvent[] {
  return rows.flatMap(({ body }) => {
    const { attempts, history = [] } = bodyOf(body);
    return history.map(([index, from, to, cause, status]) => {
      return { attempt: attempts[index]?.id ?? '', from, to, cause, status };
    });
  });
}

/** The number of changes that are not delivered. */
export function storedChanges(rows: readonly RecordRow[]): number {
  return rows.reduce((sum, { body }) => sum + (bodyOf(body).changes ?? []).length, 0);
}

function bodyOf(text: string): Body {
  return JSON.parse(text) as Body;
}
