import { assert } from '@open-wc/testing';
import { html } from 'lit';
import { freshPage } from '../test/fresh-page.ts';
import { render } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('a tag', () => {
  it('keeps its values when another tag is defined after it', async () => {
    const page = await freshPage();
    page.present();
    const tag = page.add('<wallet-a-button country="UA" label="Honey shop"></wallet-a-button>');
    await page.import('../src/providers/wallet-a/define.ts');
    await page.import('../src/providers/wallet-b/define.ts');
    assert.equal(tag.country, 'UA');
    assert.equal(tag.label, 'Honey shop');
    page.close();
  });

  it('takes the empty text of a framework without a value for one that was never set', async () => {
    const { tag: group } = await render(
      html`<wallet-buttons label="Honey shop">
        <wallet-b-button networks="visa"></wallet-b-button>
      </wallet-buttons>`,
    );
    const tag = group.querySelector('wallet-b-button');
    assert.exists(tag);
    // Vue sets a text so, and Preact any value.
    for (const name of ['label', 'networks', 'buttonStyle', 'displayItems', 'fetch', 'recurring']) {
      Reflect.set(tag, name, '');
    }
    const { label, networks, buttonStyle, displayItems, fetch, recurring } = tag;
    assert.equal(label, 'Honey shop');
    assert.deepEqual(
      { networks, buttonStyle, displayItems, fetch, recurring },
      {
        networks: 'visa mastercard',
        buttonStyle: 'auto',
        displayItems: [],
        fetch: undefined,
        recurring: undefined,
      },
    );
  });

  it('takes the false of a template for a value that was never set, unless it says yes or no', async () => {
    const { tag: group } = await render(
      html`<wallet-buttons label="Honey shop" disabled>
        <wallet-b-button networks="visa"></wallet-b-button>
      </wallet-buttons>`,
    );
    const tag = group.querySelector('wallet-b-button');
    assert.exists(tag);
    // JSX: `displayItems={hasLines && lines}`.
    for (const name of ['label', 'networks', 'displayItems', 'couponCode', 'fetch', 'disabled']) {
      Reflect.set(tag, name, false);
    }
    const { label, networks, displayItems, couponCode, fetch, disabled } = tag;
    assert.deepEqual(
      { label, networks, displayItems, couponCode, fetch, disabled },
      {
        label: 'Honey shop',
        networks: 'visa mastercard',
        displayItems: [],
        couponCode: undefined,
        fetch: undefined,
        disabled: false,
      },
    );
  });

  it('takes the text false of an attribute for false, as React 18 writes it', async () => {
    const { tag: group } = await render(
      html`<wallet-buttons disabled>
        <wallet-b-button disabled="false" existing-card-only="false" prefetch=""></wallet-b-button>
      </wallet-buttons>`,
    );
    const tag = group.querySelector('wallet-b-button');
    assert.exists(tag);
    const { disabled, existingCardOnly, prefetch } = tag;
    assert.deepEqual([disabled, existingCardOnly, prefetch], [false, false, true]);
    tag.removeAttribute('disabled');
    assert.isTrue(tag.disabled);
  });

  it('keeps an empty text that says something', async () => {
    const { tag: group } = await render(
      html`<wallet-buttons order="A-1" request="email">
        <wallet-b-button order="" request="" environment=""></wallet-b-button>
      </wallet-buttons>`,
    );
    const tag = group.querySelector('wallet-b-button');
    assert.exists(tag);
    tag.couponCode = '';
    const { order, request, environment, couponCode } = tag;
    assert.deepEqual([order, request, environment as string, couponCode], ['', '', '', '']);
  });

  it('takes what the group around its component says', async () => {
    const { tag: group } = await render(
      html`<wallet-buttons label="Honey shop"><div></div></wallet-buttons>`,
    );
    const tag = document.createElement('wallet-a-button');
    group.firstElementChild?.attachShadow({ mode: 'closed' }).append(tag);
    assert.equal(tag.label, 'Honey shop');
    group.setAttribute('disabled', '');
    await waitUntil(() => tag.disabled, 'the change');
  });
});
