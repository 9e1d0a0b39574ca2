import { bars, chart } from '../chart.ts';
import type { Row } from '../measure.ts';

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
        bars: bars(
          (results.get('bytes') ?? []).filter(({ wallet }) => wallet !== '–'),
          'script',
        ),
      }),
    ],
    ...(['A', 'B'] as const).map((wallet): [string, string] => [
      `ready-${wallet.toLowerCase()}.svg`,
      chart({
        title: `Time to a pressable button, wallet ${wallet}, on a CPU four times slower`,
        unit: 'ratio to the hand-written module page of the same round; median and quartiles',
        bars: bars(
          (results.get('ready') ?? []).filter((row) => row.wallet === wallet),
          'ratio4',
        ),
        mark: at('hand-written', 1),
      }),
    ]),
    [
      'many.svg',
      chart({
        title: 'Script heap a button, 1000 buttons on a page',
        unit: 'bytes after garbage collection; median and quartiles',
        bars: bars(results.get('many') ?? [], 'heap'),
      }),
    ],
  ]);
}
