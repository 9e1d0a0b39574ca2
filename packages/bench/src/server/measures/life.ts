import { sqliteStore } from '@wallet-buttons/server/sqlite';
import type { Measure } from '../../measure.ts';
import type { Sent } from '../load.ts';
import { requests } from '../requests.ts';
import { openShop, type Shop } from '../shop.ts';
import type { Workbench } from '../workbench.ts';

const most = 5;
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Every question is a signed call: a payment whose outcome is known must not be asked about for ever. */
export const life: Measure<Workbench> = {
  id: 'life',
  title: 'Status questions in the life of a payment',
  method:
    'The get-status calls of a payment with a verified webhook until 40 days after it, by a clock that the measure moves: a reconcile pass each second of the first minute, each minute of the first hour, and then each hour. The mean of ten payments, because pauses are random.',
  columns: { questions: 'get-status calls' },
  limits: [
    ['get-status calls of a payment that is paid at once', 'ours-at-once', 'questions', most],
    ['get-status calls of a payment that a webhook decides', 'ours-webhook', 'questions', most],
  ],
  async run({ service }) {
    const orders = Array.from({ length: 10 }, (_, index) => `life-${String(index)}`);
    const mean = async (status: string): Promise<number> => {
      await using shop = await openShop(service, (clock) => sqliteStore(':memory:', clock));
      const send = async (requestOf: (order: string) => Sent): Promise<void> =>
        shop.take(...orders.map(requestOf));
      service.status = status;
      await send(requests.prepare);
      await send(requests.pay);
      service.status = 'paid';
      await send((order) => requests.webhook(order, 'paid', service));
      service.questions.length = 0;
      await live(shop);
      return service.questions.length / orders.length;
    };
    const [atOnce, byWebhook] = [await mean('paid'), await mean('processing')];
    return [
      { contender: 'ours-at-once', name: 'paid at once', figures: { questions: atOnce } },
      { contender: 'ours-webhook', name: 'paid by a webhook', figures: { questions: byWebhook } },
    ];
  },
};

async function live({ wallet, wait }: Shop): Promise<void> {
  const steps = [second, minute, hour].flatMap((step) =>
    Array<number>(step === hour ? 40 * 24 : 60).fill(step),
  );
  for (const step of steps) {
    wait(step);
    await wallet.reconcile();
  }
}
