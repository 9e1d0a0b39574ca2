import '@wallet-buttons/elements/locales/de.js';
import '@wallet-buttons/elements/locales/uk.js';
import '@wallet-buttons/elements/wallet-payment-status.js';
import { assert, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { paymentData, sceneB } from '../test/fake-google-pay.ts';
import { failed } from '../test/scene.ts';
import { json } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';
import type { Texts } from './texts.ts';

const languages = ['uk', 'en', 'de', 'fr', 'es', 'pl', 'it', 'pt', 'cs', 'ro'];

/** What a status tag says of an order that has failed. */
async function statusText(attributes: {
  locale?: string;
  texts?: Partial<Texts>;
}): Promise<string> {
  const tag = await fixture<HTMLElement>(html`<wallet-payment-status
    locale=${attributes.locale ?? ''}
    .texts=${attributes.texts}
    .fetch=${() => Promise.resolve(json({ outcome: 'failed', status: 'no', final: true }))}
    order="A-1"
  ></wallet-payment-status>`);
  const text = () => tag.shadowRoot?.querySelector('slot')?.textContent ?? '';
  await waitUntil(() => tag.shadowRoot?.querySelector('slot[name=failed]'), 'the status');
  return text();
}

describe('the payer reads', () => {
  it('English, where no other language was imported', async () => {
    assert.match(await statusText({ locale: 'fr' }), /^The payment did not go through/);
  });

  it('the language of the tag, without its region too', async () => {
    assert.match(await statusText({ locale: 'uk' }), /^Платіж не пройшов/);
    assert.match(await statusText({ locale: 'de-AT' }), /^Die Zahlung ist fehlgeschlagen/);
  });

  it('the page’s own words before them', async () => {
    assert.equal(await statusText({ locale: 'uk', texts: { failed: 'Ой.' } }), 'Ой.');
  });

  describe('in the sheet of wallet B', () => {
    const scene = sceneB({ 'pay-token': failed });

    it('that nothing was charged', async () => {
      const { client } = await scene.pressed({ locale: 'uk' });
      assert.nestedInclude(await client.agree(paymentData()), {
        'error.message': 'Кошти не списано. Спробуйте ще раз або виберіть іншу картку.',
      });
    });

    it('prices in the way of the language', async () => {
      const { client } = await scene.pressed({
        locale: 'de',
        currency: 'EUR',
        shippingOptions: [{ id: 'post', label: 'Post', amount: '5' }],
        texts: { shippingOption: '{label} ({price})' },
      });
      assert.nestedPropertyVal(
        client.opened[0],
        'shippingOptionParameters.shippingOptions[0].label',
        'Post (5,00\u00a0€)',
      );
    });

    it('each price exactly, also where a browser rounds to whole units of the currency', async () => {
      const { client } = await scene.pressed({
        locale: 'hu',
        currency: 'HUF',
        shippingOptions: [
          { id: 'post', label: 'Posta', amount: '990.50' },
          { id: 'shop', label: 'Bolt', amount: '0' },
        ],
      });
      const request = JSON.stringify(client.opened[0]);
      assert.match(request, /"990,50?\u00a0Ft: Posta"/);
      assert.match(request, /"0(,00)?\u00a0Ft: Bolt"/);
    });

    it('prices also where the language is no valid tag', async () => {
      const { client } = await scene.pressed({
        locale: 'not_a_language',
        currency: 'EUR',
        shippingOptions: [{ id: 'post', label: 'Post', amount: '5' }],
      });
      assert.nestedPropertyVal(
        client.opened[0],
        'shippingOptionParameters.shippingOptions[0].label',
        '5.00 EUR: Post',
      );
    });
  });
});

describe('a language', () => {
  for (const language of languages) {
    it(`has all texts: ${language}`, async () => {
      await import(`./locales/${language}.ts`);
      const { textsOf } = await import('./texts.ts');
      const english = Object.keys(textsOf({}, 'de'));
      const texts = Object.entries(textsOf({}, language));
      assert.sameMembers(
        texts.map(([name]) => name),
        english,
      );
      for (const [name, text] of texts) {
        assert.isAtLeast(text.length, 5, name);
        assert.notMatch(text, /^\s|\s$|\n/, name);
        assert.notMatch(text, / [!?;:]/, `${name}: a line must not begin with the sign`);
      }
      assert.match(textsOf({}, language).shippingOption ?? '', /\{price\}.*\{label\}/);
    });
  }

  it('of the import is the one that is built in: English', async () => {
    const fallback = await statusText({ locale: 'ja' });
    await import('./locales/en.ts');
    assert.equal(await statusText({ locale: 'en' }), fallback);
  });
});
