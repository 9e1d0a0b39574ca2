import type { Measure } from '../../measure.ts';
import { requests } from '../requests.ts';
import { openServer } from '../subject.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const [perSecond, latency, seconds] = [300, 2_000, 10];
const mebibyte = 2 ** 20;

/** A slow service must not lose a payment or let the memory grow without limit. */
export const slow: Measure<Workbench> = {
  id: 'slow',
  title: 'A slow service',
  method: `Tokens of prepared orders come at ${String(perSecond)} a second for ${String(seconds)} s, and the service takes ${String(latency / 1_000)} s for each; as many payments at full speed before it. Memory is the most that was resident beyond the time before, with \`--max-semi-space-size=16\`. Lost is a payment that was not answered as paid, or whose token did not arrive.`,
  columns: {
    payments: 'payments',
    lost: 'lost',
    twice: 'sent twice',
    memory: 'memory more, MiB',
  },
  limits: [
    ['slow service: lost', 'ours', 'lost', { exactly: 0 }],
    ['slow service: sent twice', 'ours', 'twice', { exactly: 0 }],
    ['slow service: resident memory more, MiB', 'ours', 'memory', 80],
  ],
  async run({ service, load, scale }) {
    using folder = temporaryFolder();
    const flags = ['--max-semi-space-size=16'];
    service.status = 'paid';
    await using subject = await openServer(service, { file: folder.file('wallet.db') }, flags);
    const makeNames = (name: string, length: number): string[] =>
      Array.from({ length }, (_, index) => `${name}-${String(index)}`);
    const orders = makeNames('slow', Math.round(perSecond * seconds * scale));
    const warm = makeNames('warm', orders.length);
    await load.all([subject.port], [...warm, ...orders].map(requests.prepare));
    await load.all([subject.port], warm.map(requests.pay));
    await subject.ask('drain');
    await subject.ask('collect');
    service.tokens.clear();
    const memoryBefore = await subject.ask<number>('watchMemory');
    try {
      service.delay = latency;
      const answers = await load.steadily(subject.port, orders.map(requests.pay), perSecond);
      const most = await subject.ask<number>('mostMemory');
      const paidCount = answers.filter(({ body }) => body.includes('"succeeded"')).length;
      const tokenCounts = [...service.tokens.values()];
      const figures = {
        payments: orders.length,
        lost: orders.length - Math.min(paidCount, tokenCounts.length),
        twice: tokenCounts.filter((times) => times > 1).length,
        memory: (most - memoryBefore) / mebibyte,
      };
      return [{ contender: 'ours', name: 'ours', figures }];
    } finally {
      service.delay = 0;
    }
  },
};
