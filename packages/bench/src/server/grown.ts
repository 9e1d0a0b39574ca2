import type { WalletServer } from '@wallet-buttons/server';
import { postgresStore } from '@wallet-buttons/server/postgres';
// eslint-disable-next-line no-restricted-imports -- a tool of the server's tests, in no entry
import { type Postgres, startPostgres } from '../../../server/test/postgres.ts';
import type { Row } from '../measure.ts';
import { type Column, copyStatements, packedFunction } from './copies.ts';
import type { ServiceEmulator } from './emulator.ts';
import { Explained, type Pool } from './explained.ts';
import { type OrderKind, realOrder } from './orders.ts';
import { openShop } from './shop.ts';

/** PostgreSQL databases with many paid orders: a real one, copied by SQL at the first use of each number. */
export class Grown implements AsyncDisposable {
  readonly #service: ServiceEmulator;
  readonly #databases = new Map<number, Promise<GrownDatabase>>();
  #postgres: Promise<Postgres> | null = null;

  constructor(service: ServiceEmulator) {
    this.#service = service;
  }

  /** The database with so many paid orders, which all measures share. */
  async open(orders: number): Promise<GrownDatabase> {
    const database = this.#databases.get(orders) ?? this.#fill(orders);
    this.#databases.set(orders, database);
    return database;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#postgres)?.[Symbol.asyncDispose]();
  }

  async #fill(orders: number): Promise<GrownDatabase> {
    const postgres = await (this.#postgres ??= startPostgres());
    const pool = await postgres.pool(`orders_${String(orders)}`);
    const database = new GrownDatabase(pool, this.#service);
    await database.add('paid', orders);
    return database;
  }
}

/** One of them. */
export class GrownDatabase {
  readonly #pool: Pool;
  readonly #service: ServiceEmulator;

  constructor(pool: Pool, service: ServiceEmulator) {
    this.#pool = pool;
    this.#service = service;
  }

  /** Adds so many orders of a kind that the database has none of. */
  async add(kind: OrderKind, count: number): Promise<void> {
    const original = await realOrder(kind, this.#service, (clock) =>
      postgresStore(this.#pool, clock),
    );
    const columns = await this.#rows(
      'SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()',
    );
    const pairs = columns.map((row): Column => [String(row[0]), String(row[1])]);
    await this.#rows(packedFunction);
    for (const statement of copyStatements(pairs, original, count - 1)) await this.#rows(statement);
    // As its own upkeep does sooner or later.
    await this.#rows('VACUUM ANALYZE');
  }

  /** The number of buffers that the statements of some work read, the second time that it is done. */
  async buffersOf(work: (wallet: WalletServer) => Promise<unknown>): Promise<number> {
    const explainedPool = new Explained(this.#pool);
    await using shop = await openShop(this.#service, (clock) =>
      postgresStore(explainedPool, clock),
    );
    await work(shop.wallet);
    explainedPool.begin();
    await work(shop.wallet);
    return explainedPool.buffers;
  }

  /** The bytes of all tables and indexes for each order. */
  async bytesOfOrder(): Promise<number> {
    const [row] =
      await this.#rows(`SELECT sum(pg_total_relation_size(oid)) / (SELECT count(*) FROM wallet_order)
      FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`);
    return Number(row?.[0]);
  }

  async #rows(text: string): Promise<readonly (readonly unknown[])[]> {
    return (await this.#pool.query<unknown[]>({ text, rowMode: 'array' })).rows;
  }
}

/** A row for each number of orders: the contenders are `ours-few` and `ours-many`. */
export async function rowsOfSizes(
  { grown, sizes }: { readonly grown: Grown; readonly sizes: Readonly<Record<string, number>> },
  take: (database: GrownDatabase) => Promise<Row['figures']>,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (const [size, orders] of Object.entries(sizes)) {
    const figures = { orders, ...(await take(await grown.open(orders))) };
    all.push({ contender: `ours-${size}`, name: `ours, ${size} orders`, figures });
  }
  return all;
}
