import ApplePayButton from 'apple-pay-button';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Look } from '../bench.ts';
import { goods, start } from '../start.ts';
import { paymentRequest, session } from './wallet-a-api.ts';

/** One root a box, so that each button comes and goes alone as the others' do. */
const roots = new WeakMap<HTMLElement, Root>();
let { price } = goods;
const onClick = () => {
  const ApplePaySession = session();
  new ApplePaySession(14, paymentRequest(price)).begin();
};
const style = { width: '240px', height: '40px' };
const render = (box: HTMLElement, { color, locale }: Look) => {
  const root = roots.get(box) ?? createRoot(box);
  roots.set(box, root);
  root.render(createElement(ApplePayButton, { onClick, style, buttonStyle: color, locale }));
};

start({
  mount(box) {
    if (session().canMakePayments()) render(box, { color: 'black', locale: 'en' });
  },
  unmount(box) {
    roots.get(box)?.unmount();
    roots.delete(box);
  },
  price(_box, newPrice) {
    price = newPrice;
  },
  look: render,
});
