import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measure, Row } from '../../measure.ts';
import type { Sent } from '../load.ts';
import { costColumns, costFigures, withDrift } from '../ratio.ts';
import type { Cost } from '../ratio.ts';
import { requests } from '../requests.ts';
import { Subject } from '../subject.ts';
import type { OursGiven } from '../subjects/ours.ts';
import type { Workbench } from '../workbench.ts';

const names = {
  prepare: 'prepare: two signed calls',
  validate: 'validate-merchant',
  pay: 'pay-token, paid at once',
  confirm: 'webhook that says it again',
  webhook: 'webhook with news',
  status: 'status of what is final',
} as const;
type Route = keyof typeof names;

/** What each request costs the merchant's process, everything that follows from it included. */
export const routes: Measure<Workbench> = {
  id: 'routes',
  title: 'What a request costs the server',
  method:
    'A whole merchant server, as the README has it, with SQLite in a file and synced on every commit; 32 requests in flight over kept connections, the service answers at once. The CPU time of all its threads, the work after the answer included, over the CPU time of one raw RSA-2048 signature in the same process, taken before and after each round. A webhook with news is stored, applied and told to the merchant.',
  columns: costColumns,
  async run({ standIn, load, rounds, scale, signFor }) {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
    try {
      const given: OursGiven = {
        service: standIn.port,
        webhookKey: standIn.webhookKey,
        store: join(folder, 'wallet.db'),
      };
      await using subject = await Subject.start('ours', { given });
      const port = await subject.ask<number>('port');
      const costs = new Map<Route, Cost[]>();
      const count = Math.round(3_000 * scale);
      const round = async (name: string, floor: number, size: number): Promise<number> => {
        const orders = Array.from({ length: size }, (_, at) => `${name}-${String(at)}`);
        const late = orders.map((order) => `${order}-late`);
        const taken: [Route, number][] = [];
        const take = async (route: Route, sent: readonly Sent[]): Promise<void> => {
          const cost = await subject.cost(async () => {
            await load.all([port], sent);
            await subject.ask('drain');
          });
          taken.push([route, cost / sent.length]);
        };
        standIn.status = 'processing';
        await load.all([port], late.map(requests.prepare));
        await load.all([port], late.map(requests.pay));
        await subject.ask('drain');
        standIn.status = 'paid';
        await take('prepare', orders.map(requests.prepare));
        await take('validate', orders.map(requests.validate));
        await take('pay', orders.map(requests.pay));
        const say = (order: string): Sent => requests.webhook(order, 'paid', standIn);
        await take('confirm', orders.map(say));
        await take('webhook', late.map(say));
        await take('status', orders.concat(late).map(requests.status));
        const after = await subject.floor(signFor);
        for (const [route, cpu] of taken) {
          const known = costs.get(route) ?? [];
          costs.set(route, [...known, { cpu, floor: (floor + after) / 2 }]);
        }
        return after;
      };
      let floor = await subject.floor(signFor);
      await round('warm', floor, count);
      costs.clear();
      for (let at = 0; at < rounds; at += 1) floor = await round(`r${String(at)}`, floor, count);
      return withDrift(
        [...costs].map(([route, taken]): Row => ({
          contender: `ours-${route}`,
          name: names[route],
          figures: costFigures(taken),
        })),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
