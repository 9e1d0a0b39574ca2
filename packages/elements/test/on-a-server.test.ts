import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

/** What Lit itself leaves on a server: its registry of versions and of tags. */
const lits = /^(customElements|reactiveElementVersions|lit.*)$/;

describe('importing the tags where there is no DOM', () => {
  for (const entry of [
    '.',
    './define.js',
    './wallet-a-button.js',
    './wallet-b-button.js',
    './wallet-payment-status.js',
    './sheet.js',
    './locales/uk.js',
  ]) {
    it(`${entry} throws nothing and leaves no global of its own`, async () => {
      const globalsBefore = Object.keys(globalThis);
      await import(`@wallet-buttons/elements${entry.slice(1)}`);
      assert.deepEqual(
        Object.keys(globalThis).filter((key) => !globalsBefore.includes(key) && !lits.test(key)),
        [],
      );
    });
  }
});
