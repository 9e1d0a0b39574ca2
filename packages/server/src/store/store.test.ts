import { describe, test } from 'node:test';
import { storeContract } from '../../testing/store-contract.ts';
import { memoryStore } from './memory.ts';
import { sqliteStore } from './sqlite.ts';

describe('the memory store', () => {
  for (const { name, run } of storeContract(memoryStore)) test(name, run);
});

describe('the SQLite store', () => {
  const makeStore = (options: { readonly now: () => number }) => sqliteStore(':memory:', options);
  for (const { name, run } of storeContract(makeStore)) test(name, run);
});
