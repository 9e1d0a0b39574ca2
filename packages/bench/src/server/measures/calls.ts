import { rows } from '../../measure.ts';
import type { Measure } from '../../measure.ts';
import { spread } from '../../statistics.ts';
import { withDrift } from '../ratio.ts';
import { Subject } from '../subject.ts';
import type { CallerGiven } from '../subjects/caller.ts';
import type { Workbench } from '../workbench.ts';

const contenders: readonly { id: CallerGiven['who']; name: string; isSlow?: boolean }[] = [
  { id: 'hand', name: 'by hand on node:https, signed' },
  { id: 'ours', name: 'ours over its Node transport, signed' },
  { id: 'ours-fetch', name: 'ours over global fetch, signed' },
  { id: 'stripe', name: 'stripe, unsigned' },
  { id: 'adyen', name: '@adyen/api-library, unsigned', isSlow: true },
  { id: 'mollie', name: '@mollie/api-client, unsigned', isSlow: true },
];

/** What one call to a payment service costs the process that makes it. */
export const calls: Measure<Workbench> = {
  id: 'calls',
  title: 'One call to the service over TLS',
  method:
    'A token of 2 kB, or each library’s own way to begin a payment, to a service on loopback that answers at once. The CPU time of all threads of the calling process, over that of one raw RSA-2048 signature in the same process; the peers sign nothing.',
  columns: {
    ratio8: 'CPU time to one signature, 8 in flight',
    ratio1: '1 in flight',
    cpu8: 'CPU time, µs, 8 in flight',
    floor: 'signature, µs',
    connections: 'new connections per 100 calls',
  },
  run: async ({ standIn, rounds, scale, signFor }) =>
    withDrift(
      await rows(contenders, async ({ id: who, isSlow = false }) => {
        const { securePort: service, certificate } = standIn;
        const given: CallerGiven = { service, certificate, who };
        // One of the peers brings the certificates it trusts and takes no other: it may trust any here.
        const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
        await using subject = await Subject.start('caller', { given, env });
        const count = Math.round(3_000 * (isSlow ? 0.2 : 1) * scale);
        const taken: { readonly one: number; readonly eight: number; readonly floor: number }[] =
          [];
        const cost = async (atOnce: number): Promise<number> =>
          (await subject.cost(async () => subject.ask('calls', { count, atOnce }))) / count;
        await cost(8);
        let made = 0;
        let before = await subject.floor(signFor);
        for (let round = 0; round < rounds; round += 1) {
          standIn.connections = 0;
          const eight = await cost(8);
          made += standIn.connections;
          const one = await cost(1);
          const after = await subject.floor(signFor);
          taken.push({ one, eight, floor: (before + after) / 2 });
          before = after;
        }
        return {
          ratio8: spread(taken.map(({ eight, floor }) => eight / floor)),
          ratio1: spread(taken.map(({ one, floor }) => one / floor)),
          cpu8: spread(taken.map(({ eight }) => eight)),
          floor: spread(taken.map(({ floor }) => floor)),
          connections: (100 * made) / (count * taken.length),
        };
      }),
    ),
};
