import type { Measure } from '../../measure.ts';
import { rowsOfSizes } from '../grown.ts';
import type { Workbench } from '../workbench.ts';

/** A back office asks for what is rare: it must not read everything else. */
export const list: Measure<Workbench> = {
  id: 'list',
  title: 'A list without a match',
  method:
    'The buffers (pages of 8 KiB) that PostgreSQL reads for `list` of a state that no order has, by EXPLAIN (ANALYZE, BUFFERS). A real paid order, copied by SQL.',
  columns: { orders: 'paid orders', buffers: 'buffers' },
  limits: [['buffers of a list without a match, many orders', 'ours-many', 'buffers', 100]],
  run: async (bench) =>
    rowsOfSizes(bench, async (database) => ({
      buffers: await database.buffersOf(async (wallet) => wallet.list({ state: 'refunded' })),
    })),
};
