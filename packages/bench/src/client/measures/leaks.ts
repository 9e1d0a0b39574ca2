import { type Measure, rows } from '../../measure.ts';
import { type Tab, within } from '../browser.ts';
import { contenders } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';
import { heap, openReady } from './mounted.ts';

const cycles = 1_000;

export const leaks: Measure<Workbench> = {
  id: 'leaks',
  title: 'A thousand times connected and disconnected',
  method: `A button comes, can be pressed and goes, ${String(cycles)} times after as many for warming up: what is still there after garbage collection.`,
  columns: {
    nodes: 'nodes kept',
    listeners: 'listeners kept',
    heap: 'heap kept a cycle, B',
    clients: 'clients made',
  },
  limits: [
    ...(['ours-a', 'ours-b'] as const).flatMap((id) =>
      ['nodes', 'listeners', 'clients'].map(
        (figure) => [`1000 connects, ${id}: ${figure}`, id, figure, 0] as const,
      ),
    ),
    ['1000 connects, B: heap', 'ours-b', 'heap', { below: ['google-element'] }],
    ['1000 connects, A: heap', 'ours-a', 'heap', { below: ['apple-react'] }],
  ],
  run: async (bench) =>
    rows(contenders, async (contender) => {
      await using tab = await openReady(bench, contender);
      const times = bench.isQuick ? cycles / 5 : cycles;
      await cycle(tab, times);
      const before = await state(tab);
      await cycle(tab, times);
      const after = await state(tab);
      return {
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
        heap: Math.round((after.heap - before.heap) / times),
        clients: after.clients - before.clients,
      };
    }),
};

async function cycle({ page }: Tab, times: number): Promise<void> {
  const done = page.evaluate(async (n) => {
    const { adapter, pressable, turn } = window.bench;
    for (let at = 0; at < n; at += 1) {
      const box = document.createElement('div');
      document.querySelector('#pay')?.append(box);
      adapter?.mount(box);
      const from = performance.now();
      while (!pressable(box)) {
        await turn();
        if (performance.now() - from > 2_000) throw new Error('no pressable button');
      }
      adapter?.unmount(box);
      box.remove();
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }, times);
  await within(120_000, 'cycles not done', done);
}

async function state(tab: Tab) {
  const kept = await heap(tab);
  const { nodes, jsEventListeners } = await tab.cdp.send('Memory.getDOMCounters');
  const { clients } = await tab.page.evaluate(() => window.bench.counts);
  return { heap: kept, nodes, listeners: jsEventListeners, clients };
}
