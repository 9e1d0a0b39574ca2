import assert from 'node:assert/strict';
import { it } from 'node:test';

/** What Lit itself leaves on a server: its registry of versions and of tags. */
const lits = /^(customElements|reactiveElementVersions|lit.*)$/;

it('1: imported where there is no DOM, every entry throws nothing and leaves no global', async () => {
  const before = Object.keys(globalThis);
  const entries = ['', '/define.js', '/wallet-a-button.js', '/wallet-b-button.js'];
  for (const entry of entries) await import(`@wallet-buttons/elements${entry}`);
  const added = Object.keys(globalThis).filter((key) => !before.includes(key));
  assert.deepEqual(
    added.filter((key) => !lits.test(key)),
    [],
  );
});
