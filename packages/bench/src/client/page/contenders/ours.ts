import type { Adapter } from '../bench.ts';
import { goods } from '../start.ts';

/** What a page does with either of our tags. */
export function tag(name: string, attributes = ''): Adapter {
  const { label, country, currency, price } = goods;
  const template = document.createElement('template');
  template.innerHTML = `<${name} order="A-1" amount="${price}" currency="${currency}" country="${country}" label="${label}" ${attributes}></${name}>`;
  return {
    mount(box) {
      box.append(document.importNode(template.content, true));
    },
    unmount(box) {
      box.replaceChildren();
    },
  };
}
