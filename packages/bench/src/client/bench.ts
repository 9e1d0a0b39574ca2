import type { Bench } from '../measure.ts';
import { launch } from './browser.ts';
import { contenders } from './contenders.ts';
import { bytes } from './measures/bytes.ts';
import { ready } from './measures/ready.ts';
import { Site } from './site.ts';
import type { Workbench } from './workbench.ts';

/** The tags beside a page written by hand and beside their peers. */
export const client: Bench<Workbench> = {
  title: 'The tags',
  measures: [bytes, ready],
  open: async (isQuick) => {
    const site = await Site.open(contenders);
    const browser = await launch(site);
    return {
      browser,
      site,
      isQuick,
      [Symbol.asyncDispose]: async () => {
        await browser.close();
        site.close();
      },
    };
  },
};
