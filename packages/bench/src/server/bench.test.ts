import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bars, chart } from '../chart.ts';
import { checksOf } from '../limit.ts';
import type { Measure, Row } from '../measure.ts';
import { report, type Taken } from '../report.ts';
import { server } from './bench.ts';
import type { Got, Sent } from './load.ts';
import { requests } from './requests.ts';
import { openByHand, openServer, type Server } from './subject.ts';
import { temporaryFolder } from './temporary-folder.ts';
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
  const results: Taken[] = [];
  let bench: Workbench & AsyncDisposable;
  before(async () => {
    const workbench = await server.open(true);
    bench = {
      ...workbench,
      passes: 1,
      mostWarmUps: 2,
      scale: 0.005,
      sizes: { few: 50, many: 5_000 },
    };
  });
  after(async () => bench[Symbol.asyncDispose]());

  it('compares with a server by hand that answers as ours does', async () => {
    const { service, load } = bench;
    using folder = temporaryFolder();
    await using ours = await openServer(service, { file: folder.file('wallet.db') });
    await using hand = await openByHand(service, { file: folder.file('hand.db') });
    const lifeOf = async (order: string, { port }: Server): Promise<readonly string[]> => {
      const send = async (request: Sent): Promise<string> => shown(await load.send(port, request));
      service.status = 'processing';
      const preparation = await send(requests.prepare(order));
      const webhook = requests.webhook(order, 'paid', service);
      return [
        preparation,
        await send(requests.validate(order)),
        await send(requests.pay(order)),
        await send(requests.status(order)),
        await send({ ...webhook, headers: { 'x-sign-v2': 'AAAA' } }),
        await send(requests.status(order)),
        await send(webhook),
        await send(webhook),
        await send(requests.status(order)),
      ];
    };
    const answers = [
      ...['204', '200', '202 pending', '200 pending'],
      ...['401', '200 pending', '200', '200', '200 succeeded'],
    ];
    assert.deepEqual(await lifeOf('ours-1', ours), answers);
    assert.deepEqual(await lifeOf('hand-1', hand), answers);
  });

  for (const measure of server.measures) {
    it(`fills its table and each of its limits: ${measure.title}`, async () => {
      const rows = await measure.run(bench);
      const checks = checksOf(measure, rows);
      results.push({ measure, rows, checks });
      assertFilled(measure, rows);
      for (const { says, isMet } of checks) assert.notEqual(isMet, undefined, says);
    });
  }

  it('meets the limits that are counts', () => {
    const counts = /lost|twice|connections|bytes|list without a match/;
    const checks = results.flatMap((each) => each.checks).filter(({ says }) => counts.test(says));
    assert.equal(checks.length, 7);
    assert.deepEqual(
      checks.filter(({ isMet }) => !isMet),
      [],
    );
  });

  it('reports each table, and draws what was measured', () => {
    const page = report('The server', {}, results);
    for (const { measure, rows } of results) {
      assert.ok(page.includes(`### ${measure.title}\n`));
      const [figure, unit] = measure.chart ?? [];
      if (figure === undefined || unit === undefined) continue;
      const svg = chart({ title: measure.title, unit, bars: bars(rows, figure) });
      assert.match(svg, /class="ours"/);
      assert.doesNotMatch(svg, /NaN|Infinity/);
    }
  });
});

/** The status of an answer, and the outcome that it names. */
function shown({ status, body }: Got): string {
  const [, outcome = ''] = /"outcome":"(\w+)"/.exec(body) ?? [];
  return `${String(status)} ${status < 300 ? outcome : ''}`.trim();
}
