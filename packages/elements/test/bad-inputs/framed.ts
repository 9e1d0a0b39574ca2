import { becomes, type FreshPage } from '../fresh-page.ts';
import { paid, payingBackend } from '../scene.ts';
import type { FakeBackend } from '../support.ts';

/** Both wallets for a page of its own, with something to pay by where there is no button. */
export const wallets = [
  { wallet: 'wallet-a', served: 'a', more: '', opened: 'ApplePaySession.begin' },
  {
    wallet: 'wallet-b',
    served: 'b',
    more: 'gateway="g" gateway-merchant-id="m"',
    opened: 'PaymentsClient.loadPaymentData',
  },
] as const;

export function tagOf({ wallet, more }: (typeof wallets)[number]): string {
  return `<${wallet}-button order="A-1" amount="1.00" currency="UAH" country="UA" label="Shop" ${more}>
    <a slot="unavailable" href="#card">Pay by card</a></${wallet}-button>`;
}

/** A payer who pays, and a backend that answers as the test sets it, or paid. */
export function paysIn(page: FreshPage, payToken: () => Response = paid): FakeBackend {
  page.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
  return payingBackend({ 'pay-token': payToken }, page.window);
}

/** A tag of that page that can be pressed. */
export async function readyIn(
  page: FreshPage,
  wallet: (typeof wallets)[number],
): Promise<ReturnType<FreshPage['add']>> {
  const tag = page.add(tagOf(wallet));
  await becomes(tag, 'ready');
  return tag;
}
