/** @jsxImportSource solid-js */
import type { Outcome } from '@wallet-buttons/protocol';
import type {} from '../../src/frameworks/solid.ts';
import type { WalletAButton } from '../../src/index.ts';

const items = [{ label: 'Poppy', amount: '54.90' }];
const outcome = (_: Outcome): void => undefined;

export const right = [
  <wallet-a-button
    class="wide"
    ref={(button: WalletAButton) => {
      button.reload();
    }}
    order="A-1"
    merchant-id="merchant.example"
    totalStatus="estimated"
    loading="manual"
    prop:displayItems={items}
    disabled
    on:wallet-ready={({ wallet }) => wallet === 'wallet-a'}
    on:wallet-result={(event) => {
      outcome(event.outcome);
    }}
    on:wallet-cancel={({ phase, reason }) => [phase, reason]}
  />,
  <wallet-b-button
    gateway="examplegateway"
    gatewayMerchantId="m"
    environment="TEST"
    existingCardOnly
    on:wallet-redirect={(event) => {
      event.preventDefault();
      location.assign(event.url);
    }}
    on:wallet-error={({ error }) => error.code === 'unreachable'}
  />,
  <wallet-payment-status order="A-1" on:wallet-result={({ outcome: end }) => end === 'failed'}>
    <p slot="pending">Wait</p>
  </wallet-payment-status>,
];

export const wrong = [
  // @ts-expect-error -- no such event
  <wallet-b-button on:wallet-resutl={({ outcome: end }) => end === 'failed'} />,
  // @ts-expect-error -- none of its words
  <wallet-b-button button-type="bye" />,
  // @ts-expect-error -- a list of items, not a string
  <wallet-a-button prop:displayItems="poppy" />,
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
  <wallet-b-button on:wallet-result={(event) => String(event.reason)} />,
  // @ts-expect-error -- the handler of another event
  <wallet-b-button on:wallet-error={({ outcome: end }: { outcome: Outcome }) => end} />,
  // @ts-expect-error -- an amount belongs to the buttons
  <wallet-payment-status amount="1.00" />,
  // @ts-expect-error -- a status has no list of items
  <wallet-payment-status on:wallet-result={(event) => String(event.items)} />,
];
