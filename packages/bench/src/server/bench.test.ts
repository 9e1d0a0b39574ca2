import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bars, chart } from '../chart.ts';
import { checksOf } from '../limit.ts';
import type { Measure, Row } from '../measure.ts';
import { report, type Taken } from '../report.ts';
import { server } from './bench.ts';
import type { Workbench } from './workbench.ts';

/** Every column of every row has a number. */
function assertFilled({ columns }: Measure<Workbench>, rows: readonly Row[]): void {
  assert.ok(rows.length > 0);
  for (const { name, figures } of rows) {
    for (const column of Object.keys(columns)) {
      const figure = figures[column];
      const value = typeof figure === 'object' ? figure.median : figure;
      assert.ok(Number.isFinite(value), `${name}: ${column}`);
    }
  }
}

describe('the benchmark of the server, with a few requests', () => {
  const taken: Taken[] = [];
  let bench: Workbench & AsyncDisposable;
  before(async () => {
    const opened = await server.open(true);
    bench = { ...opened, passes: 1, mostWarmUps: 2, scale: 0.005, signFor: 20 };
  });
  after(async () => bench[Symbol.asyncDispose]());

  for (const measure of server.measures) {
    it(`fills its table and each of its limits: ${measure.title}`, async () => {
      const rows = await measure.run(bench);
      const checks = checksOf(measure, rows);
      taken.push({ measure, rows, checks });
      assertFilled(measure, rows);
      for (const { says, isMet } of checks) assert.notEqual(isMet, undefined, says);
    });
  }

  it('meets the limits that are counts', () => {
    const counts = /lost|twice|connections|statements/;
    const checks = taken.flatMap((each) => each.checks).filter(({ says }) => counts.test(says));
    assert.ok(checks.length > 3);
    assert.deepEqual(
      checks.filter(({ isMet }) => !isMet),
      [],
    );
  });

  it('reports each table, and draws what was measured', () => {
    const page = report('The server', {}, taken);
    for (const { measure, rows } of taken) {
      assert.ok(page.includes(`### ${measure.title}\n`));
      const [figure, unit] = measure.chart ?? [];
      if (figure === undefined || unit === undefined) continue;
      const svg = chart({ title: measure.title, unit, bars: bars(rows, figure) });
      assert.match(svg, /class="ours"/);
      assert.doesNotMatch(svg, /NaN|Infinity/);
    }
  });
});
