import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { type Measure, spread } from '../../measure.ts';
import { copyInFile } from '../copies.ts';
import { realOrder } from '../orders.ts';
import { openServer } from '../subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const size = 300_000;

/** A server must answer at once after a deployment. */
export const start: Measure<Workbench> = {
  id: 'start',
  title: 'Start with many paid orders',
  method:
    'Opens a SQLite file with that many paid orders and makes the first reconcile pass, in a process of its own each time: a real paid order and its history, copied by SQL.',
  columns: { orders: 'paid orders', ms: 'until the first pass is done, ms' },
  limits: [[`start with ${size.toLocaleString('en')} paid orders, ms`, 'ours', 'ms', 50]],
  async run({ service, passes, scale }) {
    using folder = temporaryFolder();
    const file = folder.file('wallet.db');
    const original = await realOrder('paid', service, (clock) => sqliteStore(file, clock));
    const orders = Math.round(size * scale);
    copyInFile(file, original, orders - 1);
    const times: number[] = [];
    for (let pass = 0; pass < passes; pass += 1) {
      await using subject = await openServer(service, { file });
      times.push(await subject.ask<number>('started'));
    }
    return [{ contender: 'ours', name: 'ours', figures: { orders, ms: spread(times) } }];
  },
};
