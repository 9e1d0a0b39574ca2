import type { Bench } from '../measure.ts';
import { ServiceEmulator } from './emulator.ts';
import { Load } from './load.ts';
import { callback } from './measures/callback.ts';
import { calls } from './measures/calls.ts';
import { fresh } from './measures/fresh.ts';
import { life } from './measures/life.ts';
import { postgres } from './measures/postgres.ts';
import { routes } from './measures/routes.ts';
import { slow } from './measures/slow.ts';
import { start } from './measures/start.ts';
import { waiting } from './measures/waiting.ts';
import { makeRoom } from './subject.ts';
import type { Workbench } from './workbench.ts';

const whole = { passes: 5, mostWarmUps: 8, scale: 1 };
const quick = { passes: 2, mostWarmUps: 3, scale: 0.2 };

/** The merchant's server: the cost of its requests, and its memory. */
export const server: Bench<Workbench> = {
  title: 'The server',
  measures: [routes, calls, postgres, life, fresh, callback, slow, waiting, start],
  open: async (isQuick) => {
    makeRoom();
    const service = await ServiceEmulator.open();
    const load = new Load();
    return {
      service,
      load,
      ...(isQuick ? quick : whole),
      [Symbol.asyncDispose]: async () => {
        load[Symbol.dispose]();
        await service[Symbol.asyncDispose]();
      },
    };
  },
};
