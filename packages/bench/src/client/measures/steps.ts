import { contenders } from '../contenders.ts';
import type { Measure, Row } from '../measure.ts';
import { interleaved } from './ready.ts';

const [near, far] = [20, 220];

export const steps: Measure = {
  id: 'steps',
  title: 'Network steps in series',
  method: `How much later the button is pressable when every answer takes ${far} instead of ${near} ms, divided by the difference: the number of answers that had to be waited for one after another, the page itself included. From the fastest of the loads, because whatever else the machine does only adds.`,
  columns: { steps: 'steps' },
  async run(bench) {
    const rounds = bench.quick ? 3 : 9;
    bench.site.delay = near;
    const quick = await interleaved(bench, rounds, 1);
    bench.site.delay = far;
    const slow = await interleaved(bench, rounds, 1);
    return contenders.map(({ id, name, wallet }): Row => {
      const [a, b] = [quick.get(id), slow.get(id)];
      const note = a?.failure ?? b?.failure;
      const row = { contender: id, name, wallet };
      if (note) return { ...row, figures: {}, note };
      const steps = (Math.min(...(b?.ms ?? [])) - Math.min(...(a?.ms ?? []))) / (far - near);
      return { ...row, figures: { steps } };
    });
  },
};
