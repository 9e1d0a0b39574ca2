import { openTab, type Tab, within } from '../browser.ts';
import type { Contender } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';

/** A page on which the contender is loaded and prepared, and has no button yet. */
export async function openReady({ browser, site }: Workbench, contender: Contender): Promise<Tab> {
  site.delay = 0;
  const tab = await openTab(browser, contender);
  await tab.page.evaluate(async () => {
    await window.bench.adapter?.prepare?.();
  });
  return tab;
}

/** One button in a box of its own, pressable when this resolves. */
export async function mountOne({ page }: Tab): Promise<void> {
  const shown = page.evaluate(async () => {
    const box = document.createElement('div');
    document.querySelector('#pay')?.append(box);
    window.bench.adapter?.mount(box);
    await window.bench.whenPressable([box]);
  });
  await within(10_000, 'no pressable button', shown);
}

/** Memory of scripts after everything that is not in use is gone, in bytes. */
export async function heap({ cdp }: Tab): Promise<number> {
  for (let at = 0; at < 3; at += 1) await cdp.send('HeapProfiler.collectGarbage');
  return (await cdp.send('Runtime.getHeapUsage')).usedSize;
}
