import { assert } from '@open-wc/testing';
import { sceneA } from '../../../test/fake-apple-pay.ts';
import { eventOf } from '../../../test/support.ts';
import type { WalletAButton } from './button.ts';

describe('what wallet A is asked for', () => {
  const scene = sceneA();

  describe('has as networks', () => {
    const networksFor = async (networks: string, version = 14) => {
      scene.use({ version });
      const { session } = await scene.pressed({ networks });
      return session?.request['supportedNetworks'];
    };

    it('the known ones of the list, by whole words', async () => {
      assert.deepEqual(await networksFor('a visa unionpay cartesbancaires elan'), [
        'visa',
        'chinaUnionPay',
        'cartesBancaires',
      ]);
    });

    it('the ones of its version alone', async () => {
      assert.deepEqual(await networksFor('visa maestro girocard', 4), ['visa', 'maestro']);
    });

    for (const [version, known] of [
      [13, ['visa']],
      [14, ['visa', 'bancontact']],
      [15, ['visa', 'bancontact', 'bankAxept']],
    ] as const) {
      it(`bancontact and bankAxept as far as version ${String(version)} has them`, async () => {
        const networks = 'visa bancontact bankAxept bancomat';
        assert.deepEqual(await networksFor(networks, version), known);
      });
    }

    it('none where all are unknown, and the error names the attribute', async () => {
      scene.use({ version: 3 });
      assert.include(await scene.configError({ networks: 'maestro' }), 'networks');
    });
  });

  describe('of a version below 14', () => {
    const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
    const context = {
      merchantIdentifier: 'm',
      externalIdentifier: 'e',
      merchantName: 'n',
      amount: '1',
    };
    for (const [name, set] of Object.entries({
      recurring: {
        recurring: { ...plan, price: { label: 'Monthly', amount: '9', every: 'month' } },
      },
      multiTokenContexts: { multiTokenContexts: [context] },
    } satisfies Record<string, Partial<WalletAButton>>)) {
      it(`says that it cannot do ${name}, before a sheet`, async () => {
        scene.use({ version: 10 });
        assert.match(await scene.configError(set), new RegExp(`${name} needs version 14`));
      });
    }
  });

  it('keeps the text of a bare string that a polyfill throws', async () => {
    scene.use({ thrown: 'the phone is not there' });
    const { events } = await scene.pressed();
    const { error } = await eventOf(events, 'wallet-error');
    assert.equal(error.code, 'provider');
    assert.equal(error.message, 'the phone is not there');
  });

  it('shapes the request as the page says, and keeps the price', async () => {
    const { session } = await scene.pressed({
      providerRequest: {
        shippingType: 'storePickup',
        supportedCountries: ['UA'],
        currencyCode: 'USD',
        total: { label: 'Honey and more', amount: '1.00' },
      },
    });
    const { request } = session ?? {};
    assert.deepInclude(request, {
      shippingType: 'storePickup',
      supportedCountries: ['UA'],
      currencyCode: 'UAH',
      total: { label: 'Honey and more', amount: '199.90', type: 'final' },
    });
  });

  it('shapes the request by a function of it', async () => {
    const { session } = await scene.pressed({
      providerRequest: (request: object) => ({ ...request, total: {}, supportedCountries: ['UA'] }),
    });
    assert.deepInclude(session?.request, {
      total: { amount: '199.90' },
      currencyCode: 'UAH',
      supportedCountries: ['UA'],
    });
  });

  it('is an error of the page when its function of the request fails', async () => {
    const providerRequest = () => {
      throw new Error('no basket');
    };
    assert.include(await scene.configError({ providerRequest }), 'providerRequest');
  });
});
