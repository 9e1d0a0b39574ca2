import '@wallet-buttons/elements/wallet-payment-status.js';
import './counter.ts';
import { orderInAddress } from './order.ts';

/** The page of `redirect_url`. Only the order in its address counts; the bank may add anything else. */
const order = orderInAddress();
const tags = document.querySelectorAll('wallet-payment-status, shop-counter');

if (order) {
  for (const tag of tags) tag.setAttribute('order', order);
  for (const code of document.querySelectorAll('.order')) code.textContent = order;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.again')) {
    link.href = `/?order=${encodeURIComponent(order)}`;
  }
} else {
  for (const part of document.querySelectorAll<HTMLElement>('.with-order, .without-order')) {
    part.hidden = part.matches('.with-order');
  }
}
