import { type Measure, notMeasured, type Row, spread } from '../../measure.ts';
import { openTab } from '../browser.ts';
import { type Contender, contenders } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';

/** The time of one step over the network, in milliseconds. */
const [near, far] = [20, 220];
/** The settings of the measure: the network, and the factor by which the CPU is slowed. */
const conditions = [
  { name: 'ratio1', delay: near, cpu: 1 },
  { name: 'ratio4', delay: near, cpu: 4 },
  { name: 'far', delay: far, cpu: 1 },
] as const;

/** The time until a payer can press, relative to a page written by hand. */
export const ready: Measure<Workbench> = {
  id: 'ready',
  title: 'Time to a pressable button',
  method: `From the navigation to the first moment at which the button is enabled, laid out and not hidden; then it is pressed, and only a press that opens the sheet counts. Empty caches; each answer takes ${String(near)} ms. The ratio is to the hand-written page of the same wallet, loaded in the same turn. Steps are the answers that are waited for one after another: how much later the fastest load is when each answer takes ${String(far)} ms.`,
  columns: { ratio1: 'ratio', ratio4: 'ratio on a CPU four times slower', steps: 'network steps' },
  chart: ['ratio4', 'on a CPU four times slower, to the hand-written page; median and quartiles'],
  limits: [
    ['A to a hand-written page, 4x', 'ours-a', 'ratio4', 1.25],
    ['B to a hand-written page, 4x', 'ours-b', 'ratio4', 1.2],
    ['A ahead of its peer, 4x', 'ours-a', 'ratio4', { below: ['apple-react'] }],
    ['B ahead of its peer, 4x', 'ours-b', 'ratio4', { below: ['google-element'] }],
    ['A, network steps', 'ours-a', 'steps', 2.1],
    ['B, network steps', 'ours-b', 'steps', 3.1],
    ['B with the preload line, to a hand-written page', 'ours-b-preload', 'ratio1', 0.95],
    ['B with the preload line, network steps', 'ours-b-preload', 'steps', 2.1],
  ],
  async run(bench) {
    const times = new Map<string, number[]>();
    const failures = new Map<string, string>();
    const timesOf = (condition: string, id: string): number[] =>
      times.get(`${condition} ${id}`) ?? [];
    for (let turn = 0; turn < (bench.isQuick ? 3 : 15); turn += 1) {
      for (const { name, delay, cpu } of conditions) {
        bench.site.delay = delay;
        for (const index of contenders.keys()) {
          // Each turn starts with another contender, so that none always follows the same one.
          const contender = contenders[(index + turn) % contenders.length];
          if (!contender || failures.has(contender.id)) continue;
          try {
            const ms = await timeToPress(bench, contender, cpu);
            times.set(`${name} ${contender.id}`, [...timesOf(name, contender.id), ms]);
          } catch (error) {
            failures.set(contender.id, notMeasured(error));
          }
        }
      }
    }
    return contenders.map(({ id, name, wallet }): Row => {
      const note = failures.get(id);
      const ratio = (condition: string) =>
        spread(
          timesOf(condition, id).map(
            (ms, turn) => ms / (timesOf(condition, handOf(wallet))[turn] ?? NaN),
          ),
        );
      const extraTime = Math.min(...timesOf('far', id)) - Math.min(...timesOf('ratio1', id));
      const ratios = { ratio1: ratio('ratio1'), ratio4: ratio('ratio4') };
      const figures = note === undefined ? { ...ratios, steps: extraTime / (far - near) } : {};
      return { contender: id, name, figures, ...(note !== undefined && { note }) };
    });
  },
};

function handOf(wallet: Contender['wallet']): string {
  return wallet === 'A' ? 'hand-a' : 'hand-b';
}

async function timeToPress(
  { browser }: Workbench,
  contender: Contender,
  cpu: number,
): Promise<number> {
  await using tab = await openTab(browser, contender, cpu);
  const press = await tab.page.evaluate(async () => window.bench.first);
  if (!press.isPressed) throw new Error('The button is there, and a press opens no sheet.');
  return press.at;
}
