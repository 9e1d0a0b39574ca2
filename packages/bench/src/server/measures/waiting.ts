import { type Measure, spread } from '../../measure.ts';
import { requests } from '../requests.ts';
import { openServer } from '../subject.ts';
import type { Held } from '../subjects/attend.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const latency = 2_000;

/** A payment that waits for the service must hold little memory. */
export const waiting: Measure<Workbench> = {
  id: 'waiting',
  title: 'Memory held by a waiting payment',
  method:
    'Six hundred payments wait for the service at once. The memory in use, after a collection, beyond that once all are answered, their connections still open.',
  columns: { memory: 'of each, KiB', buffers: 'of it buffers, KiB' },
  limits: [['memory held by a waiting payment, KiB', 'ours', 'memory', 26]],
  async run({ service, load, passes, scale }) {
    using folder = temporaryFolder();
    service.status = 'paid';
    await using subject = await openServer(service, { file: folder.file('wallet.db') });
    const held: { memory: number; buffers: number }[] = [];
    for (let pass = 0; pass <= passes; pass += 1) {
      const orders = Array.from({ length: 600 * scale }, (_, index) => `wait-${pass}-${index}`);
      await load.all([subject.port], orders.map(requests.prepare));
      await subject.ask('drain');
      service.tokens.clear();
      service.delay = latency;
      const arrival = service.whenTokens(orders.length);
      const answers = orders.map(async (order) => load.send(subject.port, requests.pay(order)));
      await arrival;
      const during = await subject.ask<Held>('held');
      await Promise.all(answers);
      await subject.ask('drain');
      service.delay = 0;
      const after = await subject.ask<Held>('held');
      const ofEach = (name: keyof Held): number =>
        (during[name] - after[name]) / orders.length / 1_024;
      const buffers = ofEach('buffers');
      held.push({ memory: ofEach('objects') + buffers, buffers });
    }
    // The first pass warms the engine up.
    const measured = held.slice(1);
    const memory = spread(measured.map((each) => each.memory));
    const figures = { memory, buffers: spread(measured.map((each) => each.buffers)) };
    return [{ contender: 'ours', name: 'ours', figures }];
  },
};
