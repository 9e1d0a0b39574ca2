import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './Checkout.tsx';

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Checkout order="A-1001" amount="199.90" />
  </StrictMode>,
);
