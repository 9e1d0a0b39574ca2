// eslint-disable-next-line no-restricted-imports -- a tool of the server's tests, in no entry
import { startPostgres } from '../../../../server/test/postgres.ts';
import type { Measure } from '../../measure.ts';
import type { Sent } from '../load.ts';
import { requests } from '../requests.ts';
import { openServer } from '../subject.ts';
import type { Workbench } from '../workbench.ts';

const [pay, prepare, webhook, repeated, idle] = [4, 2, 3, 1, 1];

/** Counts the SQL statements of each call; each one is a round trip. */
export const postgres: Measure<Workbench> = {
  id: 'postgres',
  title: 'PostgreSQL statements',
  method:
    'What a request asks of the database, the work after the answer included; one order after another, none else under way. An idle reconcile pass finds nothing to do. Whole numbers: every order is the same.',
  columns: { statements: 'statements' },
  limits: [
    ['PostgreSQL statements of a prepared pay-token', 'ours-pay', 'statements', pay],
    ['PostgreSQL statements of a prepare', 'ours-prepare', 'statements', prepare],
    ['PostgreSQL statements of a webhook with a change', 'ours-webhook', 'statements', webhook],
    ['PostgreSQL statements of a webhook repeated', 'ours-repeated', 'statements', repeated],
    ['PostgreSQL statements of an idle pass', 'ours-idle', 'statements', idle],
  ],
  async run({ service, load }) {
    await using database = await startPostgres();
    await (await database.pool('bench')).end();
    await using subject = await openServer(service, { port: database.port, schema: 'bench' });
    const orders = ['pg-1', 'pg-2', 'pg-3'];
    const mean = async (work: () => Promise<unknown>): Promise<number> => {
      const statementsBefore = await subject.ask<number>('statements');
      await work();
      await subject.ask('drain');
      return ((await subject.ask<number>('statements')) - statementsBefore) / orders.length;
    };
    const each = async (requestOf: (order: string) => Sent): Promise<number> =>
      mean(async () => load.all([subject.port], orders.map(requestOf), 1));
    const idlePasses = async (): Promise<void> => {
      for (const _ of orders) await subject.ask('reconcile');
    };
    // The first pass of a process makes sure that no clock was set back.
    await subject.ask('reconcile');
    service.status = 'processing';
    const counts = {
      prepare: await each(requests.prepare),
      pay: await each(requests.pay),
      webhook: await each((order) => requests.webhook(order, 'paid', service)),
      repeated: await each((order) => requests.webhook(order, 'paid', service)),
      status: await each(requests.status),
      idle: await mean(idlePasses),
    };
    return Object.entries(counts).map(([name, statements]) => ({
      contender: `ours-${name}`,
      name,
      figures: { statements },
    }));
  },
};
