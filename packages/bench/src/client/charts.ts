import { chart, type Bar } from './chart.ts';
import type { Figure, Row } from './measure.ts';

type Results = ReadonlyMap<string, readonly Row[]>;

/** The charts that the results show, by file name. */
export function charts(results: Results): ReadonlyMap<string, string> {
  const at = (name: string, value: number) => ({ value, name });
  return new Map([
    [
      'bytes.svg',
      chart({
        title: 'What a shop’s bundle gains, script only',
        unit: 'bytes, minified and brotli 11; wallets in brackets',
        bars: bars(results, 'bytes', 'script', ({ wallet }) => wallet !== '–'),
      }),
    ],
    ...(['A', 'B'] as const).map((wallet): [string, string] => [
      `ready-${wallet.toLowerCase()}.svg`,
      chart({
        title: `Time to a pressable button, wallet ${wallet}, on a CPU four times slower`,
        unit: 'ratio to the hand-written module page of the same round; median and quartiles',
        bars: bars(results, 'ready', 'ratio4', (row) => row.wallet === wallet),
        mark: at('hand-written', 1),
      }),
    ]),
    [
      'many.svg',
      chart({
        title: 'Script heap a button, 1000 buttons on a page',
        unit: 'bytes after garbage collection; median and quartiles',
        bars: bars(results, 'many', 'heap'),
      }),
    ],
  ]);
}

function bars(
  results: Results,
  measure: string,
  figure: string,
  which: (row: Row) => boolean = () => true,
): readonly Bar[] {
  return (results.get(measure) ?? []).filter(which).flatMap((row) => {
    const found: Figure | undefined = row.figures[figure];
    if (found === undefined || typeof found === 'string') return [];
    const name = `${row.name} (${row.wallet})`;
    const ours = row.contender.startsWith('ours');
    if (typeof found === 'number') return [{ name, value: found, ours }];
    return [{ name, value: found.median, low: found.low, high: found.high, ours }];
  });
}
