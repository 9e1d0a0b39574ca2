import { after, before, describe, it } from 'node:test';
import { type Mariadb, startMariadb } from '../../test/mariadb.ts';
import { storeContract } from '../../testing/store-contract.ts';
import type { Store } from '../payment/store.ts';
import { mysqlStore } from './mysql.ts';

// Where it cannot run, this fails, and every test below with it.
let database: Mariadb;
let schemas = 0;
const newSchema = (): string => `s${String((schemas += 1))}`;

before(async () => {
  database = await startMariadb();
});
after(async () => database[Symbol.asyncDispose]());

const closing = (store: Store, end: () => Promise<void>): Store => ({ ...store, close: end });

describe('the MySQL store over MariaDB', () => {
  const makeStore = async (options: { readonly now: () => number }): Promise<Store> => {
    const pool = await database.pool(newSchema());
    return closing(mysqlStore(pool, options), async () => pool.end());
  };
  for (const { name, run } of storeContract(makeStore)) it(name, run);
});
