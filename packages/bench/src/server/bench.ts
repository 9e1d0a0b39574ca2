import type { Bench } from '../measure.ts';
import { ServiceEmulator } from './emulator.ts';
import { Grown } from './grown.ts';
import { Load } from './load.ts';
import { callback } from './measures/callback.ts';
import { calls } from './measures/calls.ts';
import { fresh } from './measures/fresh.ts';
import { hop } from './measures/hop.ts';
import { idle } from './measures/idle.ts';
import { life } from './measures/life.ts';
import { list } from './measures/list.ts';
import { long } from './measures/long.ts';
import { postgres } from './measures/postgres.ts';
import { routes } from './measures/routes.ts';
import { slow } from './measures/slow.ts';
import { start } from './measures/start.ts';
import { stored } from './measures/stored.ts';
import { waiting } from './measures/waiting.ts';
import { makeRoom } from './subject.ts';
import type { Workbench } from './workbench.ts';

const whole = { passes: 5, mostWarmUps: 8, scale: 1, sizes: { few: 10_000, many: 1_000_000 } };
const quick = { passes: 2, mostWarmUps: 3, scale: 0.2, sizes: { few: 1_000, many: 20_000 } };

/** The merchant's server: the cost of its requests, and its memory. */
export const server: Bench<Workbench> = {
  title: 'The server',
  measures: [
    routes,
    hop,
    calls,
    postgres,
    life,
    fresh,
    callback,
    stored,
    long,
    list,
    idle,
    slow,
    waiting,
    start,
  ],
  open: async (isQuick) => {
    makeRoom();
    const service = await ServiceEmulator.open();
    const load = new Load();
    const grown = new Grown(service);
    return {
      service,
      load,
      grown,
      ...(isQuick ? quick : whole),
      [Symbol.asyncDispose]: async () => {
        await grown[Symbol.asyncDispose]();
        load[Symbol.dispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  },
};
