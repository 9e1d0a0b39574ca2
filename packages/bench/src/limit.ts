import type { Figure, Row } from './measure.ts';

/** What ours must reach. */
export interface Limit {
  readonly measure: string;
  readonly contender: string;
  readonly figure: string;
  readonly says: string;
  readonly atMost?: number;
  readonly exactly?: number | string;
  /** Less than the best of these contenders in the same figure. */
  readonly lessThan?: readonly string[];
  /** No more than these, figure for figure. */
  readonly noMoreThan?: readonly string[];
}

export interface Verdict {
  readonly limit: Limit;
  readonly value: string;
  readonly bound: string;
  readonly met: boolean | undefined;
  readonly margin: string;
}

/** The limits of the measures that ran, each met or not, and by how much. */
export function judge(
  limits: readonly Limit[],
  results: ReadonlyMap<string, readonly Row[]>,
): readonly Verdict[] {
  return limits
    .filter(({ measure }) => results.has(measure))
    .map((limit) => verdict(limit, results.get(limit.measure) ?? []));
}

function verdict(limit: Limit, rows: readonly Row[]): Verdict {
  const value = read(rows, limit.contender, limit.figure);
  const others = limit.lessThan ?? limit.noMoreThan;
  const bound = others
    ? (limit.lessThan ? Math.min : Math.max)(
        ...others.map((id) => read(rows, id, limit.figure)).filter(isNumber),
      )
    : (limit.atMost ?? limit.exactly);
  const sign = limit.lessThan ? '<' : limit.exactly === undefined ? '≤' : '=';
  const shared = { limit, value: text(value), bound: `${sign} ${text(bound)}` };
  if (value === undefined || bound === undefined || bound === Infinity) {
    return { ...shared, met: undefined, margin: 'not measured' };
  }
  if (limit.exactly !== undefined || !isNumber(value) || !isNumber(bound)) {
    return { ...shared, met: value === bound, margin: '' };
  }
  const off = bound === 0 ? text(value) : `${Math.abs(100 * (1 - value / bound)).toFixed(0)} %`;
  const met = limit.lessThan ? value < bound : value <= bound;
  return { ...shared, met, margin: `${off} ${met ? 'to spare' : 'too much'}` };
}

function read(
  rows: readonly Row[],
  contender: string,
  figure: string,
): number | string | undefined {
  const found = rows.find((row) => row.contender === contender)?.figures[figure];
  return typeof found === 'object' ? found.median : found;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** A figure as a reader wants it: three digits that count. */
export function text(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  if (typeof figure === 'string') return figure;
  if (typeof figure === 'object') {
    return `${text(figure.median)} (${text(figure.low)}–${text(figure.high)})`;
  }
  if (Number.isNaN(figure)) return '–';
  if (Number.isInteger(figure)) return figure.toLocaleString('en');
  const digits =
    Math.abs(figure) >= 100 ? 0 : Math.abs(figure) >= 10 ? 1 : Math.abs(figure) >= 0.1 ? 2 : 4;
  return figure.toLocaleString('en', { maximumFractionDigits: digits });
}
