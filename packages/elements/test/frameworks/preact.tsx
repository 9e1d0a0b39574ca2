/** @jsxImportSource preact */
import type { Outcome } from '@wallet-buttons/protocol';
import type {} from '../../src/frameworks/preact.ts';
import type { WalletAButton } from '../../src/index.ts';

const items = [{ label: 'Poppy', amount: '54.90' }];
const outcome = (_: Outcome): void => undefined;

export const right = [
  <wallet-a-button
    class="wide"
    ref={(button: WalletAButton | null) => button?.reload()}
    order="A-1"
    merchant-id="merchant.example"
    totalStatus="estimated"
    loading="manual"
    displayItems={items}
    disabled
    onwallet-ready={({ wallet }) => wallet === 'wallet-a'}
    onwallet-result={(event) => {
      outcome(event.outcome);
    }}
    onwallet-cancel={({ phase, reason }) => [phase, reason]}
  />,
  <wallet-b-button
    gateway="examplegateway"
    gatewayMerchantId="m"
    environment="TEST"
    existingCardOnly
    onwallet-redirect={(event) => {
      event.preventDefault();
      location.assign(event.url);
    }}
    onwallet-error={({ error }) => error.code === 'unreachable'}
  />,
  <wallet-payment-status order="A-1" onwallet-result={({ outcome: end }) => end === 'failed'}>
    <p slot="pending">Wait</p>
  </wallet-payment-status>,
];

export const wrong = [
  // @ts-expect-error -- no such event
  <wallet-b-button onwallet-resutl={({ outcome: end }) => end === 'failed'} />,
  // @ts-expect-error -- none of its words
  <wallet-b-button button-type="bye" />,
  // @ts-expect-error -- a list of items, not a string
  <wallet-a-button displayItems="poppy" />,
  // @ts-expect-error -- no such property
  <wallet-a-button amont="1.00" />,
  // @ts-expect-error -- one of two words
  <wallet-a-button total-status="late" />,
  // @ts-expect-error -- wallet B alone has a gateway
  <wallet-a-button gateway="examplegateway" />,
  // @ts-expect-error -- the tag tells its state, a page cannot set it
  <wallet-b-button state="ready" />,
  // @ts-expect-error -- a method is no property
  <wallet-b-button reload={() => undefined} />,
  // @ts-expect-error -- one of two words
  <wallet-b-button environment="LIVE" />,
  // @ts-expect-error -- a result has no reason
  <wallet-b-button onwallet-result={(event) => String(event.reason)} />,
  // @ts-expect-error -- the handler of another event
  <wallet-b-button onwallet-error={({ outcome: end }: { outcome: Outcome }) => end} />,
  // @ts-expect-error -- an amount belongs to the buttons
  <wallet-payment-status amount="1.00" />,
  // @ts-expect-error -- a status has no list of items
  <wallet-payment-status onwallet-result={(event) => String(event.items)} />,
];
