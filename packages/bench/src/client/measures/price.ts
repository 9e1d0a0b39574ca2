import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { spread } from '../../statistics.ts';
import { mountOne, openReady, scriptTime } from './mounted.ts';
import type { Workbench } from '../workbench.ts';

const changes = 2_000;

export const price: Measure<Workbench> = {
  id: 'price',
  title: `${changes} price changes`,
  method: `${changes} new prices for one button, a microtask apart, and all that follows within 100 ms. Then 30 is shown, 77 is set and the button pressed in the same task: the sheet must say 77.`,
  columns: {
    script: 'script a change, µs',
    createButton: 'createButton',
    clients: 'new clients',
    isReadyToPay: 'isReadyToPay',
    mutations: 'DOM mutations',
    shown: 'price in the sheet',
  },
  run: (bench) =>
    rows(products, async (contender) => {
      const scripts = [];
      let figures = {};
      for (let round = 0; round < (bench.quick ? 1 : 5); round++) {
        await using tab = await openReady(bench, contender);
        await mountOne(tab);
        const before = await scriptTime(tab);
        const { loop, ...counted } = await tab.page.evaluate(countChanges, changes);
        // The browser's account has timers and frames, but no code that the runner itself calls.
        const later = (await scriptTime(tab)) - before;
        scripts.push((loop + later) / changes);
        figures = { ...counted, shown: await tab.page.evaluate(priceShown) };
      }
      return { script: spread(scripts), ...figures };
    }),
};

async function countChanges(times: number) {
  const { adapter, counts, observe } = window.bench;
  const box = document.querySelector<HTMLElement>('#pay > div') ?? document.body;
  const { clients, createButton, isReadyToPay } = counts;
  let mutations = 0;
  const stop = observe((seen) => {
    mutations += seen;
  });
  const from = performance.now();
  for (let i = 0; i < times; i++) {
    adapter?.price(box, `${i + 1}.00`);
    await Promise.resolve();
  }
  const loop = (performance.now() - from) * 1_000;
  await new Promise((go) => setTimeout(go, 100));
  stop();
  return {
    loop,
    createButton: counts.createButton - createButton,
    clients: counts.clients - clients,
    isReadyToPay: counts.isReadyToPay - isReadyToPay,
    mutations,
  };
}

async function priceShown() {
  const { adapter, control, presses } = window.bench;
  const box = document.querySelector<HTMLElement>('#pay > div') ?? document.body;
  adapter?.price(box, '30.00');
  await new Promise((go) => setTimeout(go, 50));
  adapter?.price(box, '77.00');
  control(box)?.click();
  await new Promise((go) => setTimeout(go, 50));
  return presses.at(-1)?.price ?? 'no sheet';
}
