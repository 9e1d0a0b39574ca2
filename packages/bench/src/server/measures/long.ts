import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { type Measure, spread } from '../../measure.ts';
import { requests } from '../requests.ts';
import { openShop } from '../shop.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const most = 300;
const day = 24 * 60 * 60_000;

/** A payer who tries for ever must cost no more with each try. */
export const long: Measure<Workbench> = {
  id: 'long',
  title: 'An order that payments fail at',
  method: `One order, whose payment fails once a day by a clock that the measure moves, ${String(most)} times, with a reconcile pass after each. The bytes of its record in SQLite over the number of payments; and the CPU time of a press and its pass in the last sixth, to that in the second, when the engine has compiled them.`,
  columns: { bytes: 'bytes of each payment', ratio: 'CPU time, late to early' },
  limits: [
    ['bytes of a failed payment in its record', 'ours', 'bytes', 200],
    ['a press of a long order, to an early one', 'ours', 'ratio', 1.5],
  ],
  async run({ service, scale }) {
    const presses = Math.max(60, most * scale);
    const part = presses / 6;
    using folder = temporaryFolder();
    const file = folder.file('wallet.db');
    await using shop = await openShop(service, (clock) => sqliteStore(file, clock));
    service.status = 'failed';
    const costs: number[] = [];
    for (let press = 0; press < presses; press += 1) {
      const start = process.cpuUsage();
      await shop.take(requests.press('long-1', press));
      shop.wait(day);
      await shop.wallet.reconcile();
      const { user, system } = process.cpuUsage(start);
      costs.push(user + system);
    }
    using db = new DatabaseSync(file, { readOnly: true });
    const row = db.prepare('SELECT length(body) AS bytes FROM wallet_order').get();
    const bytes = Number(row?.['bytes']) / presses;
    const [early, late] = [costs.slice(part, 2 * part), costs.slice(-part)].map(spread);
    const ratio = (late?.median ?? NaN) / (early?.median ?? NaN);
    return [{ contender: 'ours', name: 'ours', figures: { bytes, ratio } }];
  },
};
