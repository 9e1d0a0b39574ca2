import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure } from '../../measure.ts';
import { quantile } from '../../statistics.ts';
import { requests } from '../requests.ts';
import { Subject } from '../subject.ts';
import type { OursGiven } from '../subjects/ours.ts';
import type { Workbench } from '../workbench.ts';

const perSecond = 300;
const latency = 2_000;

/** A service that takes its time must not cost a payment, nor memory without end. */
export const slow: Measure<Workbench> = {
  id: 'slow',
  title: `A service that takes ${String(latency / 1_000)} s, ${String(perSecond)} payments a second`,
  method:
    'As many payments as fast as can be first; then tokens for prepared orders come at a steady rate, whether answers come or not. Lost is a payment that was not answered as paid, or whose token did not arrive; memory is the most that was resident beyond the time before. Most of that is what the engine has not collected yet; what a payment that waits holds, with its two connections, is what a collection leaves of as many as ever wait at once.',
  columns: {
    payments: 'payments',
    lost: 'lost',
    twice: 'sent twice',
    memory: 'memory more, MiB',
    held: 'held by each that waits, KiB',
    p50: 'beyond the service’s time, p50 ms',
    p99: 'p99 ms',
  },
  run: async ({ standIn, load, scale }) => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
    const store = join(folder, 'wallet.db');
    const given: OursGiven = { service: standIn.port, webhookKey: standIn.webhookKey, store };
    try {
      await using subject = await Subject.start('ours', { given, everywhere: true });
      const port = await subject.ask<number>('port');
      const count = Math.round(perSecond * 30 * scale);
      const orders = Array.from({ length: count }, (_, at) => `slow-${String(at)}`);
      // First at full speed, so that only what the waiting takes is counted as more.
      const first = orders.map((order) => `${order}-first`);
      const last = orders.slice(0, (perSecond * latency) / 1_000).map((order) => `${order}-last`);
      await load.all([port], [...first, ...orders, ...last].map(requests.prepare));
      await load.all([port], first.map(requests.pay));
      await subject.ask('drain');
      await subject.ask('collect');
      standIn.tokens.clear();
      const heldBefore = await subject.ask<number>('held');
      const before = await subject.ask<number>('memory');
      let most = before;
      let watching = true;
      const watch = async (): Promise<void> => {
        while (watching) {
          most = Math.max(most, await subject.ask<number>('memory'));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      };
      const watched = watch();
      standIn.delay = latency;
      const answers = await load.steadily(port, orders.map(requests.pay), perSecond);
      watching = false;
      await watched;
      const paid = answers.filter(
        ({ status, body }) => status === 200 && body.includes('succeeded'),
      );
      const sent = [...standIn.tokens.values()];
      const late = answers.map(({ ms }) => ms - latency);
      const waiting = last.map((order) => load.send(port, requests.pay(order)));
      const until = performance.now() + latency;
      while (standIn.tokens.size < sent.length + last.length) {
        if (performance.now() > until) throw new Error('They never all waited at once.');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await subject.ask('collect');
      const held = (await subject.ask<number>('held')) - heldBefore;
      await Promise.all(waiting);
      return [
        {
          contender: 'ours',
          name: 'ours',
          figures: {
            payments: count,
            lost: count - Math.min(paid.length, sent.length),
            twice: sent.filter((times) => times > 1).length,
            memory: (most - before) / 2 ** 20,
            held: held / 2 ** 10 / last.length,
            p50: quantile(late, 0.5),
            p99: quantile(late, 0.99),
          },
        },
      ];
    } finally {
      standIn.delay = 0;
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
