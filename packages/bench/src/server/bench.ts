import type { Bench } from '../bench.ts';
import { charts } from './charts.ts';
import { limits } from './limits.ts';
import { Load } from './load.ts';
import { byHand } from './measures/by-hand.ts';
import { calls } from './measures/calls.ts';
import { processes } from './measures/processes.ts';
import { routes } from './measures/routes.ts';
import { slow } from './measures/slow.ts';
import { start } from './measures/start.ts';
import { StandIn } from './stand-in.ts';
import { makeRoom } from './subject.ts';
import type { Workbench } from './workbench.ts';

const whole = { rounds: 7, scale: 1, signFor: 1_000 };
const short = { rounds: 2, scale: 0.2, signFor: 250 };

/** The merchant's server beside a hand-written one and beside its peers. */
export const server: Bench<Workbench> = {
  name: 'server',
  file: 'server',
  measures: [routes, byHand, calls, start, processes, slow],
  limits,
  charts,
  holds: 'counts, sizes and memory',
  open: async (quick) => {
    makeRoom();
    const standIn = await StandIn.open();
    const load = new Load();
    return {
      workbench: { standIn, load, ...(quick ? short : whole) },
      about: {},
      close: async () => {
        load[Symbol.dispose]();
        await standIn[Symbol.asyncDispose]();
      },
    };
  },
};
