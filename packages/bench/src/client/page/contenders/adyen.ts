import {
  AdyenCheckout,
  type ApplePay,
  type ICore,
  type CoreConfiguration,
  type GooglePay,
} from '@adyen/adyen-web';
import type { Adapter } from '../bench.ts';
import { goods } from '../start.ts';

type Component = ApplePay | GooglePay;

const configuration = {
  environment: 'test',
  clientKey: 'test_BENCH',
  countryCode: goods.country,
  locale: 'en-US',
  amount: amount(goods.price),
  analytics: { enabled: false },
  onError: () => undefined,
  paymentMethodsResponse: {
    paymentMethods: ['googlepay', 'applepay'].map((type) => ({
      type,
      name: type,
      configuration: { merchantId: 'merchant', gatewayMerchantId: 'bench', merchantName: 'bench' },
    })),
  },
} satisfies CoreConfiguration;

/** What a page does with either wallet of the kit. */
export function component(create: (checkout: ICore) => Component): Adapter {
  let checkout: ICore;
  const mounted = new WeakMap<HTMLElement, Component>();
  return {
    async prepare() {
      checkout = await AdyenCheckout(configuration);
    },
    mount(box) {
      const wallet = create(checkout);
      mounted.set(box, wallet);
      void wallet.isAvailable().then(() => wallet.mount(box));
    },
    unmount(box) {
      const wallet = mounted.get(box);
      if (wallet) checkout.remove(wallet);
    },
    price(_box, price) {
      void checkout.update({ amount: amount(price) }, { shouldReinitializeCheckout: false });
    },
    look(box, { color, locale }) {
      mounted.get(box)?.update({ buttonColor: color, buttonLocale: locale });
    },
  };
}

function amount(price: string) {
  return { value: Math.round(Number(price) * 100), currency: goods.currency };
}
