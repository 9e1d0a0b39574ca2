import type { Spread } from './statistics.ts';

/** One file of `measures/`: a question, and a row of figures for each contender. */
export interface Measure<Workbench> {
  readonly id: string;
  readonly title: string;
  /** How it was taken, in a sentence or two for the reader of the results. */
  readonly method: string;
  /** Key of a figure, and the head of its column. */
  readonly columns: Readonly<Record<string, string>>;
  run(bench: Workbench): Promise<readonly Row[]>;
}

export interface Row {
  readonly contender: string;
  readonly name: string;
  /** Where the contenders differ in it. */
  readonly wallet?: string;
  readonly figures: Readonly<Record<string, Figure>>;
  /** Why a figure is missing, or how it must be read. */
  readonly note?: string;
}

export type Figure = number | string | Spread;

/** A row for each; one that cannot be driven says why instead of leaving a gap. */
export async function rows<
  Contender extends { readonly id: string; readonly name: string; readonly wallet?: string },
>(
  contenders: readonly Contender[],
  take: (contender: Contender) => Promise<Readonly<Record<string, Figure>>>,
): Promise<Row[]> {
  const all: Row[] = [];
  for (const contender of contenders) {
    const { id, name, wallet } = contender;
    const row = { contender: id, name, ...(wallet !== undefined && { wallet }) };
    try {
      all.push({ ...row, figures: await take(contender) });
    } catch (error) {
      all.push({ ...row, figures: {}, note: `not measured: ${firstLine(error)}` });
    }
  }
  return all;
}

export function firstLine(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return line;
}
