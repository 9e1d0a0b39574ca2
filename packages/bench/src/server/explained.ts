import type { PgClient } from '@wallet-buttons/server/postgres';
// eslint-disable-next-line no-restricted-imports -- a tool of the server's tests, in no entry
import type { Postgres } from '../../../server/test/postgres.ts';

export type Pool = Awaited<ReturnType<Postgres['pool']>>;

/** The part of a plan that is counted; a buffer is a page of 8 KiB, in memory or not. */
interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** A client that explains each statement, undoes it, and then runs it. It counts the buffers that
 * the statements read. */
export class Explained implements PgClient {
  buffers = 0;
  readonly #pool: Pool;
  #isCounting = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** From now on statements count. */
  begin(): void {
    this.#isCounting = true;
  }

  readonly query: PgClient['query'] = async (text, values) => {
    if (!this.#isCounting) return this.#pool.query(text, values);
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      await client.query('ROLLBACK');
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
      this.buffers += plan ? plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] : NaN;
      return await client.query(text, values);
    } finally {
      client.release();
    }
  };
}
