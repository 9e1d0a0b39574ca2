'use client';
// As one would write it if React hydrated custom elements: no hook, and values that never change.
import '@wallet-buttons/elements/define.js';
import type {} from '@wallet-buttons/elements/react';
import { useEffect, useState } from 'react';

const basket = [{ label: 'Poppy', amount: '199.90' }];
const hear = () => {
  document.title = 'The click was received';
};

export default function Plain() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <>
      <wallet-b-button
        order="A-1001"
        amount="199.90"
        currency="UAH"
        country="UA"
        label="Levada seed house"
        displayItems={basket}
        gateway="examplegateway"
        gateway-merchant-id="exampleMerchant"
        onwallet-click={hear}
      />
      <p>{isHydrated && 'Hydrated'}</p>
    </>
  );
}
