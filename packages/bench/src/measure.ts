/** One half of the benchmark. */
export interface Bench<Workbench> {
  readonly title: string;
  readonly measures: readonly Measure<Workbench>[];
  readonly open: (isQuick: boolean) => Promise<Workbench & AsyncDisposable>;
}

/** One question, and a row of figures for each contender. */
export interface Measure<Workbench> {
  readonly id: string;
  readonly title: string;
  /** The method, for the reader of the results. */
  readonly method: string;
  /** Key of a figure, and the head of its column. */
  readonly columns: Readonly<Record<string, string>>;
  /** The figure of the chart, and the meaning of a bar. */
  readonly chart?: readonly [figure: string, unit: string];
  readonly limits: readonly Limit[];
  readonly run: (bench: Workbench) => Promise<readonly Row[]>;
}

/** The limit for this project. A number is the maximum; `below` names contenders that it must beat. */
export type Limit = readonly [says: string, contender: string, figure: string, bound: Bound];
type Bound = number | { readonly exactly: number | string } | { readonly below: readonly string[] };

export interface Row {
  readonly contender: string;
  readonly name: string;
  readonly figures: Readonly<Record<string, Figure>>;
  /** Why a figure is missing, or how to read it. */
  readonly note?: string;
}

export type Figure = number | string | Spread;

/** A figure that was taken more than once: its median and quartiles. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

export function spread(values: readonly number[]): Spread {
  const [low, median, high] = [0.25, 0.5, 0.75].map((q) => quantile(values, q));
  return { median: median ?? NaN, low: low ?? NaN, high: high ?? NaN };
}

/** Linear between the two nearest. */
export function quantile(values: readonly number[], q: number): number {
  const sortedValues = values.toSorted((a, b) => a - b);
  const position = (sortedValues.length - 1) * q;
  const [low = NaN, high = low] = [
    sortedValues[Math.floor(position)],
    sortedValues[Math.ceil(position)],
  ];
  return low + (high - low) * (position - Math.floor(position));
}

/** A row for each contender; the note of a failed one has the reason. */
export async function rows<Contender extends { readonly id: string; readonly name: string }>(
  contenders: readonly Contender[],
  take: (contender: Contender) => Promise<Row['figures']>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (const contender of contenders) {
    const row = { contender: contender.id, name: contender.name };
    try {
      all.push({ ...row, figures: await take(contender) });
    } catch (error) {
      all.push({ ...row, figures: {}, note: notMeasured(error) });
    }
  }
  return all;
}

export function notMeasured(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `not measured: ${line}`;
}
