import '@wallet-buttons/elements/define.js';
import type {} from '@wallet-buttons/elements/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const basket = [{ label: 'Poppy', amount: '199.90' }];

function Checkout() {
  const [outcome, setOutcome] = useState('');
  return (
    <>
      <wallet-buttons
        order="A-1001"
        amount="199.90"
        currency="UAH"
        country="UA"
        label="Seeds"
        displayItems={basket}
        onwallet-result={(event) => setOutcome(event.outcome)}
      >
        <wallet-a-button />
        <wallet-b-button gateway="examplegateway" gateway-merchant-id="exampleMerchant" />
      </wallet-buttons>
      <p>Outcome: {outcome}</p>
    </>
  );
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
