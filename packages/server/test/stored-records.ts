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
  /** Minor units. */
  readonly asked?: number;
  readonly currency?: string;
  readonly wallet?: string;
  readonly status?: string;
  readonly idempotencyKey?: string;
  readonly tokenHash?: string;
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

/** The text of a record. */
interface Body {
  readonly a: readonly Readonly<Record<string, unknown>>[];
  readonly h?: readonly (readonly [number, string, string, string, string, number])[];
  readonly changes?: readonly unknown[];
}

/** The fields of an attempt by their names in the text. */
const fields: Readonly<Record<string, keyof StoredAttempt>> = {
  id: 'id',
  se: 'sessionId',
  st: 'state',
  as: 'asked',
  cu: 'currency',
  wa: 'wallet',
  ps: 'status',
  ik: 'idempotencyKey',
  tk: 'tokenHash',
  fl: 'flag',
  ac: 'acsUrl',
};

/** Reads the rows on its own: a test must not share a mistake with the store. */
export const recordsQuery = 'SELECT order_ref, body FROM wallet_order';

export function storedAttempts(rows: readonly RecordRow[]): readonly StoredAttempt[] {
  return rows.flatMap(({ order_ref: order, body }) =>
    bodyOf(body).a.map((attempt) => {
      const entries = Object.entries(attempt).map(([name, value]) => {
        return [fields[name] ?? name, typeof value === 'string' ? textOf(value) : value] as const;
      });
      return { ...(Object.fromEntries(entries) as unknown as StoredAttempt), order };
    }),
  );
}

export function storedEvents(rows: readonly RecordRow[]): readonly StoredEvent[] {
  return rows.flatMap((row) => {
    const attempts = storedAttempts([row]);
    return (bodyOf(row.body).h ?? []).map(([index, from, to, cause, status]) => {
      return { attempt: attempts[index]?.id ?? '', from, to, cause, status };
    });
  });
}

/** The number of changes that are not delivered. */
export function storedChanges(rows: readonly RecordRow[]): number {
  return rows.reduce((sum, { body }) => sum + (bodyOf(body).changes ?? []).length, 0);
}

/** A text that stands there in less room: `u` is a UUID, `h` 16 bytes, and a dot any other text. */
function textOf(text: string): string {
  if (text.startsWith('.')) return text.slice(1);
  const hex = Buffer.from(text.slice(1), 'base64url').toString('hex');
  return text.startsWith('h') ? hex : hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function bodyOf(text: string): Body {
  return JSON.parse(text) as Body;
}
