import { contenders } from '../contenders.ts';
import type { Measure, Row } from '../measure.ts';
import { spread } from '../statistics.ts';
import { interleaved } from './ready.ts';

const [near, far] = [20, 120];

export const steps: Measure = {
  id: 'steps',
  title: 'Network steps in series',
  method: `How much later the button is pressable when every answer takes ${far} instead of ${near} ms, divided by the difference: the number of answers that had to be waited for one after another, the page itself included.`,
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
      const figures = {
        steps: (spread(b?.ms ?? []).median - spread(a?.ms ?? []).median) / (far - near),
      };
      const row = { contender: id, name, wallet };
      return note ? { ...row, figures: {}, note } : { ...row, figures };
    });
  },
};
