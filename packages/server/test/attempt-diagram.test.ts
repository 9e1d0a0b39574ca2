import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { describe, it } from 'node:test';
import { attemptDiagram } from './attempt-diagram.ts';

const file = new URL('../attempt.svg', import.meta.url);

describe('attempt.svg', () => {
  it('shows the states of the code; UPDATE=1 draws it', () => {
    const diagram = attemptDiagram();
    if (process.env['UPDATE']) writeFileSync(file, diagram);
    assert.equal(readFileSync(file, 'utf8'), diagram);
  });
});
