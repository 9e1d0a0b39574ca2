import { type Measure, spread } from '../../measure.ts';
import { requests } from '../requests.ts';
import { openServer } from '../subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const latency = 2_000;

/** A payment that waits for the service must hold little memory. */
export const waiting: Measure<Workbench> = {
  id: 'waiting',
  title: 'Memory held by a waiting payment',
  method:
    'Six hundred payments wait for the service at once. The bytes in use, after a collection, beyond those once all are answered, their connections still open.',
  columns: { held: 'held by each, KiB' },
  limits: [['held by a waiting payment, KiB', 'ours', 'held', 26]],
  async run({ service, load, passes, scale }) {
    using folder = temporaryFolder();
    service.status = 'paid';
    await using subject = await openServer(service, { file: folder.file('wallet.db') });
    const heldMemory: number[] = [];
    for (let pass = 0; pass <= passes; pass += 1) {
      const orders = Array.from({ length: 600 * scale }, (_, index) => `wait-${pass}-${index}`);
      await load.all([subject.port], orders.map(requests.prepare));
      await subject.ask('drain');
      service.tokens.clear();
      service.delay = latency;
      const arrival = service.whenTokens(orders.length);
      const answers = orders.map(async (order) => load.send(subject.port, requests.pay(order)));
      await arrival;
      const during = await subject.ask<number>('held');
      await Promise.all(answers);
      await subject.ask('drain');
      service.delay = 0;
      heldMemory.push((during - (await subject.ask<number>('held'))) / orders.length / 1_024);
    }
    // The first pass warms the engine up.
    return [{ contender: 'ours', name: 'ours', figures: { held: spread(heldMemory.slice(1)) } }];
  },
};
