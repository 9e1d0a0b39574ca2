import { type Measure, type Row, spread } from '../../measure.ts';
import { Subject } from '../subject.ts';
import type { CallerGiven } from '../subjects/caller.ts';
import { steadyPasses, type Workbench } from '../workbench.ts';

const contenders: readonly { readonly who: CallerGiven['who']; readonly name: string }[] = [
  { who: 'hand', name: 'by hand on node:https, signed' },
  { who: 'ours', name: 'ours, signed' },
  { who: 'stripe', name: 'stripe, unsigned' },
];

/** The cost of one call to a payment service for the calling process. */
export const calls: Measure<Workbench> = {
  id: 'calls',
  title: 'One call to the service over TLS',
  method:
    'A token of 2 kB, or the peer’s own way to begin a payment, to a service on loopback that answers at once. The CPU time of all threads of the calling process, over that of one raw RSA-2048 signature in the same process. The peers sign nothing.',
  columns: {
    eight: 'CPU time to one signature, 8 in flight',
    connections: 'new connections per 100 calls',
  },
  chart: [
    'eight',
    'CPU time to that of one raw RSA-2048 signature, 8 in flight; median and quartiles',
  ],
  limits: [
    ['a signed call over TLS, 8 in flight, to one signature', 'ours', 'eight', 1.5],
    ['new connections per 100 calls', 'ours', 'connections', { exactly: 0 }],
  ],
  run: async (bench) => {
    const all: Row[] = [];
    for (const { who, name } of contenders) {
      const { securePort, certificate } = bench.service;
      const given: CallerGiven = { service: securePort, certificate, who };
      // A peer has no option for a certificate, so it may trust any here.
      const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
      await using subject = await Subject.start('caller', { given, env });
      const count = Math.round(1_000 * bench.scale);
      const cost = async (): Promise<number> =>
        (await subject.cost(async () => subject.ask('calls', count))) / count;
      const before: number[] = [];
      const { ratios, note } = await steadyPasses(subject, bench, async () => {
        before.push(bench.service.connections);
        return { eight: await cost() };
      });
      const { eight = [] } = ratios;
      const made = bench.service.connections - (before.at(-eight.length) ?? NaN);
      const connections = (100 * made) / (count * eight.length);
      const figures = { eight: spread(eight), connections };
      all.push({ contender: who, name, figures, ...(note !== undefined && { note }) });
    }
    return all;
  },
};
