import type { Adapter } from './bench.ts';

/** The last line of each contender's page: shows its button, or leaves that to the measure. */
export function start(adapter: Adapter): void {
  window.bench.adapter = adapter;
  const box = document.querySelector<HTMLElement>('#pay');
  if (!window.bench.isAuto || !box || box.firstElementChild) return;
  void (async () => {
    await adapter.prepare?.();
    adapter.mount(box);
  })();
}

/** What every contender sells. */
export const goods = { label: 'Levada seed house', country: 'UA', currency: 'UAH', price: '30.00' };
