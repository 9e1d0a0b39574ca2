import { assert, fixture, nextFrame } from '@open-wc/testing';
import { html } from 'lit';
import { becomes } from '../../test/fresh-page.ts';
import { control, drawn } from '../../test/scene.ts';
import { settled } from '../../test/settled.ts';
import { ready, type Rendered, walletA, walletB } from '../../test/support.ts';
import { waitUntil } from '../../test/wait-until.ts';

const wallets = [
  { name: 'wallet-a', template: walletA },
  { name: 'wallet-b', template: walletB },
] as const;

describe('what the page around a button changes later', () => {
  beforeEach(() => window.walletSandbox?.reset());

  for (const { name, template } of wallets) {
    it(`reaches a button of ${name}: the language`, async () => {
      const { tag: page } = await ready(html`<section lang="en">${template}</section>`);
      const tag = page.firstElementChild as Rendered['tag'];
      await tag.updateComplete;
      const english = control(tag).ariaLabel;
      page.lang = 'de';
      await waitUntil(() => control(tag).ariaLabel !== english, 'another language');
    });

    it(`reaches a button of ${name}: the colour scheme`, async () => {
      const { tag: page } = await ready(
        html`<section style="color-scheme: light">${template}</section>`,
      );
      const tag = page.firstElementChild as Rendered['tag'];
      await tag.updateComplete;
      const light = getComputedStyle(control(tag)).backgroundColor;
      page.style.colorScheme = 'dark';
      await waitUntil(
        () => getComputedStyle(control(tag)).backgroundColor !== light,
        'other looks',
      );
    });

    it(`reaches a button of ${name} that was hidden: the colour scheme`, async () => {
      const { tag: page } = await ready(
        html`<dialog open style="color-scheme: light">${template}</dialog>`,
      );
      const dialog = page as HTMLElement as HTMLDialogElement;
      const tag = page.firstElementChild as Rendered['tag'];
      await tag.updateComplete;
      const light = getComputedStyle(control(tag)).backgroundColor;
      dialog.close();
      await nextFrame();
      dialog.style.colorScheme = 'dark';
      await nextFrame();
      dialog.showModal();
      await waitUntil(
        () => getComputedStyle(control(tag)).backgroundColor !== light,
        'other looks',
      );
    });

    it(`does not change with the outline that the page gives to a button of ${name}`, async () => {
      const { tag } = await ready(html`<div style="color-scheme: light">${template}</div>`);
      const button = tag.firstElementChild as Rendered['tag'];
      const style = document.createElement('style');
      style.textContent = `${name}-button::part(button):focus-within { outline: 2px solid #4d90fe }`;
      document.head.append(style);
      try {
        await becomes(button, 'ready');
        const { backgroundColor } = getComputedStyle(control(button));
        button.focus();
        await nextFrame();
        await settled();
        button.requestUpdate();
        await settled();
        assert.equal(getComputedStyle(control(button)).backgroundColor, backgroundColor);
      } finally {
        style.remove();
      }
    });

    it(`leaves the focus on a button of ${name} that is drawn again`, async () => {
      const { tag } = await ready(template);
      tag.focus();
      const label = control(tag).ariaLabel;
      tag.buttonType = 'donate';
      await waitUntil(() => control(tag).ariaLabel !== label, 'other looks');
      assert.equal(document.activeElement, tag);
      assert.equal((control(tag).getRootNode() as ShadowRoot).activeElement, control(tag));
    });
  }

  it('reaches a button inside of a shadow root: the language', async () => {
    const page = await fixture<HTMLElement>(html`<section lang="en"></section>`);
    const { tag } = await ready(walletB);
    page.attachShadow({ mode: 'closed' }).append(tag);
    await tag.updateComplete;
    const english = control(tag).ariaLabel;
    page.lang = 'de';
    await waitUntil(() => control(tag).ariaLabel !== english, 'another language');
  });
});

describe('wallet A speaks', () => {
  for (const [lang, tag, word] of [
    ['uk_UA', 'uk-UA', 'uk'],
    ['UK', 'uk', 'uk'],
    ['de_AT', 'de-AT', 'de'],
    ['de_AT.UTF-8', 'de-AT', 'de'],
    ['zh_Hant_TW', 'zh-Hant-TW', 'zh'],
    ['DE', 'de', 'de'],
    ['DE-at', 'de-AT', 'de'],
  ] as const) {
    it(`are one for both wallets where the page writes ${lang}`, async () => {
      const { tag: page } = await ready(html`<div lang=${lang}>${walletA}${walletB}</div>`);
      const [a, b] = [...page.children] as Rendered['tag'][];
      await b?.updateComplete;
      assert.equal(drawn(a ?? page)[0]?.getAttribute('locale'), tag);
      assert.equal(control(b ?? page).lang, word);
    });
  }

  for (const [locale, expected] of [
    ['de-DE', 'de-DE'],
    ['nn', 'nb'],
    ['no', 'nb'],
    ['nb-NO', 'nb-NO'],
  ] as const) {
    it(`${expected} for ${locale}`, async () => {
      const { tag } = await ready(walletA);
      tag.locale = locale;
      await tag.updateComplete;
      assert.equal(drawn(tag)[0]?.getAttribute('locale'), expected);
    });
  }

  it('the page’s language again when its own is taken away', async () => {
    const { tag: page } = await ready(html`<section lang="uk">${walletA}</section>`);
    const tag = page.firstElementChild as Rendered['tag'];
    tag.locale = 'de';
    await tag.updateComplete;
    tag.locale = '';
    await tag.updateComplete;
    assert.equal(drawn(tag)[0]?.getAttribute('locale'), 'uk');
  });
});
