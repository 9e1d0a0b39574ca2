import assert from 'node:assert/strict';
import { it } from 'node:test';

/** What Lit itself leaves on a server: its registry of versions and of tags. */
const lits = /^(customElements|reactiveElementVersions|lit.*)$/;

it('imported and rendered where there is no DOM, the tags throw nothing and leave no global', async () => {
  const globalsBefore = Object.keys(globalThis);
  const entries = ['', '/define.js', '/wallet-a-button.js', '/wallet-b-button.js'];
  for (const entry of entries) await import(`@wallet-buttons/elements${entry}`);
  const newGlobals = Object.keys(globalThis).filter((key) => !globalsBefore.includes(key));
  assert.deepEqual(
    newGlobals.filter((key) => !lits.test(key)),
    [],
  );
  const [{ render }, { collectResult }, { html }] = await Promise.all([
    import('@lit-labs/ssr'),
    import('@lit-labs/ssr/lib/render-result.js'),
    import('lit'),
  ]);
  const page = await collectResult(
    render(html`<wallet-a-button order="A-1"></wallet-a-button
      ><wallet-b-button order="A-1" gateway="g" gateway-merchant-id="m"></wallet-b-button>`),
  );
  const markup = page.replace(/\s+/g, ' ');
  assert.match(markup, /<wallet-a-button order="A-1"/);
  assert.match(markup, /<wallet-b-button order="A-1" gateway="g"/);
});
