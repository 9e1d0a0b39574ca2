import { type Measure, type Row, spread } from '../../measure.ts';
import type { Sent } from '../load.ts';
import { requests } from '../requests.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openByHand, openServer, type Server } from '../subject.ts';
import { pairedPasses, type Pass, type Workbench } from '../workbench.ts';

/** The requests of one order in sequence, each with its signed calls. */
const kinds = {
  prepare: ['prepare', 2],
  validate: ['validate-merchant', 1],
  pay: ['pay-token, paid at once', 1],
  webhook: ['webhook with a change', 0],
  repeated: ['webhook repeated', 0],
  status: ['status, final', 0],
} as const;
type Kind = keyof typeof kinds;

/** The requests of a payment that the bank confirms later. */
const payment = ['prepare', 'validate', 'pay', 'webhook', 'status'] as const satisfies Kind[];

/** The cost of each request for the merchant's process, including the work after the response. */
export const routes: Measure<Workbench> = {
  id: 'routes',
  title: 'What a request costs the server',
  method:
    'A whole merchant server with SQLite in a file, synced on every commit, beside a server by hand in 200 lines of plain Node: the same requests, the same commits of an intent and an outcome, one signature a signed call, one verification a webhook, and nothing else. 32 requests in flight over kept connections, the service answers at once. The CPU time of all threads of the process, the work after the answer included; the two take turns. Reconcile passes are off, so that nothing of another order is counted: a request with other signed calls than those of the table, or with store transactions that are not the same for each, fails the measure.',
  columns: {
    ratio: 'CPU time to by hand',
    ours: 'CPU time, µs',
    hand: 'by hand, µs',
    calls: 'signed calls',
    transactions: 'store transactions',
  },
  chart: ['ratio', 'CPU time to that of a server by hand; median and quartiles'],
  limits: [['a whole payment, to by hand', 'ours-payment', 'ratio', 1.9]],
  async run(bench) {
    const { service } = bench;
    using folder = temporaryFolder();
    await using ours = await openServer(service, { file: folder.file('wallet.db') });
    await using hand = await openByHand(service, { file: folder.file('hand.db') });
    const transactions = new Map<Kind, number>();
    const { costs, ratios, note } = await pairedPasses(bench, {
      hand: async (pass) => takePass(bench, hand, `hand-${String(pass)}`),
      ours: async (pass) => takePass(bench, ours, `ours-${String(pass)}`, transactions),
    });
    const row = (kind: string, name: string, parts: readonly Kind[]): Row => ({
      contender: `ours-${kind}`,
      name,
      figures: {
        ratio: spread(ratios('ours', kind)),
        ours: spread(costs('ours', kind)).median,
        hand: spread(costs('hand', kind)).median,
        calls: sum(parts.map((part) => kinds[part][1])),
        transactions: sum(parts.map((part) => transactions.get(part) ?? NaN)),
      },
      ...(note !== undefined && { note }),
    });
    return [
      ...Object.entries(kinds).map(([kind, [name]]) => row(kind, name, [kind as Kind])),
      row('payment', 'a whole payment', payment),
    ];
  },
};

/**
 * Each kind of request of so many orders, in microseconds of one request.
 * @param transactions counts the store transactions of a request, if the server has our store.
 */
async function takePass(
  { service, load, scale }: Workbench,
  server: Server,
  prefix: string,
  transactions?: Map<Kind, number>,
): Promise<Pass> {
  const send = async (batch: readonly Sent[]): Promise<void> => {
    await load.all([server.port], batch);
    await server.ask('drain');
  };
  const transactionsSoFar = async (): Promise<number> =>
    transactions ? server.ask<number>('transactions') : 0;
  const cost = async (kind: Kind, batch: readonly Sent[]): Promise<number> => {
    const [callsBefore, transactionsBefore] = [service.calls, await transactionsSoFar()];
    const cpu = await server.cost(async () => send(batch));
    const calls = (service.calls - callsBefore) / batch.length;
    const transactionCount = ((await transactionsSoFar()) - transactionsBefore) / batch.length;
    if (calls !== kinds[kind][1]) throw new Error(`${kind} made ${calls} signed calls a request.`);
    if (transactionCount !== (transactions?.get(kind) ?? Math.round(transactionCount))) {
      throw new Error(`${kind} made ${transactionCount} store transactions a request.`);
    }
    transactions?.set(kind, transactionCount);
    return cpu / batch.length;
  };
  const count = Math.round(1_000 * scale);
  const [paid, open] = ['paid', 'open'].map((name) =>
    Array.from({ length: count }, (_, index) => `${prefix}-${name}-${String(index)}`),
  ) as [string[], string[]];
  service.status = 'processing';
  await send(open.map(requests.prepare));
  await send(open.map(requests.pay));
  service.status = 'paid';
  const webhooks = open.map((order) => requests.webhook(order, 'paid', service));
  const pass = {
    prepare: await cost('prepare', paid.map(requests.prepare)),
    validate: await cost('validate', paid.map(requests.validate)),
    pay: await cost('pay', paid.map(requests.pay)),
    webhook: await cost('webhook', webhooks),
    repeated: await cost('repeated', webhooks),
    status: await cost('status', open.map(requests.status)),
  };
  return { ...pass, payment: sum(payment.map((kind) => pass[kind])) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
