import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge, propose } from './approvals.ts';
import type { Inventory } from './inventory.ts';

/** A page with one script. */
function pageWith(name: string): Inventory {
  const item = { places: ['page'], owner: 'the merchant', hasIntegrity: false };
  const [time, browser] = ['2026-11-22T00:00:00Z', 'Chromium'];
  const items = [{ ...item, name, purpose: '', hashes: ['sha384-1'], varies: false }];
  return { page: 'https://shop.example/', time, browser, items, foreign: [], headers: {} };
}

describe('a star of an address', () => {
  const page = pageWith('https://shop.example/*.js');
  const proposal = propose(page, { scripts: [], headers: {} });
  const approval = { purpose: 'It sells.', approvedBy: 'O. Koval', approvedAt: '2026-11-22' };
  const scripts = proposal.scripts.map((script) => ({ ...script, ...approval }));
  const other = pageWith('https://shop.example/skimmer.js');
  const resultsOf = (inventory: Inventory, list: typeof scripts) =>
    judge(inventory, { scripts: list, headers: {} }).map(({ result }) => result);

  it('is proposed as itself', () => {
    assert.deepEqual(resultsOf(page, scripts), ['approved']);
    assert.deepEqual(resultsOf(other, scripts), ['new', 'gone']);
  });

  it('stands for any characters where the list has it', () => {
    const list = scripts.map((each) => ({ ...each, script: each.script.replace('\\*', '*') }));
    assert.deepEqual(resultsOf(other, list), ['approved']);
  });
});
