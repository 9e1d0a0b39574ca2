import { within, type Tab } from '../browser.ts';
import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { heap, openReady } from './mounted.ts';
import type { Workbench } from '../workbench.ts';

const [warmUp, cycles, runs] = [50, 1_000, 4];

export const leaks: Measure<Workbench> = {
  id: 'leaks',
  title: `${cycles} times connected and disconnected`,
  method: `A button comes, is pressable and goes, ${cycles} times after ${warmUp} for warming up. What is still there after garbage collection. The heap is the least of ${runs} such runs on one page: what a button leaves behind is in each of them, what the engine compiles on the way in the first.`,
  columns: {
    nodes: 'nodes kept',
    listeners: 'listeners kept',
    heap: 'script heap kept a cycle, B',
    clients: 'clients made',
  },
  run: (bench) =>
    rows(products, async (contender) => {
      await using tab = await openReady(bench, contender);
      await cycle(tab, warmUp);
      const times = bench.quick ? cycles / 5 : cycles;
      const heaps: number[] = [];
      let before = await state(tab);
      let after = before;
      for (let run = 0; run < runs; run++) {
        before = after;
        await cycle(tab, times);
        after = await state(tab);
        heaps.push((after.script - before.script) / times);
      }
      return {
        nodes: after.nodes - before.nodes,
        listeners: after.listeners - before.listeners,
        // Less than a byte is what the engine's own tables change by.
        heap: Math.max(0, Math.round(Math.min(...heaps))),
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
  const used = await heap(tab);
  const { nodes, jsEventListeners } = await tab.cdp.send('Memory.getDOMCounters');
  const { clients } = await tab.page.evaluate(() => window.bench.counts);
  return { ...used, nodes, listeners: jsEventListeners, clients };
}
