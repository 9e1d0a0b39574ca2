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

/** A client of `pg`, whose connections parse and plan a named statement once. */
interface NamingClient {
  readonly query: (statement: {
    readonly name: string;
    readonly text: string;
    readonly values: unknown[];
  }) => Promise<PgResult>;
}

/** Runs one statement. */
export type Send = (text: string, values: unknown[]) => Promise<PgResult>;

/** A way to a client that repeats a statement after a conflict, and names it where `isNamed`. */
export function sending(client: PgClient, isNamed: boolean): Send {
  let areNamed = isNamed;
  const sendOnce: Send = async (text, values) => {
    if (!areNamed) return client.query(text, values);
    try {
      return await (client as unknown as NamingClient).query({ name: nameOf(text), text, values });
    } catch (error) {
      if (!losesNames(error)) throw error;
      // It did not run: a pooler gave it to a connection that has another statement, or none, of this name.
      areNamed = false;
      return client.query(text, values);
    }
  };
  return async (text, values) => retried(async () => sendOnce(text, values), mayRetry);
}

/** Only a Pool of `pg` counts its connections. Its `query` takes a named statement. */
export function isPool(client: PgClient): boolean {
  const { totalCount } = client as { readonly totalCount?: unknown };
  return typeof totalCount === 'number';
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
