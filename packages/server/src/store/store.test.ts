import { describe, it } from 'node:test';
import { storeContract } from '../../testing/store-contract.ts';
import { memoryStore } from './sqlite.ts';

describe('the SQLite store, and so the one in memory', () => {
  for (const { name, run } of storeContract(memoryStore)) it(name, run);
});
