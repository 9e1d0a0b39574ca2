import { type Measure, type Row, spread } from '../../measure.ts';
import { Subject } from '../subject.ts';
import type { CallerGiven } from '../subjects/caller.ts';
import { pairedPasses, type Pass, type Workbench } from '../workbench.ts';

const contenders = {
  hand: 'by hand on node:https, signed',
  ours: 'ours, signed',
  stripe: 'stripe, unsigned',
} as const satisfies Readonly<Record<Who, string>>;

type Who = CallerGiven['who'];
type Connections = Readonly<Record<Who, number[]>>;

/** The cost of one call to a payment service for the calling process. */
export const calls: Measure<Workbench> = {
  id: 'calls',
  title: 'One call to the service over TLS',
  method:
    'A token of 2 kB, or the peer’s own way to begin a payment, to a service on loopback that answers at once; 8 in flight. The CPU time of all threads of the calling process; the contenders take turns. The peers sign nothing.',
  columns: {
    ratio: 'CPU time to by hand',
    cpu: 'CPU time, µs',
    connections: 'new connections per 100 calls',
  },
  chart: ['ratio', 'CPU time to that of a signed call by hand, 8 in flight; median and quartiles'],
  limits: [
    ['a signed call over TLS, 8 in flight, to by hand', 'ours', 'ratio', 1.05],
    ['new connections per 100 calls', 'ours', 'connections', { exactly: 0 }],
  ],
  run: async (bench) => {
    await using hand = await openCaller('hand', bench);
    await using ours = await openCaller('ours', bench);
    await using stripe = await openCaller('stripe', bench);
    const count = Math.round(1_000 * bench.scale);
    const connections: Connections = { hand: [], ours: [], stripe: [] };
    const taking = (caller: Subject, rates: number[]) => async (): Promise<Pass> => {
      // While the others take their turn, an idle connection may reach its time limit.
      await caller.ask('calls', 8);
      const connectionsBefore = bench.service.connections;
      const call = (await caller.cost(async () => caller.ask('calls', count))) / count;
      rates.push((100 * (bench.service.connections - connectionsBefore)) / count);
      return { call };
    };
    const { costs, ratios, note } = await pairedPasses(bench, {
      hand: taking(hand, connections.hand),
      ours: taking(ours, connections.ours),
      stripe: taking(stripe, connections.stripe),
    });
    return Object.entries(contenders).map(([contender, name]): Row => ({
      contender,
      name,
      figures: {
        ratio: spread(ratios(contender, 'call')),
        cpu: spread(costs(contender, 'call')).median,
        // Those of the passes that count.
        connections: Math.max(...connections[contender as Who].slice(-bench.passes)),
      },
      ...(note !== undefined && { note }),
    }));
  },
};

async function openCaller(contender: Who, { service }: Workbench): Promise<Subject> {
  const { securePort, certificate } = service;
  const options: CallerGiven = { service: securePort, certificate, who: contender };
  // A peer has no option for a certificate, so it may trust any here.
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  return Subject.start('caller', { given: options, env });
}
