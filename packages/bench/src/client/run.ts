// `pnpm bench` [measure …] [--quick]: measures ours beside the peers and says which limits are met.
// A benchmark reports and is no test, so it ends well whatever it found. Only a whole run is written down.
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.ts';
import { charts } from './charts.ts';
import { contenders } from './contenders.ts';
import { judge } from './limits.ts';
import { machine } from './machine.ts';
import type { Row } from './measure.ts';
import { bytes } from './measures/bytes.ts';
import { leaks } from './measures/leaks.ts';
import { look } from './measures/look.ts';
import { many } from './measures/many.ts';
import { move } from './measures/move.ts';
import { order } from './measures/orders.ts';
import { press } from './measures/press.ts';
import { price } from './measures/price.ts';
import { ready } from './measures/ready.ts';
import { shift } from './measures/shift.ts';
import { steps } from './measures/steps.ts';
import { limitTable, report, summary } from './report.ts';
import { Site } from './site.ts';

const all = [bytes, ready, steps, press, many, price, look, move, order, shift, leaks];
const words = process.argv.slice(2).filter((word) => word !== '--');
const quick = words.includes('--quick');
const names = words.filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !all.some(({ id }) => id === name));
if (unknown.length > 0) {
  throw new Error(`No measure ${unknown.join()}; there are ${all.map(({ id }) => id).join(', ')}.`);
}
const measures = names.length > 0 ? all.filter(({ id }) => names.includes(id)) : all;

const load = loadavg();
const site = await Site.open(contenders);
const { browser, program } = await launch(site);
const results = new Map<string, readonly Row[]>();
for (const measure of measures) {
  const from = performance.now();
  try {
    results.set(measure.id, await measure.run({ browser, site, quick }));
  } catch (error) {
    console.error(`${measure.id} gave up:`, error);
  }
  console.log(summary(measure, results.get(measure.id) ?? []));
  console.log(`(${((performance.now() - from) / 1_000).toFixed(0)} s)`);
}
await browser.close();
site.close();

const verdicts = judge(results);
console.log(`\n${limitTable(verdicts).join('\n')}`);
if (quick || measures.length < all.length) {
  console.log('\nNothing was written: only a whole run without --quick is.');
} else {
  const about = machine(program, load);
  const pictures = charts(results);
  for (const [name, svg] of pictures) write(name, svg);
  write('results.md', report(about, measures, results, verdicts, [...pictures.keys()]));
  const figures = Object.fromEntries(results);
  write('results.json', `${JSON.stringify({ machine: about, verdicts, figures }, null, 2)}\n`);
  console.log('\nWritten to packages/bench/results.md, results.json and *.svg.');
}

function write(name: string, content: string): void {
  writeFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), content);
}
