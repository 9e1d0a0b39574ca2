import { within, type Tab } from '../browser.ts';
import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { objects, openReady } from './mounted.ts';
import type { Workbench } from '../workbench.ts';

const [warmUp, cycles] = [1_000, 1_000];

export const leaks: Measure<Workbench> = {
  id: 'leaks',
  title: `${cycles} times connected and disconnected`,
  method: `A button comes, is pressable and goes, ${cycles} times after ${warmUp} for warming up. What is still there after garbage collection. The heap is that of the objects, functions, strings and lists in a heap snapshot; machine code, which the engine makes once of what runs often, is not among them.`,
  columns: {
    nodes: 'nodes kept',
    listeners: 'listeners kept',
    heap: 'objects kept a cycle, B',
    clients: 'clients made',
  },
  run: (bench) =>
    rows(products, async (contender) => {
      await using tab = await openReady(bench, contender);
      await cycle(tab, warmUp);
      const before = await state(tab);
      const times = bench.quick ? cycles / 5 : cycles;
      await cycle(tab, times);
      const after = await state(tab);
      return {
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
        // In whole bytes: the runner's own calls leave one or two thousand behind.
        heap: Math.trunc((after.objects - before.objects) / times),
        clients: after.clients - before.clients,
      };
    }),
};

async function cycle({ page }: Tab, times: number): Promise<void> {
  const done = page.evaluate(async (n) => {
    const { adapter, pressable, turn } = window.bench;
    for (let i = 0; i < n; i++) {
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
    await new Promise((go) => setTimeout(go, 100));
  }, times);
  await within(120_000, 'cycles not done', done);
}

async function state(tab: Tab) {
  const kept = await objects(tab);
  const { nodes, jsEventListeners } = await tab.cdp.send('Memory.getDOMCounters');
  const { clients } = await tab.page.evaluate(() => window.bench.counts);
  return { objects: kept, nodes, listeners: jsEventListeners, clients };
}
