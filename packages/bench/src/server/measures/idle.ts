import type { Measure } from '../../measure.ts';
import { rowsOfSizes } from '../grown.ts';
import type { Workbench } from '../workbench.ts';

const waiting = 50_000;

/** A pass comes every second, in every process: what is not due must cost it nothing. */
export const idle: Measure<Workbench> = {
  id: 'idle',
  title: 'An idle pass with changes in back-off',
  method:
    'The buffers (pages of 8 KiB) that PostgreSQL reads in a reconcile pass that finds nothing due, after the first one of its process, by EXPLAIN (ANALYZE, BUFFERS): beside paid orders, and with changes that wait for their next delivery. Real orders, copied by SQL.',
  columns: { orders: 'paid orders', waiting: 'changes in back-off', buffers: 'buffers' },
  limits: [['buffers of an idle pass, many orders', 'ours-many', 'buffers', 10]],
  run: async (bench) =>
    rowsOfSizes(bench, async (database) => {
      const changes = Math.round(waiting * bench.scale);
      await database.add('undelivered', changes);
      const buffers = await database.buffersOf(async (wallet) => {
        const { asked, delivered } = await wallet.reconcile();
        if (asked + delivered > 0) throw new Error('The pass was not idle.');
      });
      return { waiting: changes, buffers };
    }),
};
