import type { Tab } from '../browser.ts';
import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { mountOne, openReady } from './mounted.ts';
import { quantile } from '../../statistics.ts';
import type { Workbench } from '../workbench.ts';

export const press: Measure<Workbench> = {
  id: 'press',
  title: "Press to the provider's call",
  method:
    "Presses of a real mouse on one button, unthrottled, from the first listener of the click to the provider's call; each sheet is cancelled at once.",
  columns: { p50: 'p50, ms', p99: 'p99, ms', sameTask: 'in the same task, %', n: 'presses' },
  run: (bench) =>
    rows(products, async (contender) => {
      await using tab = await openReady(bench, contender);
      await mountOne(tab);
      const presses = await pressed(tab, bench.quick ? 100 : 500);
      return {
        p50: quantile(
          presses.map(({ after }) => after),
          0.5,
        ),
        p99: quantile(
          presses.map(({ after }) => after),
          0.99,
        ),
        sameTask: (100 * presses.filter(({ sameTask }) => sameTask).length) / presses.length,
        n: presses.length,
      };
    }),
};

async function pressed({ page }: Tab, times: number) {
  const { x, y } = await page.evaluate(() => {
    const box = document.querySelector('#pay > div') ?? document.body;
    const rect = window.bench.control(box)?.getBoundingClientRect() ?? new DOMRect();
    return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  });
  for (let i = 1; i <= times; i++) {
    await page.mouse.click(x, y);
    await page.evaluate(async (wanted) => {
      const { bench } = window;
      for (let t = 0; bench.presses.length < wanted && t < 200; t++) {
        await new Promise((go) => setTimeout(go, 5));
      }
      if (bench.presses.length < wanted) throw new Error('a press opened no sheet');
      await new Promise((go) => setTimeout(go, 5));
      await bench.whenPressable([...document.querySelectorAll('#pay > div')]);
    }, i);
  }
  return page.evaluate(() => window.bench.presses);
}
