/** The page of `cross-origin.html`: pays at once, and tells the page around it each event. */
import '@wallet-buttons/sandbox/wallet-b.js';
import type { WalletButtonEventMap } from '@wallet-buttons/elements';
import { buttonEvents } from '@wallet-buttons/protocol/testing/events.js';
import '../src/providers/wallet-b/define.ts';

const bank = new URLSearchParams(location.search).get('bank') ?? '';
const tag = document.createElement('wallet-b-button');
Object.assign(tag, {
  order: crypto.randomUUID(),
  amount: '1.00',
  currency: 'UAH',
  country: 'UA',
  label: 'Shop',
});
Object.assign(tag, { gateway: 'g', gatewayMerchantId: 'm', redirect: 'top' });
tag.fetch = () =>
  Promise.resolve(Response.json({ outcome: 'pending', status: 'new', acs_url: bank }));
window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
for (const name of buttonEvents) {
  tag.addEventListener(name, (event) => {
    const { error, asked }: Partial<WalletButtonEventMap['wallet-error']> = event as never;
    const { code, cause } = error ?? {};
    const message = { type: name, code, cause, asked, state: tag.state };
    parent.postMessage(message, '*');
  });
}
document.body.append(tag);
