import { statSync } from 'node:fs';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import type { Measure, Row } from '../../measure.ts';
import { copyInFile } from '../copies.ts';
import { realOrder } from '../orders.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const most = { sqlite: 1_050, postgres: 1_600 };

/** A paid order is kept for years. */
export const stored: Measure<Workbench> = {
  id: 'stored',
  title: 'Bytes of a paid order',
  method:
    'All tables and indexes over the number of orders: the file of SQLite, and the relations of PostgreSQL. A real order, prepared, paid at once, delivered to the shop and with its webhook, copied by SQL under names of the same length.',
  columns: { orders: 'paid orders', bytes: 'bytes of each' },
  limits: [
    ['bytes of a paid order in SQLite, many orders', 'ours-sqlite-many', 'bytes', most.sqlite],
    [
      'bytes of a paid order in PostgreSQL, many orders',
      'ours-postgres-many',
      'bytes',
      most.postgres,
    ],
  ],
  async run({ service, grown, sizes }) {
    const all: Row[] = [];
    for (const [size, orders] of Object.entries(sizes)) {
      using folder = temporaryFolder();
      const file = folder.file('wallet.db');
      const original = await realOrder('paid', service, (clock) => sqliteStore(file, clock));
      copyInFile(file, original, orders - 1);
      const sqlite = statSync(file).size / orders;
      const postgres = await (await grown.open(orders)).bytesOfOrder();
      all.push(
        row(`ours-sqlite-${size}`, `SQLite, ${size} orders`, orders, sqlite),
        row(`ours-postgres-${size}`, `PostgreSQL, ${size} orders`, orders, postgres),
      );
    }
    return all;
  },
};

function row(contender: string, name: string, orders: number, bytes: number): Row {
  return { contender, name, figures: { orders, bytes } };
}
