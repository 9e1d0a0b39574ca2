import { within } from '../browser.ts';
import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { spread } from '../../statistics.ts';
import { heap, mountOne, openReady } from './mounted.ts';
import type { Workbench } from '../workbench.ts';

const count = 1_000;

export const many: Measure<Workbench> = {
  id: 'many',
  title: `${count} buttons`,
  method: `${count} buttons of one configuration on one page, after one that warms it up. Heap after garbage collection, divided by ${count}: of scripts, and of the document's own nodes and styles. Counts are of the page's whole life, the first button included.`,
  columns: {
    heap: 'script heap a button, B',
    document: 'document heap a button, B',
    visible: 'until all are visible, ms',
    clients: 'clients',
    createButton: 'createButton',
    isReadyToPay: 'isReadyToPay',
  },
  run: (bench) =>
    rows(products, async (contender) => {
      const [heaps, documents, times] = [[], [], []] as [number[], number[], number[]];
      let counts = {};
      for (let round = 0; round < (bench.quick ? 1 : 5); round++) {
        await using tab = await openReady(bench, contender);
        await mountOne(tab);
        await tab.page.evaluate((n) => {
          for (let i = 0; i < n; i++) {
            document.querySelector('#pay')?.append(document.createElement('div'));
          }
        }, count);
        const before = await heap(tab);
        const shown = tab.page.evaluate(async () => {
          const [, ...boxes] = document.querySelectorAll<HTMLElement>('#pay > div');
          const from = performance.now();
          for (const box of boxes) window.bench.adapter?.mount(box);
          return (await window.bench.whenPressable(boxes)) - from;
        });
        times.push(await within(60_000, 'not all buttons were visible', shown));
        const after = await heap(tab);
        heaps.push((after.script - before.script) / count);
        documents.push((after.document - before.document) / count);
        counts = await tab.page.evaluate(() => window.bench.counts);
      }
      return {
        heap: spread(heaps),
        document: spread(documents),
        visible: spread(times),
        ...counts,
      };
    }),
};
