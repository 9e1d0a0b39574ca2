import { type Measure, rows } from '../../measure.ts';
import { contenders } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';
import { mountOne, openReady } from './mounted.ts';

const changes = 2_000;

export const price: Measure<Workbench> = {
  id: 'price',
  title: `${String(changes)} price changes`,
  method:
    'New prices for one button, a microtask apart, and all that follows within 100 ms. Then 77 is set and the button pressed in the same task: the sheet must say 77.',
  columns: {
    createButton: 'createButton',
    clients: 'new clients',
    isReadyToPay: 'isReadyToPay',
    mutations: 'DOM mutations',
    shown: 'price in the sheet',
  },
  limits: ['ours-a', 'ours-b'].flatMap((id) => [
    ...['createButton', 'clients', 'mutations'].map(
      (figure) => [`2000 prices, ${id}: ${figure}`, id, figure, 0] as const,
    ),
    [`newest price in the sheet, ${id}`, id, 'shown', { exactly: '77.00' }] as const,
  ]),
  run: async (bench) =>
    rows(contenders, async (contender) => {
      await using tab = await openReady(bench, contender);
      await mountOne(tab);
      return await tab.page.evaluate(changePrices, changes);
    }),
};

/** Runs in the page. */
async function changePrices(times: number) {
  const { adapter, control, counts, observe, presses } = window.bench;
  const box = document.querySelector<HTMLElement>('#pay > div') ?? document.body;
  const { clients, createButton, isReadyToPay } = counts;
  let mutations = 0;
  const stop = observe((seen) => {
    mutations += seen;
  });
  for (let at = 0; at < times; at += 1) {
    adapter?.price(box, `${String(at + 1)}.00`);
    await Promise.resolve();
  }
  await new Promise((resolve) => setTimeout(resolve, 100));
  stop();
  const counted = {
    createButton: counts.createButton - createButton,
    clients: counts.clients - clients,
    isReadyToPay: counts.isReadyToPay - isReadyToPay,
    mutations,
  };
  adapter?.price(box, '77.00');
  control(box)?.click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  return { ...counted, shown: presses.at(-1) ?? 'no sheet' };
}
