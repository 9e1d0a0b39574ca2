import type { Bench } from '../bench.ts';
import { launch } from './browser.ts';
import { charts } from './charts.ts';
import { contenders } from './contenders.ts';
import { limits } from './limits.ts';
import { bytes } from './measures/bytes.ts';
import { leaks } from './measures/leaks.ts';
import { look } from './measures/look.ts';
import { many } from './measures/many.ts';
import { move } from './measures/move.ts';
import { order } from './measures/orders.ts';
import { press } from './measures/press.ts';
import { price } from './measures/price.ts';
import { ready } from './measures/ready.ts';
import { shift } from './measures/shift.ts';
import { steps } from './measures/steps.ts';
import { Site } from './site.ts';
import type { Workbench } from './workbench.ts';

/** The tags beside a page written by hand and beside their peers. */
export const client: Bench<Workbench> = {
  name: 'client',
  file: 'results',
  measures: [bytes, ready, steps, press, many, price, look, move, order, shift, leaks],
  limits,
  charts,
  holds: 'bytes, counts, steps and heap',
  open: async (quick) => {
    const site = await Site.open(contenders);
    const { browser, program } = await launch(site);
    return {
      workbench: { browser, site, quick },
      about: { browser: program },
      close: async () => {
        await browser.close();
        site.close();
      },
    };
  },
};
