import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judge } from './limit.ts';
import type { Limit } from './limit.ts';
import { machine, shareOfOthers } from './machine.ts';
import type { Measure, Row } from './measure.ts';
import { limitTable, report, summary } from './report.ts';

/** One half of the benchmark: the page's, or the server's. */
export interface Bench<Workbench> {
  readonly name: string;
  /** Its results are `<file>.md` and `<file>.json`. */
  readonly file: string;
  readonly measures: readonly Measure<Workbench>[];
  readonly limits: readonly Limit[];
  readonly charts: (results: ReadonlyMap<string, readonly Row[]>) => ReadonlyMap<string, string>;
  /** Which figures a busy machine leaves standing. */
  readonly holds: string;
  readonly open: (quick: boolean) => Promise<Opened<Workbench>>;
}

export interface Opened<Workbench> {
  readonly workbench: Workbench;
  /** What else the results have to name. */
  readonly about: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export interface BenchOptions {
  readonly quick: boolean;
  /** Only these measures; all of them without any. */
  readonly only: readonly string[];
}

/** Takes the measures and says which limits are met. Only a whole run that is not quick is written down. */
export async function runBench<Workbench>(
  { name, file, measures: all, limits, charts, holds, open }: Bench<Workbench>,
  { quick, only }: BenchOptions,
): Promise<void> {
  const measures = only.length > 0 ? all.filter(({ id }) => only.includes(id)) : all;
  const before = await shareOfOthers();
  const { workbench, about, close } = await open(quick);
  const results = new Map<string, readonly Row[]>();
  for (const measure of measures) {
    const from = performance.now();
    try {
      results.set(measure.id, await measure.run(workbench));
    } catch (error) {
      console.error(`${measure.id} gave up:`, error);
    }
    console.log(summary(measure, results.get(measure.id) ?? []));
    console.log(`(${((performance.now() - from) / 1_000).toFixed(0)} s)`);
  }
  await close();

  const verdicts = judge(limits, results);
  console.log(`\n${limitTable(verdicts).join('\n')}`);
  if (quick || measures.length < all.length) {
    console.log('\nNothing was written: only a whole run without --quick is.');
    return;
  }
  const here = machine([before, await shareOfOthers()]);
  const pictures = charts(results);
  for (const [picture, svg] of pictures) write(picture, svg);
  const raw = `${file}.json`;
  write(
    `${file}.md`,
    report({
      command: `pnpm bench:${name}`,
      raw,
      machine: here,
      about,
      holds,
      measures,
      results,
      verdicts,
      charts: [...pictures.keys()],
    }),
  );
  const figures = Object.fromEntries(results);
  write(raw, `${JSON.stringify({ machine: { ...here, ...about }, verdicts, figures }, null, 2)}\n`);
  console.log(`\nWritten to packages/bench/${file}.md, ${raw} and *.svg.`);
}

function write(name: string, content: string): void {
  writeFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), content);
}
