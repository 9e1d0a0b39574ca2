import { useEffect } from 'react';
import type { WalletResultEvent } from '@wallet-buttons/elements';
import type {} from '@wallet-buttons/elements/react';
import { defineTags } from './tags';

const payment = {
  order: 'A-1001',
  amount: '199.90',
  currency: 'UAH',
  country: 'UA',
  label: 'Shop',
};
const finish = ({ outcome }: WalletResultEvent) => {
  if (outcome !== 'failed') location.assign('/return?order=A-1001');
};

/** The buttons, and on /return the status of the payment. */
export function Checkout() {
  useEffect(() => void defineTags(import.meta.env.VITE_SANDBOX_URL), []);
  if (location.pathname === '/return') return <wallet-payment-status />;
  return (
    <>
      <wallet-a-button {...payment} onwallet-result={finish} />
      <wallet-b-button
        {...payment}
        gateway="examplegateway"
        gateway-merchant-id="exampleMerchant"
        onwallet-result={finish}
      />
    </>
  );
}
