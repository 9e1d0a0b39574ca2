'use client';

import '@wallet-buttons/elements/define.js';
import type { WalletResultEvent } from '@wallet-buttons/elements';
import type {} from '@wallet-buttons/elements/react';
import { useRouter } from 'next/navigation';
import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/** React sets no properties and hears no events of a custom element that came from the server. */
function useHydrated() {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

export function WalletButtons() {
  const isHydrated = useHydrated();
  const router = useRouter();
  const payment = {
    order: 'A-1001',
    amount: '199.90',
    currency: 'UAH',
    country: 'UA',
    label: 'Shop',
  };
  const onResult = ({ outcome }: WalletResultEvent) => {
    if (outcome !== 'failed') router.push('/return?order=A-1001');
  };
  return (
    isHydrated && (
      <>
        <wallet-a-button {...payment} onwallet-result={onResult} />
        <wallet-b-button
          {...payment}
          gateway="examplegateway"
          gateway-merchant-id="exampleMerchant"
          onwallet-result={onResult}
        />
      </>
    )
  );
}

export function WalletStatus() {
  return useHydrated() && <wallet-payment-status />;
}
