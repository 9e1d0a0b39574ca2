import { contenders, yardstick, type Contender } from '../contenders.ts';
import { openTab, within } from '../browser.ts';
import { firstLine, type Measure, type Row } from '../../measure.ts';
import { spread } from '../../statistics.ts';
import type { Workbench } from '../workbench.ts';

/** One step over the network, in ms: a shop's visitor near a CDN. */
const delay = 20;

export const ready: Measure<Workbench> = {
  id: 'ready',
  title: 'Time to a pressable button',
  method: `From the navigation to the first moment at which the button is enabled, laid out and neither hidden nor clipped away; then it is pressed, and only a press that opens the sheet counts. Empty caches, each answer takes ${delay} ms. Wallet A is native. Rounds are interleaved; the ratio is to the hand-written module page of the same wallet in the same round. The ratio of the fastest loads is the second opinion on a busy machine, whose other work only adds.`,
  columns: {
    ms1: '1x CPU, ms',
    ratio1: '1x, ratio',
    best1: '1x, fastest loads, ratio',
    ms4: '4x CPU, ms',
    ratio4: '4x, ratio',
    best4: '4x, fastest loads, ratio',
  },
  async run(bench) {
    bench.site.delay = delay;
    const rounds = bench.quick ? 5 : 17;
    const one = await interleaved(bench, rounds, 1);
    const four = await interleaved(bench, rounds, 4);
    return contenders.map(({ id, name, wallet }): Row => {
      const [a, b] = [one.get(id), four.get(id)];
      const note = a?.failure ?? b?.failure;
      return {
        contender: id,
        name,
        wallet,
        figures: {
          ...(a?.ms.length && {
            ms1: spread(a.ms),
            ratio1: spread(ratios(one, id, wallet)),
            best1: fastest(one, id) / fastest(one, yardstick[wallet]),
          }),
          ...(b?.ms.length && {
            ms4: spread(b.ms),
            ratio4: spread(ratios(four, id, wallet)),
            best4: fastest(four, id) / fastest(four, yardstick[wallet]),
          }),
        },
        ...(note && { note }),
      };
    });
  },
};

interface Series {
  readonly ms: number[];
  failure?: string;
}

/** Every contender once a round, each round from another start, so that nobody always comes after the same one. */
export async function interleaved(
  { browser }: Workbench,
  rounds: number,
  cpu: number,
  among: readonly Contender[] = contenders,
): Promise<Map<string, Series>> {
  const all = new Map<string, Series>(among.map(({ id }) => [id, { ms: [] }]));
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < among.length; i++) {
      const contender = among[(i + round * 4) % among.length];
      const series = contender && all.get(contender.id);
      if (!series || series.failure) continue;
      try {
        series.ms.push(await timeToPress(browser, contender, cpu));
      } catch (error) {
        series.failure = `not measured: ${firstLine(error)}`;
      }
    }
  }
  return all;
}

async function timeToPress(
  browser: Workbench['browser'],
  contender: Contender,
  cpu: number,
): Promise<number> {
  await using tab = await openTab(browser, contender, { auto: true, cpu });
  const first = tab.page.evaluate(() => window.bench.first);
  const { at, pressed } = await within(20_000, 'no pressable button', first);
  if (!pressed) throw new Error('the button is there and a press opens no sheet');
  return at;
}

function fastest(all: ReadonlyMap<string, Series>, id: string): number {
  return Math.min(...(all.get(id)?.ms ?? []));
}

function ratios(all: ReadonlyMap<string, Series>, id: string, wallet: 'A' | 'B'): number[] {
  const base = all.get(yardstick[wallet])?.ms ?? [];
  const mine = all.get(id)?.ms ?? [];
  return mine.map((ms, round) => ms / (base[round] ?? Number.NaN));
}
