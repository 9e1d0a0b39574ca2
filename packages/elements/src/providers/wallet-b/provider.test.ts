import { assert } from '@open-wc/testing';
import { sceneB } from '../../../test/fake-google-pay.ts';
import { drawn } from '../../../test/scene.ts';
import { eventOf } from '../../../test/support.ts';
import { holdTime } from '../../../test/time.ts';
import { waitUntil } from '../../../test/wait-until.ts';

describe('wallet B', () => {
  const scene = sceneB();

  it('is an error that names them where it takes none of the networks, until there is one', async () => {
    const { events, tag } = await scene.tagWith({ networks: 'maestro' });
    const { error } = await eventOf(events, 'wallet-error');
    assert.equal(error.code, 'config');
    assert.include(error.message, 'networks');
    assert.lengthOf(scene.wallet.clients, 0);
    tag.networks = 'maestro visa';
    await eventOf(events, 'wallet-ready');
  });

  for (const [what, thrown, code, origin] of [
    [
      'the merchant’s account',
      { statusCode: 'MERCHANT_ACCOUNT_ERROR' },
      'merchant-account',
      'provider',
    ],
    ['the payer’s account', { statusCode: 'BUYER_ACCOUNT_ERROR' }, 'payer-account', 'payer'],
    ['a blocked window', 'failed to open window', 'popup-blocked', 'payer'],
    ['the request', { statusCode: 'DEVELOPER_ERROR' }, 'config', 'integration'],
    ['the provider', { statusCode: 'INTERNAL_ERROR' }, 'provider', 'provider'],
  ] as const) {
    it(`names an error of ${what}, and what to do`, async () => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the provider does
      scene.use({ loadPaymentData: () => Promise.reject(thrown) });
      const { events } = await scene.pressed();
      const { error } = await eventOf(events, 'wallet-error');
      assert.deepInclude(error, { code, origin });
      assert.isNotEmpty(error.suggestion);
      assert.include(error.message, typeof thrown === 'string' ? thrown : thrown.statusCode);
    });
  }

  it('is unavailable when the provider cannot draw its button', async () => {
    scene.use({
      createButton: () => {
        throw new Error('Parameter is wrong.');
      },
    });
    const { events, tag } = await scene.tagWith();
    const { error } = await eventOf(events, 'wallet-unavailable');
    assert.equal(error?.message, 'Parameter is wrong.');
    await tag.updateComplete;
    assert.equal(tag.state, 'unavailable');
    assert.equal(tag.getBoundingClientRect().height, 0);
    assert.notInclude(
      events.map(({ type }) => type),
      'wallet-ready',
    );
  });

  it('draws its button after reload() once the provider can', async () => {
    let isAble = false;
    scene.use({
      createButton: () => {
        if (!isAble) throw new Error('Not yet.');
        return document.createElement('button');
      },
    });
    const { events, tag } = await scene.tagWith();
    await eventOf(events, 'wallet-unavailable');
    isAble = true;
    tag.reload();
    await eventOf(events, 'wallet-ready');
    assert.lengthOf(drawn(tag), 1);
  });

  it('is unavailable when the provider does not answer', async () => {
    scene.use({ isReadyToPay: () => new Promise(() => undefined) });
    const time = holdTime();
    try {
      const { events } = await scene.tagWith();
      await waitUntil(() => scene.wallet.clients[0]?.asked[0], 'the question');
      time.pass(10_000);
      assert.equal((await eventOf(events, 'wallet-unavailable')).reason, 'no-answer');
    } finally {
      time.release();
    }
  });

  it('asks again only when the question changes', async () => {
    const { tag, events } = await scene.tagWith({ providerRequest: (request: object) => request });
    await eventOf(events, 'wallet-ready');
    await tag.updateComplete;
    tag.providerRequest = (request: object) => ({ ...request });
    await tag.updateComplete;
    const [client] = scene.wallet.clients;
    assert.lengthOf(client?.asked ?? [], 1);
    tag.providerRequest = (request: object) => ({
      ...request,
      existingPaymentMethodRequired: true,
    });
    await waitUntil(() => client?.asked.length === 2, 'another question');
  });

  it('draws its border as the page says', async () => {
    const plain = await scene.pressed();
    assert.notProperty(plain.client.drawn[0], 'buttonBorderType');
    plain.tag.remove();
    const { client } = await scene.pressed({ buttonBorder: 'none' });
    assert.propertyVal(client.drawn.at(-1), 'buttonBorderType', 'no_border');
  });

  for (const [locale, expected] of [
    ['de-AT', 'de'],
    ['nb', 'no'],
    ['nn-NO', 'no'],
    ['no', 'no'],
    ['uk', 'uk'],
    ['fil', undefined],
  ] as const) {
    it(`speaks ${expected ?? 'the browser’s language'} for ${locale}`, async () => {
      const { events, tag } = await scene.tagWith({ locale });
      await eventOf(events, 'wallet-ready');
      await tag.updateComplete;
      assert.equal(scene.wallet.clients[0]?.drawn[0]?.['buttonLocale'], expected);
    });
  }
});
