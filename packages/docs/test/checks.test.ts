import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkIds } from '@wallet-buttons/cli';
import { textOf } from '../src/pages.ts';
import { pages } from './pages.ts';

const groups = new Set(checkIds.map((id) => id.split('.')[0]));

/** Code spans that look like the id of a check: `key.parse`. */
function idsIn(page: string): string[] {
  const spans = Array.from(textOf(page).matchAll(/`([a-z]+\.[a-z]+)`/g), ([, id = '']) => id);
  return spans.filter((id) => groups.has(id.split('.')[0]));
}

describe('the checks of doctor that the guide names', () => {
  for (const page of pages) {
    it(`exist in ${page}`, () => {
      const knownIds: readonly string[] = checkIds;
      assert.deepEqual(
        idsIn(page).filter((id) => !knownIds.includes(id)),
        [],
      );
    });
  }

  it('are all of them, on the pages about going live', () => {
    const ids = pages.filter((page) => page.startsWith('going-live/')).flatMap(idsIn);
    assert.deepEqual([...new Set(ids)].toSorted(), checkIds.toSorted());
  });

  const goingLive = pages.filter((page) => /Each\s+step names the check of/.test(textOf(page)));
  it('are promised for each step by the pages of the service and of both wallets', () => {
    const three = ['going-live/service', 'going-live/wallet-a', 'going-live/wallet-b'];
    assert.deepEqual(goingLive.toSorted(), three);
  });
  for (const page of goingLive) {
    it(`are in each step of ${page}, or the step says that no check can prove it`, () => {
      const steps = textOf(page)
        .split(/^## (?=\d+\. )/m)
        .slice(1);
      const provedSteps = steps.filter((step) => /\| `[a-z]+\.[a-z]+`|^No check /m.test(step));
      assert.ok(steps.length > 3);
      assert.deepEqual(provedSteps, steps);
    });
  }
});
