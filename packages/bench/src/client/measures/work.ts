import { type Measure, rows } from '../../measure.ts';
import { openTab, pressFirst } from '../browser.ts';
import type { Contender } from '../contenders.ts';
import { shop } from '../site.ts';
import type { Workbench } from '../workbench.ts';

/** The work of a page before its button can be pressed. It is the same on any machine. */
export const work: Measure<Workbench> = {
  id: 'work',
  title: 'Work before a pressable button',
  method:
    'The functions of the shop’s scripts that have run when the button can be pressed, and their calls, by the precise coverage of V8. The provider’s script is not counted.',
  columns: { functions: 'functions', calls: 'calls' },
  chart: ['calls', 'calls before the button can be pressed'],
  limits: [
    ['A, functions', 'ours-a', 'functions', 155],
    ['A, calls', 'ours-a', 'calls', 560],
    ['B, functions', 'ours-b', 'functions', 185],
    ['B, calls', 'ours-b', 'calls', 680],
  ],
  run: async (bench) =>
    rows(
      bench.contenders.filter(({ lines }) => lines.length === 0),
      async (contender) => countWork(bench, contender),
    ),
};

async function countWork(
  { browser }: Workbench,
  contender: Contender,
): Promise<{ functions: number; calls: number }> {
  await using tab = await openTab(browser, contender);
  const { page, cdp } = tab;
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await cdp.send('Debugger.enable');
  const pressable = new Promise((resolve) => {
    cdp.once('Debugger.paused', resolve);
  });
  const press = pressFirst(page, contender);
  await Promise.race([pressable, press]);
  const { result } = await cdp.send('Profiler.takePreciseCoverage');
  await cdp.send('Debugger.resume');
  await press;
  const calls = result
    .filter(({ url }) => url.startsWith(shop))
    .flatMap(({ functions }) => functions.map(({ ranges: [range] }) => range?.count ?? 0))
    .filter((count) => count > 0);
  return { functions: calls.length, calls: calls.reduce((sum, count) => sum + count, 0) };
}
