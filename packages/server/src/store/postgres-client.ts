import { sha256 } from '../sha256.ts';
import { retried } from './retry.ts';

/** The part of a `pg` Pool, or of a PGlite database, that the store uses. */
export interface PgClient {
  readonly query: (text: string, values: unknown[]) => Promise<PgResult>;
  /** A Pool's errors: a broken idle connection must not end the process. */
  readonly on?: (event: 'error', listener: () => void) => unknown;
}

export interface PgResult {
  readonly rows: readonly unknown[];
}

/** A Pool of `pg`. */
interface PgPool {
  readonly totalCount: number;
  readonly options?: { connectionTimeoutMillis?: number | undefined };
  readonly query: (statement: {
    /** A connection parses and plans a named statement once. */
    readonly name?: string;
    readonly text: string;
    readonly values: unknown[];
    /** After this time the Pool closes the connection, and gives its place to another. */
    readonly query_timeout: number;
    readonly types: typeof ownTypes;
  }) => Promise<PgResult>;
}

/** Values as PostgreSQL writes them: a parser that the shop has set for its own queries would change times and names. */
const ownTypes = { getTypeParser: () => (value: unknown) => value };

/** Runs one statement. */
export type Run = (text: string, values: unknown[]) => Promise<PgResult>;

/** Runs one statement within a time limit. */
export type Send = (text: string, values: unknown[], limit: Limit) => Promise<PgResult>;

interface Limit {
  readonly timeout: number;
  /** Aborted at the end of the time. */
  readonly signal: AbortSignal;
}

/** A way to a client that repeats a statement after a conflict, and names it where `isNamed`. */
export function sending(client: PgClient, isNamed: boolean): Send {
  let areNamed = isNamed;
  const sendOnce: Send = async (text, values, { timeout }) => {
    if (!isPool(client)) return client.query(text, values);
    const statement = { text, values, query_timeout: timeout, types: ownTypes };
    if (!areNamed) return client.query(statement);
    try {
      return await client.query({ ...statement, name: nameOf(text) });
    } catch (error) {
      if (!losesNames(error)) throw error;
      // It did not run: a pooler gave it to a connection that has another statement, or none, of this name.
      areNamed = false;
      return client.query(statement);
    }
  };
  return async (text, values, limit) =>
    retried(
      async () => {
        limit.signal.throwIfAborted();
        return sendOnce(text, values, limit);
      },
      (error, tries) => !limit.signal.aborted && mayRetry(error, tries),
    );
}

/** Only a Pool of `pg` counts its connections. Its `query` takes an object. */
export function isPool(client: object): client is PgPool {
  const { totalCount } = client as Partial<PgPool>;
  return typeof totalCount === 'number';
}

/** Ends each connecting of a Pool that has no limit of its own, so that a silent database keeps no connection. */
export function limitConnecting(client: object, timeout: number): void {
  if (!isPool(client) || !client.options) return;
  // 0 is no limit either.
  const { connectionTimeoutMillis = 0 } = client.options;
  if (connectionTimeoutMillis === 0) client.options.connectionTimeoutMillis = timeout;
}

const names = new Map<string, string>();

/** Also for statements of a later release on the same connection: the name comes from the text. */
function nameOf(text: string): string {
  const name = names.get(text) ?? `wallet_${sha256(text).slice(0, 16)}`;
  names.set(text, name);
  return name;
}

/** No statement of this name, or another one has it. */
function losesNames(error: unknown): boolean {
  return ['26000', '42P05'].includes(String(codeOf(error)));
}

/** Conflicts of two statements: unique violation, serialization failure, deadlock, a table or type of another server. */
const collisions: readonly unknown[] = ['23505', '40001', '40P01', '42P07', '42710'];
/** Under load, where the database isolates most strictly, one statement in thousands needs ten. */
const mostTries = 20;

function mayRetry(error: unknown, tries: number): boolean {
  return collisions.includes(codeOf(error)) && !isReuse(error) && tries < mostTries;
}

/** Whether a new key belongs to an order already. A retry would not help. */
export function isReuse(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const isViolation = cause instanceof Error && 'code' in cause && cause.code === '23505';
  return isViolation && cause.message.includes('wallet_key');
}

export function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | null)?.code;
}
