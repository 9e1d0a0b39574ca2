import { bars, chart } from '../chart.ts';
import type { Row } from '../measure.ts';

/** The charts that the results show, by file name; each begins with its measure's. */
export function charts(results: ReadonlyMap<string, readonly Row[]>): ReadonlyMap<string, string> {
  const rows = (measure: string): readonly Row[] => results.get(measure) ?? [];
  const one = { value: 1, name: 'one signature' };
  const cpu = 'CPU time of the process to that of one raw RSA-2048 signature; median and quartiles';
  return new Map([
    [
      'routes.svg',
      chart({
        title: 'What a request costs the server',
        unit: cpu,
        bars: bars(rows('routes'), 'ratio'),
        mark: one,
      }),
    ],
    [
      'by-hand.svg',
      chart({
        title: 'Ours beside the signed call and nothing else',
        unit: cpu,
        bars: [
          ...bars(rows('by-hand'), 'ratio'),
          ...bars(
            rows('routes').filter(({ contender }) => /-(validate|pay)$/.test(contender)),
            'ratio',
          ),
        ],
        mark: one,
      }),
    ],
    [
      'calls.svg',
      chart({
        title: 'One call to the service over TLS, 8 in flight',
        unit: cpu,
        bars: bars(rows('calls'), 'ratio8'),
        mark: one,
      }),
    ],
    [
      'start-import.svg',
      chart({
        title: 'Time to import the library',
        unit: 'milliseconds in a fresh process; median and quartiles',
        bars: bars(rows('start'), 'ms'),
      }),
    ],
    [
      'start-memory.svg',
      chart({
        title: 'Memory that the library takes',
        unit: 'MiB resident after the import, beyond an empty process; median and quartiles',
        bars: bars(rows('start'), 'memory'),
      }),
    ],
    [
      'processes.svg',
      chart({
        title: 'Payments a second',
        unit: 'prepared and paid, everything on one machine; median and quartiles',
        bars: bars(rows('processes'), 'perSecond'),
      }),
    ],
    [
      'slow.svg',
      chart({
        title: 'A service that takes two seconds, 300 payments a second',
        unit: 'MiB resident beyond the time before',
        bars: bars(rows('slow'), 'memory'),
        mark: { value: 80, name: 'limit' },
      }),
    ],
  ]);
}
