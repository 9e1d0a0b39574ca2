import { rows } from '../../measure.ts';
import type { Measure } from '../../measure.ts';
import { costColumns, costFigures, withDrift } from '../ratio.ts';
import type { Cost } from '../ratio.ts';
import { requests } from '../requests.ts';
import { Subject } from '../subject.ts';
import type { ProxyGiven } from '../subjects/proxy.ts';
import type { Workbench } from '../workbench.ts';

const contenders: readonly { id: ProxyGiven['framework']; name: string }[] = [
  { id: 'none', name: 'by hand on node:http' },
  { id: 'fastify', name: 'by hand on Fastify 5' },
  { id: 'hono', name: 'by hand on Hono 4' },
  { id: 'express', name: 'by hand on Express 5' },
];

/** The floor that a server with the same call stands on. */
export const byHand: Measure<Workbench> = {
  id: 'by-hand',
  title: 'The signed call and nothing else',
  method:
    'The same token in and the same signed call out, written by hand: no check, no time limit, nothing kept, so what node:http needs is the least that ours can reach. Taken like the requests above.',
  columns: costColumns,
  run: async ({ standIn, load, rounds, scale, signFor }) =>
    withDrift(
      await rows(contenders, async ({ id: framework }) => {
        const given: ProxyGiven = { service: standIn.port, framework };
        await using subject = await Subject.start('proxy', { given });
        const port = await subject.ask<number>('port');
        const count = Math.round(3_000 * scale);
        const sent = Array.from({ length: count }, (_, at) => requests.pay(String(at)));
        await load.all([port], sent);
        const taken: Cost[] = [];
        let before = await subject.floor(signFor);
        for (let round = 0; round < rounds; round += 1) {
          const cpu = (await subject.cost(async () => load.all([port], sent))) / count;
          const after = await subject.floor(signFor);
          taken.push({ cpu, floor: (before + after) / 2 });
          before = after;
        }
        return costFigures(taken);
      }),
    ),
};
