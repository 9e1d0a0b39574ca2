import { describe, it } from 'node:test';
import { storeContract } from '../../testing/store-contract.ts';
import { paymentPromises } from '../../test/payments/promises.ts';
import { memoryStore } from './memory.ts';
import { sqliteStore } from './sqlite.ts';

describe('the store in memory', () => {
  for (const { name, run } of storeContract(memoryStore)) it(name, run);
  for (const { name, run } of paymentPromises(memoryStore)) it(name, run);
});

describe('the SQLite store', () => {
  const makeStore = (options: Parameters<typeof memoryStore>[0]) =>
    sqliteStore(':memory:', options);
  for (const { name, run } of storeContract(makeStore)) it(name, run);
  for (const { name, run } of paymentPromises(makeStore)) it(name, run);
});
