import { type Measure, rows, spread } from '../../measure.ts';
import { openTab, type Tab, within } from '../browser.ts';
import { contenders } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';

const count = 1_000;

export const many: Measure<Workbench> = {
  id: 'many',
  title: 'A thousand buttons that come and go',
  method:
    'Buttons of one configuration are put on a page and taken off again, twice; the second time counts. Heap of scripts after garbage collection, divided by their number, with the buttons and once they are gone.',
  columns: {
    heap: 'heap a button, B',
    visible: 'until all are visible, ms',
    clients: 'clients',
    kept: 'heap kept, B',
    nodes: 'nodes kept',
    listeners: 'listeners kept',
  },
  chart: ['heap', 'heap a button in bytes; median and quartiles'],
  limits: [
    ['1000 buttons of B: heap', 'ours-b', 'heap', { below: ['google-element'] }],
    ['1000 buttons of B: visible', 'ours-b', 'visible', { below: ['google-element'] }],
    ['1000 buttons of B: clients', 'ours-b', 'clients', { exactly: 1 }],
    ...['ours-a', 'ours-b'].flatMap((id) =>
      ['nodes', 'listeners'].map(
        (each) => [`1000 buttons gone, ${id}: ${each}`, id, each, 0] as const,
      ),
    ),
  ],
  run: async ({ browser, site, isQuick }) =>
    rows(contenders, async (contender) => {
      const turns: Awaited<ReturnType<typeof comeAndGo>>[] = [];
      site.delay = 0;
      for (let turn = 0; turn < (isQuick ? 1 : 5); turn += 1) {
        await using tab = await openTab(browser, contender);
        await tab.page.evaluate(async () => window.bench.adapter?.prepare?.());
        await comeAndGo(tab);
        turns.push(await comeAndGo(tab));
      }
      const of = (name: 'heap' | 'visible' | 'kept') => spread(turns.map((each) => each[name]));
      const most = (name: 'clients' | 'nodes' | 'listeners') =>
        Math.max(...turns.map((each) => each[name]));
      return {
        ...{ heap: of('heap'), visible: of('visible'), kept: of('kept') },
        ...{ clients: most('clients'), nodes: most('nodes'), listeners: most('listeners') },
      };
    }),
};

async function comeAndGo(tab: Tab) {
  const before = await inUse(tab);
  const shown = tab.page.evaluate(async (n) => {
    const boxes = Array.from({ length: n }, () => document.createElement('div'));
    document.querySelector('#pay')?.append(...boxes);
    const from = performance.now();
    for (const box of boxes) window.bench.adapter?.mount(box);
    return (await window.bench.whenPressable(boxes)) - from;
  }, count);
  const visible = await within(60_000, 'not all buttons were visible', shown);
  const during = await inUse(tab);
  const clients = await tab.page.evaluate(async () => {
    for (const box of document.querySelectorAll<HTMLElement>('#pay > div')) {
      window.bench.adapter?.unmount(box);
      box.remove();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    return window.bench.clients;
  });
  const after = await inUse(tab);
  return {
    heap: (during.heap - before.heap) / count,
    kept: (after.heap - before.heap) / count,
    visible,
    clients,
    nodes: after.nodes - before.nodes,
    listeners: after.listeners - before.listeners,
  };
}

async function inUse({ cdp }: Tab) {
  for (let at = 0; at < 3; at += 1) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize: heap } = await cdp.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners: listeners } = await cdp.send('Memory.getDOMCounters');
  return { heap, nodes, listeners };
}
