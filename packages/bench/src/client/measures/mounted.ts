import { openTab, within, type Tab } from '../browser.ts';
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

/** Memory in use after everything that nobody holds is gone, in bytes. */
export async function heap({ cdp }: Tab): Promise<{ script: number; document: number }> {
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
  };
  return { script: usage.usedSize, document: usage.embedderHeapUsedSize ?? Number.NaN };
}

/** What the types of a heap snapshot call the page's own. */
const own = new Set([
  'object',
  'closure',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'symbol',
  'regexp',
  'number',
  'bigint',
]);

/** As much of a snapshot as is read here: numbers in rows of as many as there are fields. */
interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

/** Bytes of what the page's scripts have made and still hold, without the code itself. */
export async function objects({ cdp }: Tab): Promise<number> {
  const chunks: string[] = [];
  const add = ({ chunk }: { readonly chunk: string }) => chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', add);
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.takeHeapSnapshot');
  cdp.off('HeapProfiler.addHeapSnapshotChunk', add);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let sum = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (own.has(types[0][nodes[at + type] ?? 0] ?? '')) sum += nodes[at + size] ?? 0;
  }
  return sum;
}

/** Time that the page's thread spent in scripts, in microseconds. */
export async function scriptTime({ cdp }: Tab): Promise<number> {
  await cdp.send('Performance.enable');
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1e6;
}
