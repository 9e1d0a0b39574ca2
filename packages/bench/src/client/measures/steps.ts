import { contenders } from '../contenders.ts';
import type { Measure, Row } from '../../measure.ts';
import { interleaved } from './ready.ts';
import type { Workbench } from '../workbench.ts';

const [near, far] = [20, 220];

export const steps: Measure<Workbench> = {
  id: 'steps',
  title: 'Network steps in series',
  method: `How much later the button is pressable when every answer takes ${far} instead of ${near} ms, divided by the difference: the number of answers that had to be waited for one after another, the page itself included. From the fastest of the loads, because whatever else the machine does only adds.`,
  columns: { steps: 'steps' },
  async run(bench) {
    const rounds = bench.quick ? 3 : 9;
    const fastest = { [near]: new Map<string, number>(), [far]: new Map<string, number>() };
    const failures = new Map<string, string>();
    for (let round = 0; round < rounds; round++) {
      for (const delay of [near, far]) {
        bench.site.delay = delay;
        for (const [id, { ms, failure }] of await interleaved(bench, 1, 1)) {
          if (failure) failures.set(id, failure);
          const best = Math.min(...ms, fastest[delay]?.get(id) ?? Infinity);
          fastest[delay]?.set(id, best);
        }
      }
    }
    return contenders.map(({ id, name, wallet }): Row => {
      const note = failures.get(id);
      const row = { contender: id, name, wallet };
      if (note) return { ...row, figures: {}, note };
      const at = (delay: number) => fastest[delay]?.get(id) ?? Number.NaN;
      return { ...row, figures: { steps: (at(far) - at(near)) / (far - near) } };
    });
  },
};
