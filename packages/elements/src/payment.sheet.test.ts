import { assert } from '@open-wc/testing';
import {
  calls,
  type FakeBackend,
  heardOf,
  press,
  problem,
  ready,
  type Rendered,
  walletA,
  walletB,
} from '../test/support.ts';
import { paid, payerLeaves, payingBackend } from '../test/scene.ts';
import type { SheetUpdate, WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import { waitUntil } from '../test/wait-until.ts';

const courier = { id: 'courier', label: 'Courier', amount: '50', detail: 'Tomorrow' };
const pickup = { id: 'pickup', label: 'Pickup', amount: '0' };

/** What the provider was told when the payer had chosen something, in the provider's own words. */
const answers = {
  'wallet-a': (what: string) => calls(`ApplePaySession.complete${what}`).map(({ args }) => args[0]),
  'wallet-b': () => calls('answer onPaymentDataChanged').map(({ args }) => args[0]),
};

const wallets = [
  {
    wallet: 'wallet-a',
    template: walletA,
    completed: 'ApplePaySession.completePayment',
    told: { type: 'credit' },
    elsewhere: 'work',
  },
  {
    wallet: 'wallet-b',
    template: walletB,
    completed: 'answer onPaymentAuthorized',
    told: { network: 'visa' },
    elsewhere: 'boston',
  },
] as const;

describe('an open sheet', () => {
  let backend: FakeBackend;
  const sheet = () => {
    const { walletSandbox } = window;
    if (!walletSandbox) throw new Error('no stand-in');
    return walletSandbox.sheet;
  };
  const answer = (payToken: () => Response) => {
    backend = payingBackend({ 'pay-token': payToken });
  };
  const isReady = () => waitUntil(() => sheet().state === 'ready', 'the sheet to be ready');
  const posted = () => backend.asked.filter(({ path }) => path === 'pay-token');
  const total = (wallet: 'wallet-a' | 'wallet-b', what = 'ShippingContactSelection'): unknown => {
    const last = answers[wallet](what).at(-1) as
      { newTotal?: { amount: string }; newTransactionInfo?: { totalPrice: string } } | undefined;
    return last?.newTotal?.amount ?? last?.newTransactionInfo?.totalPrice;
  };

  beforeEach(() => {
    window.walletSandbox?.reset();
    window.walletSandbox?.configure({ payer: { does: 'chooses' }, endState: 0 });
    answer(paid);
  });
  afterEach(() => {
    if (sheet().state === 'ready') sheet().cancel();
    backend.restore();
  });

  for (const { wallet, template, completed, told, elsewhere } of wallets) {
    describe(`of ${wallet}`, () => {
      const open = async (set: Partial<WalletAButton & WalletBButton>): Promise<Rendered> => {
        const rendered = await ready(template);
        Object.assign(rendered.tag, set);
        await press(rendered.tag);
        await isReady();
        return rendered;
      };

      it('asks the page what an address changes, and shows and posts the answer', async () => {
        const { tag, heard } = await ready(template);
        tag.request = 'shipping-address';
        const asked: unknown[] = [];
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          asked.push(event.shippingAddress.country);
          event.updateWith(
            Promise.resolve({
              amount: '249.9',
              displayItems: [{ label: 'Delivery', amount: '50' }],
            }),
          );
        });
        await press(tag);
        await isReady();
        assert.deepEqual(asked, ['UA']);
        assert.equal(total(wallet), '249.90');
        sheet().pay();
        await heardOf(heard, 'wallet-result');
        assert.deepEqual(posted()[0]?.body['shown'], { amount: '249.90', currency: 'UAH' });
        assert.propertyVal(posted()[0]?.body['shipping_address'], 'country', 'UA');
      });

      it('stays as it is where nobody listens', async () => {
        const { heard } = await open({ request: 'shipping-address' });
        assert.equal(total(wallet), '199.90');
        sheet().pay();
        assert.equal((await heardOf(heard, 'wallet-result')).outcome, 'succeeded');
      });

      it('tells the page of the delivery, and the backend of the one that was agreed to', async () => {
        const { tag, heard } = await ready(template);
        Object.assign(tag, {
          request: 'shipping-address',
          shippingOptions: [pickup, courier],
        });
        tag.addEventListener('wallet-shipping-option-change', (event) => {
          event.updateWith({ amount: event.shippingOption === 'courier' ? '249.90' : '199.90' });
        });
        await press(tag);
        await isReady();
        sheet().chooseShippingOption('courier');
        await waitUntil(() => total(wallet, 'ShippingMethodSelection') === '249.90');
        await isReady();
        sheet().pay();
        const authorized = await heardOf(heard, 'wallet-authorized');
        assert.equal(authorized.shippingOption, 'courier');
        await heardOf(heard, 'wallet-result');
        assert.equal(posted()[0]?.body['shipping_option'], 'courier');
      });

      it('posts the first option when the payer takes no other', async () => {
        const { heard } = await open({
          request: 'shipping-address',
          shippingOptions: [pickup, courier],
        });
        sheet().pay();
        await heardOf(heard, 'wallet-result');
        assert.equal(posted()[0]?.body['shipping_option'], 'pickup');
      });

      it('takes a coupon that the page knows', async () => {
        const { tag, heard } = await ready(template);
        tag.couponCode = '';
        tag.addEventListener('wallet-coupon-change', (event) => {
          event.updateWith(
            event.couponCode === 'HONEY10'
              ? { amount: '179.91' }
              : { errors: [{ code: 'coupon_invalid', message: 'No such coupon.' }] },
          );
        });
        await press(tag);
        await isReady();
        sheet().enterCoupon('SALT');
        await waitUntil(() => sheet().errors.length > 0);
        assert.propertyVal(sheet().errors[0], 'message', 'No such coupon.');
        assert.propertyVal(sheet().errors[0], 'field', 'couponCode');
        await isReady();
        sheet().enterCoupon('HONEY10');
        await waitUntil(() => total(wallet, 'CouponCodeChange') === '179.91');
        await isReady();
        sheet().pay();
        await heardOf(heard, 'wallet-result');
        assert.equal(posted()[0]?.body['coupon_code'], 'HONEY10');
        assert.propertyVal(posted()[0]?.body['shown'], 'amount', '179.91');
      });

      it('tells what it may of the chosen card', async () => {
        const { tag } = await ready(template);
        tag.request = 'payment-method';
        const heardOfCard: unknown[] = [];
        tag.addEventListener('wallet-payment-method-change', ({ paymentMethod }) =>
          heardOfCard.push(paymentMethod),
        );
        await press(tag);
        await isReady();
        assert.deepEqual(heardOfCard, [told]);
      });

      it('shows what is wrong with an address', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          event.updateWith({
            errors: [
              { code: 'shipping_address_unserviceable', field: 'country', message: 'Not there.' },
            ],
          });
        });
        await press(tag);
        await waitUntil(() => sheet().errors.length > 0);
        assert.propertyVal(sheet().errors[0], 'message', 'Not there.');
        assert.propertyVal(sheet().errors[0], 'field', 'address');
      });

      it('says that a choice could not be worked out when the page fails', async () => {
        const { tag, heard } = await ready(template);
        tag.request = 'shipping-address';
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          event.updateWith(Promise.reject<SheetUpdate>(new Error('no rates today')));
        });
        const reported: string[] = [];
        const report = window.reportError.bind(window);
        window.reportError = (error: Error) => reported.push(error.message);
        try {
          await press(tag);
          await waitUntil(() => sheet().errors.length > 0);
        } finally {
          window.reportError = report;
        }
        assert.deepEqual(reported, ['no rates today']);
        assert.match(sheet().errors[0]?.message ?? '', /cannot be worked out/);
        assert.notInclude(
          heard.map(({ type }) => type),
          'wallet-error',
        );
      });

      it('refuses an update after its event', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        const late = Promise.withResolvers<() => void>();
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          late.resolve(() => {
            event.updateWith({ amount: '1' });
          });
        });
        await press(tag);
        const updateLate = await late.promise;
        await isReady();
        assert.throws(updateLate, /in the listener/);
      });

      it('stays open for an address that the backend refuses, and posts again', async () => {
        let asked = 0;
        backend.restore();
        answer(() =>
          ++asked > 1
            ? paid()
            : problem(422, 'order_refused', {
                errors: [
                  {
                    code: 'shipping_address_invalid',
                    field: 'postal_code',
                    message: 'No such code.',
                  },
                ],
              }),
        );
        const { heard } = await open({ request: 'shipping-address' });
        sheet().pay();
        await waitUntil(() => sheet().errors.length > 0);
        assert.propertyVal(sheet().errors[0], 'message', 'No such code.');
        sheet().chooseAddress(elsewhere);
        await isReady();
        sheet().pay();
        assert.equal((await heardOf(heard, 'wallet-result')).outcome, 'succeeded');
        const keys = posted().map(({ headers }) => headers.get('idempotency-key'));
        assert.equal(new Set(keys).size, 2);
        const tokens = posted().map(({ body }) => body['token']);
        assert.equal(new Set(tokens).size, 2);
      });

      it('is over, and so is the press, when the backend refuses for what no field of it is about', async () => {
        backend.restore();
        const errors = [{ code: 'shipping_option_invalid', message: 'No courier today.' }];
        answer(() => problem(422, 'order_refused', { errors }));
        const { tag, heard } = await open({
          request: 'shipping-address',
          shippingOptions: [courier, pickup],
        });
        sheet().pay();
        await payerLeaves(completed);
        assert.equal((await heardOf(heard, 'wallet-error')).error.code, 'refused');
        assert.equal(tag.state, 'ready');
      });

      const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
      const plans = {
        recurring: {
          ...plan,
          price: { label: 'Monthly', amount: '99.9', every: 'month', from: new Date(2099, 1, 1) },
          trial: {
            label: 'First weeks',
            amount: '1',
            every: 'week',
            until: new Date(2099, 0, 31),
          },
        },
        deferred: {
          ...plan,
          price: { label: 'On arrival', amount: '500', on: new Date(2099, 1, 1) },
          freeUntil: { date: new Date(2099, 0, 1), timeZone: 'Europe/Kyiv' },
        },
        automaticReload: {
          ...plan,
          price: { label: 'Top-up', amount: '200', below: '50' },
          agreement: 'Until you stop it.',
          tokenUrl: 'https://shop.example/tokens',
        },
      } as const;
      for (const [name, set] of Object.entries(plans)) {
        it(`opens for a payment that is ${name}`, async () => {
          const { heard } = await open({ [name]: set });
          const opened = JSON.stringify(
            calls(
              wallet === 'wallet-a'
                ? 'ApplePaySession.constructor'
                : 'PaymentsClient.loadPaymentData',
            ),
          );
          assert.include(opened, set.price.label);
          assert.match(opened, new RegExp(`${name}(Payment|Transaction)`));
          sheet().pay();
          assert.equal((await heardOf(heard, 'wallet-result')).outcome, 'succeeded');
        });
      }
    });
  }

  it('of wallet A carries the parts of other merchants and the details of the order', async () => {
    const { tag, heard } = await ready(walletA);
    const context = {
      merchantIdentifier: 'merchant.bees',
      externalIdentifier: 'bees-1',
      merchantName: 'Bee keeper',
      amount: '99.90',
    };
    const orderDetails = {
      orderTypeIdentifier: 'order.honey',
      orderIdentifier: 'A-1001',
      webServiceURL: 'https://shop.example/orders/',
      authenticationToken: 'x'.repeat(16),
    };
    Object.assign(tag, { multiTokenContexts: [context], orderDetails });
    await press(tag);
    await isReady();
    assert.deepInclude(calls('ApplePaySession.constructor')[0]?.args[1] as object, {
      multiTokenContexts: [context],
    });
    sheet().pay();
    await heardOf(heard, 'wallet-result');
    assert.deepEqual(answers['wallet-a']('Payment').at(-1), { status: 0, orderDetails });
  });

  it('of wallet A shows its code in a window where the page is framed, else over it', async () => {
    const set: unknown[] = [];
    const page = window as { ApplePayWebOptions?: { set(options: object): void } };
    const real = page.ApplePayWebOptions;
    page.ApplePayWebOptions = { set: (options) => set.push(options) };
    try {
      const { tag } = await ready(walletA);
      await press(tag);
      await isReady();
    } finally {
      if (real) page.ApplePayWebOptions = real;
    }
    assert.deepEqual(set, [{ renderApplePayCodeAs: self === top ? 'modal' : 'window' }]);
  });

  it('of wallet B offers discounts, and is warmed up where the tag says so', async () => {
    const { tag } = await ready(walletB);
    assert.lengthOf(calls('PaymentsClient.prefetchPaymentData'), 0);
    const offers = [{ redemptionCode: 'HONEY10', description: 'Ten percent off' }];
    const other = document.createElement('wallet-b-button');
    for (const name of tag.getAttributeNames())
      other.setAttribute(name, tag.getAttribute(name) ?? '');
    Object.assign(other, { prefetch: true, offers });
    tag.replaceWith(other);
    await waitUntil(() => other.state === 'ready');
    await other.updateComplete;
    assert.lengthOf(calls('PaymentsClient.prefetchPaymentData'), 1);
    await press(other);
    await isReady();
    const opened = calls('PaymentsClient.loadPaymentData')[0]?.args[0] as object;
    assert.deepInclude(opened, { offerInfo: { offers } });
  });

  it('of wallet B answers another account as it answered the first', async () => {
    const { tag } = await ready(walletB);
    tag.request = 'shipping-address';
    tag.addEventListener('wallet-shipping-address-change', (event) => {
      event.updateWith({ amount: '249.90' });
    });
    await press(tag);
    await isReady();
    sheet().chooseAccount('taras');
    await waitUntil(() => answers['wallet-b']().length === 2);
    const [first, second] = answers['wallet-b']();
    assert.deepEqual(second, first);
  });
});
