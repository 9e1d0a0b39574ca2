import type { OwnOperation } from './own-operations.ts';

/** From its first millisecond to before `end`, since 1970. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/**
 * Where an operation that the export does not show stands.
 * - `due`: in the compared days, so the export should show it.
 * - `edge`: it may be in an earlier export, which was not compared.
 * - `next`: it may be in the next export.
 * - `past`: in earlier days.
 * - `shown`: an earlier export showed it already.
 */
export type Place = 'due' | 'edge' | 'next' | 'past' | 'shown';

/** What two clocks may differ, and a service may take, in milliseconds. */
export const edge = 60 * 60_000;

/** The days that are compared. */
export class Span {
  readonly period: Period;
  /** When the export was made. */
  readonly asOf: number;
  /** From here on every day was compared: by earlier runs, up to this one. */
  readonly coveredFrom: number;
  readonly #shown: ReadonlySet<string>;

  /** @param previousRun whose days end where the period begins. */
  constructor(
    period: Period,
    asOf: number,
    previousRun: {
      readonly from: string;
      readonly shown: readonly { readonly id: string }[];
    } | null,
  ) {
    this.period = period;
    this.asOf = asOf;
    this.coveredFrom = previousRun ? Date.parse(previousRun.from) : period.start;
    this.#shown = new Set(previousRun?.shown.map(({ id }) => id));
  }

  /** Up to where the export can show every operation. */
  get coveredUntil(): number {
    return Math.min(this.period.end, this.asOf);
  }

  placeOf({ id, earliest, latest }: OwnOperation): Place {
    if (this.#shown.has(id)) return 'shown';
    if (latest < this.period.start - edge) return 'past';
    if (latest > this.asOf || this.period.end - latest < edge) return 'next';
    return earliest < this.coveredFrom + edge ? 'edge' : 'due';
  }

  /** Whether a later run will ask for what was done at this time. */
  isAskedAgain(time: number): boolean {
    return time >= this.coveredUntil - edge;
  }

  /** Whether a row is one of the compared days; one of other days is evidence alone. */
  has({ at }: { readonly at: number | null }): boolean {
    const { start, end } = this.period;
    return at === null || (at >= start && at < end);
  }
}
