import { setTimeout as delay } from 'node:timers/promises';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import type { Measure } from '../../measure.ts';
import { copyInFile } from '../copies.ts';
import { realOrder } from '../orders.ts';
import { requests } from '../requests.ts';
import { openShop } from '../shop.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

const waiting = 1_000;
/** The pause between two passes, and the time that a question has before a callback ends, in milliseconds. */
const [pause, patient] = [20, 500];

/** A shop that is slow to accept a change must not delay the questions about other payments. */
export const callback: Measure<Workbench> = {
  id: 'callback',
  title: 'A question beside callbacks that hang',
  method: `Many changes are due, of a real order that was copied by SQL, and the callback of each hangs; then a payment becomes due for a question. If the question is not asked within ${String(patient)} ms, which is ${String(patient / pause)} passes of the server, the callbacks end that hang. Counted are those that had to end before the question was asked.`,
  columns: { changes: 'changes due', ended: 'callbacks that ended before the question' },
  limits: [['callbacks that hold a due question back', 'ours', 'ended', { exactly: 0 }]],
  async run({ service, scale }) {
    using folder = temporaryFolder();
    const file = folder.file('wallet.db');
    const changes = Math.round(waiting * scale);
    const original = await realOrder('undelivered', service, (clock) => sqliteStore(file, clock));
    copyInFile(file, original, changes - 1);
    const hanging = new Set<() => void>();
    await using shop = await openShop(
      service,
      (clock) => sqliteStore(file, clock),
      async ({ order }) =>
        order === 'due' ? undefined : new Promise((resolve) => hanging.add(resolve)),
    );
    /** Ends all callbacks that hang, and returns their number. */
    const endCallbacks = (): number => {
      const count = hanging.size;
      for (const end of hanging) end();
      hanging.clear();
      return count;
    };
    // By then all changes are due.
    shop.wait(3_600_000);
    const stopping = new AbortController();
    const work = shop.wallet.keepReconciling({ every: pause, signal: stopping.signal });
    try {
      await until(() => hanging.size > 0, 60_000);
      service.status = 'processing';
      await shop.take(requests.prepare('due'), requests.pay('due'));
      const session = service.sessions.get('due') ?? '';
      service.questions.length = 0;
      shop.wait(2_000);
      let endedCount = 0;
      while (!(await until(() => service.questions.includes(session), patient))) {
        const count = endCallbacks();
        if (count === 0) throw new Error('The question was not asked though no callback hangs.');
        endedCount += count;
      }
      return [{ contender: 'ours', name: 'ours', figures: { changes, ended: endedCount } }];
    } finally {
      stopping.abort();
      const timer = setInterval(endCallbacks, pause);
      await Promise.all([work, shop.wallet.drain()]);
      clearInterval(timer);
    }
  },
};

/** Whether it is so within a time, in milliseconds. */
async function until(isSo: () => boolean, time: number): Promise<boolean> {
  for (let elapsedTime = 0; elapsedTime < time; elapsedTime += pause) {
    if (isSo()) return true;
    await delay(pause);
  }
  return isSo();
}
