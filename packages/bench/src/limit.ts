import type { Figure, Measure, Row } from './measure.ts';

/** A limit beside the measured figure; `isMet` is undefined if the figure is missing. */
export interface Check {
  readonly says: string;
  readonly value: string;
  readonly bound: string;
  readonly isMet: boolean | undefined;
}

/** Each limit of a measure, met or not. */
export function checksOf({ limits }: Measure<never>, rows: readonly Row[]): readonly Check[] {
  return limits.map(([says, contender, figure, limit]) => {
    const value = read(rows, contender, figure);
    const base = { says, value: text(value) };
    if (typeof limit !== 'number' && 'exactly' in limit) {
      const isMet = value === undefined ? undefined : value === limit.exactly;
      return { ...base, bound: `= ${text(limit.exactly)}`, isMet };
    }
    const others = typeof limit === 'number' ? [] : limit.below;
    const maximum =
      typeof limit === 'number'
        ? limit
        : Math.min(...others.map((id) => Number(read(rows, id, figure) ?? Infinity)));
    const sign = typeof limit === 'number' ? '≤' : '<';
    const isKnown = typeof value === 'number' && maximum !== Infinity;
    const isMet = isKnown ? value < maximum || (sign === '≤' && value === maximum) : undefined;
    return { ...base, bound: `${sign} ${text(maximum)}`, isMet };
  });
}

function read(
  rows: readonly Row[],
  contender: string,
  figure: string,
): number | string | undefined {
  const value = rows.find((row) => row.contender === contender)?.figures[figure];
  return typeof value === 'object' ? value.median : value;
}

/** A figure with the digits that count; a spread with its quartiles. */
export function text(figure: Figure | undefined): string {
  if (figure === undefined || Number.isNaN(figure)) return '–';
  if (typeof figure === 'string') return figure;
  if (typeof figure === 'object') {
    return `${text(figure.median)} (${text(figure.low)}–${text(figure.high)})`;
  }
  return figure.toLocaleString('en', { maximumFractionDigits: digitsFor(Math.abs(figure)) });
}

function digitsFor(size: number): number {
  if (size >= 100) return 0;
  if (size >= 10) return 1;
  return size >= 0.1 ? 2 : 4;
}
