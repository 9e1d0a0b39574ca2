// `pnpm bench` [client | server] [measure …] [--quick]: measures this project beside its peers and reports which limits
// are met. It is not a test: only a failing measure sets the exit code.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { bars, chart } from './chart.ts';
import { client } from './client/bench.ts';
import { checksOf } from './limit.ts';
import { machine, shareOfOthers } from './machine.ts';
import { type Bench, notMeasured } from './measure.ts';
import { limitTable, report, summary, type Taken } from './report.ts';
import { server } from './server/bench.ts';

const words = process.argv.slice(2).filter((word) => word !== '--');
const isQuick = words.includes('--quick');
const names = words.filter((word) => word !== '--quick');
const knownNames = [
  'client',
  'server',
  ...[...client.measures, ...server.measures].map(({ id }) => id),
];
const unknown = names.filter((name) => !knownNames.includes(name));
if (unknown.length > 0)
  throw new Error(`${unknown.join()} is unknown; known: ${knownNames.join(', ')}.`);

await run('client', client);
await run('server', server);

async function run<Workbench>(
  name: string,
  { title, measures: all, open }: Bench<Workbench>,
): Promise<void> {
  const isWhole = names.length === 0 || names.includes(name);
  const measures = isWhole ? all : all.filter(({ id }) => names.includes(id));
  if (measures.length === 0) return;
  const shareBefore = await shareOfOthers();
  const results: Taken[] = [];
  {
    await using workbench = await open(isQuick);
    for (const measure of measures) {
      const startTime = performance.now();
      const rows = await measure.run(workbench).catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
        return [{ contender: '', name: 'failed', figures: {}, note: notMeasured(error) }];
      });
      results.push({ measure, rows, checks: checksOf(measure, rows) });
      console.log(summary({ measure, rows, checks: [] }));
      console.log(`(${((performance.now() - startTime) / 1_000).toFixed(0)} s)`);
    }
  }
  console.log(`\n${limitTable(results.flatMap(({ checks }) => checks)).join('\n')}`);
  if (isQuick || !isWhole) {
    console.log('\nNothing was written: only a whole half without --quick is.');
    return;
  }
  for (const { measure, rows } of results) {
    if (!measure.chart) continue;
    const [figure, unit] = measure.chart;
    write(`${measure.id}.svg`, chart({ title: measure.title, unit, bars: bars(rows, figure) }));
  }
  const about = machine([shareBefore, await shareOfOthers()]);
  write('results.md', merged(name, report(title, about, results)));
}

/** The page with this half replaced; the other half keeps its last results. */
function merged(name: string, half: string): string {
  const page = new URL('../results.md', import.meta.url);
  const previousPage = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const halves = new Map(
    Array.from(
      previousPage.matchAll(/<!-- (\w+) -->\n(.*?)<!-- end -->/gs),
      ([, which = '', text = '']) => [which, text] as const,
    ),
  ).set(name, `\n${half}\n`);
  const head =
    '# Results\n\nCompare ratios and counts: absolute times belong to the machine. A figure that was taken more than once is the median, with its quartiles in brackets.';
  const body = ['client', 'server'].map(
    (which) => `<!-- ${which} -->\n${halves.get(which) ?? ''}<!-- end -->`,
  );
  return `${[head, ...body].join('\n\n')}\n`;
}

function write(name: string, content: string): void {
  writeFileSync(new URL(`../${name}`, import.meta.url), content);
}
