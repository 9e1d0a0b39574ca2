import ApplePayButton from 'apple-pay-button';
import { createElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { start } from '../start.ts';
import { paymentRequest, session } from './wallet-a-api.ts';

/** One root a box, so that each button comes and goes alone as the others' do. */
const roots = new WeakMap<HTMLElement, Root>();
const onClick = () => {
  const ApplePaySession = session();
  new ApplePaySession(14, paymentRequest()).begin();
};
const looks = {
  style: { width: '240px', height: '40px' },
  buttonStyle: 'black',
  locale: 'en',
} as const;

start({
  mount(box) {
    if (!session().canMakePayments()) return;
    const root = createRoot(box);
    roots.set(box, root);
    root.render(createElement(ApplePayButton, { onClick, ...looks }));
  },
  unmount(box) {
    roots.get(box)?.unmount();
  },
});
