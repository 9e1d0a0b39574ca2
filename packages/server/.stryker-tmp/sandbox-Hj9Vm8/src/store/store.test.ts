// @ts-nocheck
import { describe, test } from 'node:test';
import { storeContract } from './contract.ts';
import { memoryStore } from './memory.ts';
import { sqliteStore } from './sqlite.ts';

describe('the memory store', () => {
  for (const { name, run } of storeContract(memoryStore)) test(name, run);
});

describe('the SQLite store', () => {
  for (const { name, run } of storeContract(() => sqliteStore(':memory:'))) test(name, run);
});
