import type { WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import type { Adapter } from '../bench.ts';
import { goods } from '../start.ts';

/** What a page does with either of our tags. */
export function tag(markup: string): Adapter {
  const template = document.createElement('template');
  template.innerHTML = markup;
  return {
    mount(box) {
      box.append(document.importNode(template.content, true));
    },
    unmount(box) {
      box.replaceChildren();
    },
    price(box, price) {
      elementIn(box).amount = price;
    },
  };
}

/** The attributes of the README. */
export function attributes(): string {
  const { label, country, currency, price } = goods;
  return `order="A-1" amount="${price}" currency="${currency}" country="${country}" label="${label}"`;
}

function elementIn(box: HTMLElement) {
  return box.firstElementChild as WalletAButton | WalletBButton;
}
