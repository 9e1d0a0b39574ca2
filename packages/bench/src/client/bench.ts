import type { Bench } from '../measure.ts';
import { allContenders } from './contenders.ts';
import { bytes } from './measures/bytes.ts';
import { ready } from './measures/ready.ts';
import { steps } from './measures/steps.ts';
import { work } from './measures/work.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

/** The tags beside a page written by hand and beside their peers. */
export const client: Bench<Workbench> = {
  title: 'The tags',
  measures: [bytes, work, steps, ready],
  open: async (isQuick) => openWorkbench(await allContenders(), isQuick),
};
