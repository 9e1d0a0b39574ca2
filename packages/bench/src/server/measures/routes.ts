import { type Measure, type Row, spread } from '../../measure.ts';
import type { Sent } from '../load.ts';
import { requests } from '../requests.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openServer } from '../subject.ts';
import { type Pass, steadyPasses, type Workbench } from '../workbench.ts';

/** The requests of one order in sequence, each with its signed calls and its store transactions. */
const kinds = {
  prepare: ['prepare', 2, 2],
  validate: ['validate-merchant', 1, 1],
  pay: ['pay-token, paid at once', 1, 4],
  webhook: ['webhook with a change', 0, 3],
  repeated: ['webhook repeated', 0, 1],
  status: ['status, final', 0, 1],
} as const;
type Kind = keyof typeof kinds;

/** The cost of each request for the merchant's process, including the work after the response. */
export const routes: Measure<Workbench> = {
  id: 'routes',
  title: 'What a request costs the server',
  method:
    'A whole merchant server with SQLite in a file, synced on every commit; 32 requests in flight over kept connections, the service answers at once. The CPU time of all its threads, the work after the answer included, over that of one raw RSA-2048 signature in the same process. Reconcile passes are off, so that nothing of another order is counted: a request with other signed calls or store transactions than those of the table fails the measure.',
  columns: {
    ratio: 'CPU time to one signature',
    calls: 'signed calls',
    transactions: 'store transactions',
  },
  chart: ['ratio', 'CPU time to that of one raw RSA-2048 signature; median and quartiles'],
  limits: [
    ['pay-token, to one signature', 'ours-pay', 'ratio', 2.3],
    ['validate-merchant, to one signature', 'ours-validate', 'ratio', 1.65],
    ['webhook with a change, to one signature', 'ours-webhook', 'ratio', 0.65],
    ['webhook repeated, to one signature', 'ours-repeated', 'ratio', 0.4],
    ['status, final, to one signature', 'ours-status', 'ratio', 0.25],
  ],
  async run(bench) {
    const { service, load, scale } = bench;
    using folder = temporaryFolder();
    await using subject = await openServer(service, { file: folder.file('wallet.db') });
    const { port } = subject;
    const count = Math.round(1_000 * scale);
    const send = async (sent: readonly Sent[]): Promise<void> => {
      await load.all([port], sent);
      await subject.ask('drain');
    };
    /** Signed calls and store transactions so far. */
    const made = async () => [service.calls, await subject.ask<number>('transactions')];
    const takePass = async (pass: number): Promise<Pass> => {
      const cost = async (kind: Kind, sent: readonly Sent[]): Promise<number> => {
        const [, ...expected] = kinds[kind];
        const before = await made();
        const cpu = await subject.cost(async () => send(sent));
        const after = await made();
        const found = after.map((count, at) => (count - (before[at] ?? 0)) / sent.length);
        if (found.join() === expected.join()) return cpu / sent.length;
        throw new Error(`${kind} made ${found.join(' signed calls and ')} transactions a request.`);
      };
      const [paid, open] = ['paid', 'open'].map((name) =>
        Array.from({ length: count }, (_, at) => `${name}-${String(pass)}-${String(at)}`),
      ) as [string[], string[]];
      service.status = 'processing';
      await send(open.map(requests.prepare));
      await send(open.map(requests.pay));
      service.status = 'paid';
      const webhooks = open.map((order) => requests.webhook(order, 'paid', service));
      return {
        prepare: await cost('prepare', paid.map(requests.prepare)),
        validate: await cost('validate', paid.map(requests.validate)),
        pay: await cost('pay', paid.map(requests.pay)),
        webhook: await cost('webhook', webhooks),
        repeated: await cost('repeated', webhooks),
        status: await cost('status', open.map(requests.status)),
      };
    };
    const { ratios, note } = await steadyPasses(subject, bench, takePass);
    return Object.entries(kinds).map(([kind, [name, calls, transactions]]): Row => {
      const figures = { ratio: spread(ratios[kind] ?? []), calls, transactions };
      return { contender: `ours-${kind}`, name, figures, ...(note !== undefined && { note }) };
    });
  },
};
