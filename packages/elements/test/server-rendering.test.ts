import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import '@wallet-buttons/elements/define.js';
import { html } from 'lit';

const renderMarkup = async (template: unknown): Promise<string> =>
  (await collectResult(render(template)))
    .replace(/<!--.*?-->/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ >/g, '>');

describe('a tag that is rendered on a server', () => {
  it('is an empty host with its attributes: what a payer may press only a browser knows', async () => {
    for (const tag of [
      '<wallet-a-button order="A-1001" amount="199.90"></wallet-a-button>',
      '<wallet-b-button order="A-1001" gateway="examplegateway"></wallet-b-button>',
      '<wallet-payment-status order="A-1001"></wallet-payment-status>',
    ]) {
      assert.equal(await renderMarkup(html(Object.assign([tag], { raw: [tag] }))), tag);
    }
  });

  it('keeps the content of its slots, and takes properties without a warning', async () => {
    const items = [{ label: 'Poppy', amount: '54.90' }];
    assert.equal(
      await renderMarkup(
        html`<wallet-a-button order=${'A-1001'} .displayItems=${items} @wallet-result=${() => 0}
          ><a slot="unavailable" href="#card">Pay by card</a></wallet-a-button
        >`,
      ),
      '<wallet-a-button order="A-1001"><a slot="unavailable" href="#card">Pay by card</a></wallet-a-button>',
    );
  });
});
