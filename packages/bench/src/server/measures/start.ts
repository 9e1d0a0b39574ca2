import { DatabaseSync } from 'node:sqlite';
import { type Measure, spread } from '../../measure.ts';
import { requests } from '../requests.ts';
import { openServer } from '../subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const size = 300_000;

/** A server must answer at once after a deployment. */
export const start: Measure<Workbench> = {
  id: 'start',
  title: 'Start with many paid orders',
  method:
    'Opens a SQLite file with that many paid orders and makes the first reconcile pass, in a process of its own each time: a real paid order and its history, copied.',
  columns: { orders: 'paid orders', ms: 'until the first pass is done, ms' },
  limits: [[`start with ${size.toLocaleString('en')} paid orders, ms`, 'ours', 'ms', 50]],
  async run({ service, load, passes, scale }) {
    using folder = temporaryFolder();
    const file = folder.file('wallet.db');
    {
      await using subject = await openServer(service, { file });
      await load.all([subject.port], [requests.prepare('A-1')]);
      await load.all([subject.port], [requests.pay('A-1')]);
      await subject.ask('drain');
    }
    const orders = Math.round(size * scale);
    multiply(file, orders);
    const times: number[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      await using subject = await openServer(service, { file });
      times.push(await subject.ask<number>('started'));
    }
    return [{ contender: 'ours', name: 'ours', figures: { orders, ms: spread(times) } }];
  },
};

/** Copies the one order of the file until there are so many; unique values get a number. */
function multiply(file: string, orders: number): void {
  const numbered = ['id', 'order_ref', 'value'];
  const db = new DatabaseSync(file);
  db.exec('BEGIN');
  for (const table of ['wallet_order', 'wallet_attempt', 'wallet_key', 'wallet_due']) {
    const all = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    const names = all.map(({ name }) => String(name));
    const values = names.map((name) => (numbered.includes(name) ? `${name} || '-' || n` : name));
    db.exec(`WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${String(orders - 1)})
      INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM number, ${table}`);
  }
  db.exec('COMMIT');
  db.close();
}
