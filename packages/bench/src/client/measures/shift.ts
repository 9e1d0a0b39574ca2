import { contenders } from '../contenders.ts';
import { openTab, within } from '../browser.ts';
import { rows, type Measure } from '../../measure.ts';
import type { Workbench } from '../workbench.ts';

export const shift: Measure<Workbench> = {
  id: 'shift',
  title: 'Layout shift',
  method:
    "Chromium's own score, 500 ms after the button became pressable, with answers that take 100 ms so that the page is painted before the button comes; the largest of three loads.",
  columns: { shift: 'score' },
  run: ({ browser, site, quick }) =>
    rows(contenders, async (contender) => {
      site.delay = 100;
      const scores = [];
      for (let i = 0; i < (quick ? 1 : 3); i++) {
        await using tab = await openTab(browser, contender, { auto: true });
        const first = tab.page.evaluate(() => window.bench.first);
        await within(20_000, 'no pressable button', first);
        await tab.page.waitForTimeout(500);
        scores.push(await tab.page.evaluate(() => window.bench.shift));
      }
      return { shift: Math.max(...scores) };
    }),
};
