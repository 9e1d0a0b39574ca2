// @ts-nocheck
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { attemptDiagram } from './attempt-diagram.ts';

const file = new URL('../attempt.svg', import.meta.url);

test('attempt.svg shows the states as the code has them; UPDATE=1 draws it anew', () => {
  const drawn = attemptDiagram();
  if (process.env['UPDATE']) writeFileSync(file, drawn);
  assert.equal(readFileSync(file, 'utf8'), drawn);
});
