import { createRoot } from 'react-dom/client';
import { openCheckout } from '../shop/opening.ts';
import { Checkout } from './checkout.tsx';

const till = document.querySelector('#till');
if (till) createRoot(till).render(<Checkout {...await openCheckout()} />);
