import type { Row } from '../measure.ts';
import { spread } from '../statistics.ts';
import type { Spread } from '../statistics.ts';

/** What some work cost, and what one signature cost around that time; both in microseconds. */
export interface Cost {
  readonly cpu: number;
  readonly floor: number;
}

export const costColumns = {
  ratio: 'CPU time to one signature',
  cpu: 'CPU time, µs',
  floor: 'signature, µs',
} as const;

/** Each round's cost by the signature of the same round, so that a clock that changes does not show. */
export function costFigures(costs: readonly Cost[]): Record<keyof typeof costColumns, Spread> {
  return {
    ratio: spread(costs.map(({ cpu, floor }) => cpu / floor)),
    cpu: spread(costs.map(({ cpu }) => cpu)),
    floor: spread(costs.map(({ floor }) => floor)),
  };
}

/** More than this between the quartiles of the signature, and the run says nothing. */
const mostDrift = 0.15;

/** The rows, with a note where the processor was not the same all the time. */
export function withDrift(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => {
    const { floor } = row.figures;
    if (typeof floor !== 'object' || floor.high / floor.low - 1 <= mostDrift) return row;
    return { ...row, note: 'inconclusive: the signature itself drifted by more than 15 %' };
  });
}
