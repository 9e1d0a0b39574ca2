import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Opened } from '../bench.ts';
import { judge } from '../limit.ts';
import { machine } from '../machine.ts';
import type { Measure, Row } from '../measure.ts';
import { report } from '../report.ts';
import { server } from './bench.ts';
import { charts } from './charts.ts';
import { limits } from './limits.ts';
import { byHand } from './measures/by-hand.ts';
import { calls } from './measures/calls.ts';
import { processes } from './measures/processes.ts';
import { routes } from './measures/routes.ts';
import { slow } from './measures/slow.ts';
import type { Workbench } from './workbench.ts';

/** All but the one that needs the built packages. */
const measures = [routes, byHand, calls, processes, slow];

/** Every column of every row has a number, and no row says that it could not be measured. */
function assertFilled({ columns }: Measure<Workbench>, rows: readonly Row[]): void {
  assert.ok(rows.length > 0);
  for (const { name, figures, note = '' } of rows) {
    assert.doesNotMatch(note, /not measured/, name);
    assert.deepEqual(Object.keys(figures).sort(), Object.keys(columns).sort(), name);
    for (const figure of Object.values(figures)) {
      assert.ok(Number.isFinite(typeof figure === 'object' ? figure.median : figure), name);
    }
  }
}

describe('the benchmark of the server, with a few requests', () => {
  let opened: Opened<Workbench>;
  let bench: Workbench;
  const results = new Map<string, readonly Row[]>();
  before(async () => {
    opened = await server.open(true);
    bench = { ...opened.workbench, rounds: 1, scale: 0.005, signFor: 20 };
  });
  after(async () => opened.close());

  for (const measure of measures) {
    it(`fills its table: ${measure.title}`, async () => {
      const rows = await measure.run(bench);
      results.set(measure.id, rows);
      assertFilled(measure, rows);
    });
  }

  it('loses no payment and sends none twice while the service is slow', () => {
    const [row] = results.get('slow') ?? [];
    assert.equal(row?.figures['lost'], 0);
    assert.equal(row.figures['twice'], 0);
  });

  it('opens no connection for a call while one is kept', () => {
    const row = results.get('calls')?.find(({ contender }) => contender === 'ours');
    assert.equal(row?.figures['connections'], 0);
  });

  it('judges each limit of what was measured', () => {
    for (const { limit, met } of judge(limits, results)) assert.ok(met !== undefined, limit.says);
  });

  it('draws what was measured, and reports each table with its chart', () => {
    const drawn = charts(results);
    assert.match(drawn.get('routes.svg') ?? '', /^<svg .*pay-token/s);
    const verdicts = judge(limits, results);
    const written = report({
      command: 'pnpm bench:server',
      raw: 'server.json',
      machine: machine([0, 0]),
      about: {},
      holds: server.holds,
      measures,
      results,
      verdicts,
      charts: [...drawn.keys()],
    });
    for (const { title, id } of measures) {
      assert.match(written, new RegExp(`## ${title}`));
      assert.match(written, new RegExp(`\\]\\(${id}[a-z-]*\\.svg\\)`));
      assert.doesNotMatch(drawn.get(`${id}.svg`) ?? '', /NaN|Infinity/);
    }
    for (const { limit } of verdicts) assert.ok(written.includes(`| ${limit.says} `), limit.says);
  });
});
