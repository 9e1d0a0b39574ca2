import { type Measure, type Row, spread } from '../../measure.ts';
import { type Hooks, openHooks } from '../hooks.ts';
import type { Sent } from '../load.ts';
import { requests } from '../requests.ts';
import { openServer, openSidecar, type Server } from '../subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { pairedPasses, type Pass, type Workbench } from '../workbench.ts';

const kinds = {
  prepare: 'prepare, µs',
  pay: 'pay-token, paid later, µs',
  webhook: 'webhook with a change, µs',
  status: 'status, final, µs',
} as const;

/** A shop that is not Node pays for the program beside it: two hooks and the log, in a process of their own. */
export const hop: Measure<Workbench> = {
  id: 'hop',
  title: 'What the sidecar costs beside the library',
  method:
    'The sidecar as it runs beside a shop, with both hooks signed and sent over HTTP, its metrics, its log as text that is thrown away and a reconcile pass each second, beside the library in a process of a shop that answers findOrder and onStatusChange by a function. The same requests in turns, over SQLite in a file that is synced on every commit; 32 in flight, and the service and the shop answer at once. The CPU time of all threads of the process, the delivery of the change included; the time of the shop that answers the hooks is not. The memory is what the operating system has for the process that has started and is idle.',
  columns: { ratio: 'sidecar to library', sidecar: 'sidecar', library: 'library' },
  chart: ['ratio', 'CPU time and memory to those of the library; median and quartiles'],
  limits: [['idle memory of the sidecar, MiB', 'ours-memory', 'sidecar', 200]],
  async run(bench) {
    const { service } = bench;
    using folder = temporaryFolder();
    await using hooks = await openHooks();
    await using library = await openServer(service, { file: folder.file('library.db') });
    const store = { file: folder.file('sidecar.db') };
    await using sidecar = await openSidecar(service, store, hooks.url);
    const memory = { sidecar: await memoryOf(sidecar), library: await memoryOf(library) };
    let changes = 0;
    const { costs, note } = await pairedPasses(bench, {
      library: async (pass) => takePass(bench, library, `library-${String(pass)}`),
      sidecar: async (pass) => {
        // A change for each order that is paid later, and one for its webhook.
        changes += 2 * ordersOf(bench);
        return takePass(bench, sidecar, `sidecar-${String(pass)}`, { hooks, changes });
      },
    });
    const rowOf = (contender: string, name: string, take: (side: string) => number[]): Row => {
      const [ours, other] = [take('sidecar'), take('library')];
      const ratios = ours.map((cost, index) => cost / (other[index] ?? NaN));
      const figures = {
        ratio: spread(ratios),
        sidecar: spread(ours).median,
        library: spread(other).median,
      };
      return { contender, name, figures, ...(note !== undefined && { note }) };
    };
    const whole = (side: string): number[] => {
      const each = Object.keys(kinds).map((kind) => costs(side, kind));
      return (each[0] ?? []).map((_, pass) =>
        each.reduce((sum, passes) => sum + (passes[pass] ?? NaN), 0),
      );
    };
    return [
      ...Object.entries(kinds).map(([kind, name]) =>
        rowOf(`ours-${kind}`, name, (side) => [...costs(side, kind)]),
      ),
      rowOf('ours-payment', 'a payment: all four, µs', whole),
      rowOf('ours-memory', 'idle memory, MiB', (side) => [memory[side as keyof typeof memory]]),
    ];
  },
};

function ordersOf({ scale }: Workbench): number {
  return Math.round(500 * scale);
}

/** @returns MiB. */
async function memoryOf(server: Server): Promise<number> {
  await server.ask('collect');
  return (await server.ask<number>('watchMemory')) / 2 ** 20;
}

/**
 * Each kind of request of so many orders, in microseconds of one request.
 * @param delivery the shop of the sidecar, and the changes in all that it has received after this pass.
 */
async function takePass(
  bench: Workbench,
  server: Server,
  prefix: string,
  delivery?: { readonly hooks: Hooks; readonly changes: number },
): Promise<Pass> {
  const { service, load } = bench;
  const count = ordersOf(bench);
  const orders = Array.from({ length: count }, (_, index) => `${prefix}-${String(index)}`);
  const cost = async (batch: readonly Sent[], changes?: number): Promise<number> => {
    const cpu = await server.cost(async () => {
      await load.all([server.port], batch);
      if (delivery && changes !== undefined) await delivery.hooks.whenChanges(changes);
      else await server.ask('drain');
    });
    return cpu / batch.length;
  };
  const { changes = 0 } = delivery ?? {};
  service.status = 'processing';
  const prepare = await cost(orders.map(requests.prepare));
  const pay = await cost(orders.map(requests.pay), changes - count);
  const webhooks = orders.map((order) => requests.webhook(order, 'paid', service));
  const webhook = await cost(webhooks, changes);
  return { prepare, pay, webhook, status: await cost(orders.map(requests.status)) };
}
