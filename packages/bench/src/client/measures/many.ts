import { type Measure, rows, spread } from '../../measure.ts';
import { within } from '../browser.ts';
import { contenders } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';
import { heap, mountOne, openReady } from './mounted.ts';

const count = 1_000;

export const many: Measure<Workbench> = {
  id: 'many',
  title: 'A thousand buttons on a page',
  method:
    'Buttons of one configuration, after one that warms the page up. Heap of scripts after garbage collection, divided by their number. Counts are of the page’s whole life.',
  columns: {
    heap: 'heap a button, B',
    visible: 'until all are visible, ms',
    clients: 'clients',
    createButton: 'createButton',
    isReadyToPay: 'isReadyToPay',
  },
  chart: ['heap', 'heap a button in bytes; median and quartiles'],
  limits: [
    ['1000 buttons of B: heap', 'ours-b', 'heap', { below: ['google-element'] }],
    ['1000 buttons of B: visible', 'ours-b', 'visible', { below: ['google-element'] }],
    ['1000 buttons of B: clients', 'ours-b', 'clients', { exactly: 1 }],
  ],
  run: async (bench) =>
    rows(contenders, async (contender) => {
      const [heaps, times]: [number[], number[]] = [[], []];
      let counts = {};
      for (let turn = 0; turn < (bench.isQuick ? 1 : 5); turn += 1) {
        await using tab = await openReady(bench, contender);
        await mountOne(tab);
        await tab.page.evaluate((n) => {
          const boxes = Array.from({ length: n }, () => document.createElement('div'));
          document.querySelector('#pay')?.append(...boxes);
        }, count);
        const before = await heap(tab);
        const shown = tab.page.evaluate(async () => {
          const [, ...boxes] = document.querySelectorAll<HTMLElement>('#pay > div');
          const from = performance.now();
          for (const box of boxes) window.bench.adapter?.mount(box);
          return (await window.bench.whenPressable(boxes)) - from;
        });
        times.push(await within(60_000, 'not all buttons were visible', shown));
        heaps.push(((await heap(tab)) - before) / count);
        counts = await tab.page.evaluate(() => window.bench.counts);
      }
      return { heap: spread(heaps), visible: spread(times), ...counts };
    }),
};
