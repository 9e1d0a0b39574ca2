import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../../server/test/postgres.ts';
import type { Measure, Row } from '../../measure.ts';
import { spread } from '../../statistics.ts';
import { requests } from '../requests.ts';
import { Subject } from '../subject.ts';
import type { OursGiven } from '../subjects/ours.ts';
import type { Workbench } from '../workbench.ts';

/** What a second process brings, where the database is one that several can share. */
export const processes: Measure<Workbench> = {
  id: 'processes',
  title: 'Payments a second in one process and in two',
  method:
    'Prepared and paid, 32 in flight, one after the other with each store; database, service and whoever pays are on the same machine, so a second process only helps as far as there are processors for it. Every commit is synced.',
  columns: { perSecond: 'payments a second', cpu: 'CPU time of the servers a payment, µs' },
  run: async ({ standIn, load, rounds, scale }) => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
    await using postgres = await startPostgres({ synced: true });
    const given = { service: standIn.port, webhookKey: standIn.webhookKey };
    const open = async (store: OursGiven['store']): Promise<Subject> =>
      Subject.start('ours', { given: { ...given, store }, everywhere: true });
    await postgres.pool('bench').then(async (pool) => pool.end());
    const shared = { port: postgres.port, schema: 'bench' };
    await using first = await open(shared);
    await using second = await open(shared);
    await using file = await open(join(folder, 'wallet.db'));
    const contenders = [
      { id: 'sqlite', name: 'SQLite, one process', subjects: [file] },
      { id: 'one', name: 'PostgreSQL, one process', subjects: [first] },
      { id: 'ours-two', name: 'PostgreSQL, two processes', subjects: [first, second] },
    ];
    const count = Math.round(1_500 * scale);
    const pay = async (subjects: readonly Subject[], round: string) => {
      const ports = await Promise.all(subjects.map(async (each) => each.ask<number>('port')));
      const orders = Array.from({ length: count }, (_, at) => `${round}-${String(at)}`);
      const cpu = async (): Promise<number> => {
        const each = await Promise.all(subjects.map(async (one) => one.ask<number>('cpu')));
        return each.reduce((sum, one) => sum + one, 0);
      };
      const [from, before] = [performance.now(), await cpu()];
      await load.all(ports, orders.map(requests.prepare));
      await load.all(ports, orders.map(requests.pay));
      for (const each of subjects) await each.ask('drain');
      const seconds = (performance.now() - from) / 1_000;
      return { perSecond: count / seconds, cpu: ((await cpu()) - before) / count };
    };
    const taken = new Map<string, { readonly perSecond: number; readonly cpu: number }[]>();
    for (let round = 0; round <= rounds; round += 1) {
      for (const { id, subjects } of contenders) {
        const one = await pay(subjects, `${id}-${String(round)}`);
        // The first is for warming up.
        if (round > 0) taken.set(id, [...(taken.get(id) ?? []), one]);
      }
    }
    rmSync(folder, { recursive: true, force: true });
    return contenders.map(({ id, name }): Row => {
      const own = taken.get(id) ?? [];
      return {
        contender: id,
        name,
        figures: {
          perSecond: spread(own.map(({ perSecond }) => perSecond)),
          cpu: spread(own.map(({ cpu }) => cpu)),
        },
      };
    });
  },
};
