import { sqliteStore } from '@wallet-buttons/server/sqlite';
import type { Measure, Row } from '../../measure.ts';
import { copyInFile } from '../copies.ts';
import { type OrderKind, realOrder } from '../orders.ts';
import { requests } from '../requests.ts';
import { openShop, type Shop } from '../shop.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import type { Workbench } from '../workbench.ts';

/** A fraction of a second: 16 questions are under way at once, and each takes 100 ms. */
const limit = 30;
const [backlog, most] = [50_000, 3_000];
const simultaneous = 16;
const hour = 3_600_000;

/** A payer who waits must not wait for the questions about other payments. */
export const fresh: Measure<Workbench> = {
  id: 'fresh',
  title: 'A fresh payment behind a backlog',
  method: `A payment without an outcome becomes due behind many that have been due for longer: a real order, copied by SQL. Counted are the questions that are asked before the one about it, up to ${most.toLocaleString('en')}; ${String(simultaneous)} are under way at once.`,
  columns: { due: 'due before it', questions: 'questions before it' },
  limits: [
    ['questions before a fresh one, behind undecided payments', 'ours-open', 'questions', limit],
    ['questions before a fresh one, behind asked ones', 'ours-asked', 'questions', limit],
    ['questions before a fresh one, behind paid ones', 'ours-paid', 'questions', limit],
  ],
  async run(bench) {
    return [
      await rowOf('ours-open', 'behind undecided payments', 'undecided', bench),
      await rowOf('ours-asked', 'behind those that were asked about before', 'asked', bench),
      await rowOf('ours-paid', 'behind paid ones, due for another look', 'paid', bench),
    ];
  },
};

async function rowOf(
  contender: string,
  name: string,
  kind: OrderKind,
  { service, scale }: Workbench,
): Promise<Row> {
  using folder = temporaryFolder();
  const file = folder.file('wallet.db');
  const due = Math.round(backlog * scale);
  copyInFile(file, await realOrder(kind, service, (clock) => sqliteStore(file, clock)), due - 1);
  await using shop = await openShop(service, (clock) => sqliteStore(file, clock));
  shop.wait(2 * hour);
  service.status = 'processing';
  await shop.take(requests.prepare('fresh'), requests.pay('fresh'));
  shop.wait(2_000);
  service.questions.length = 0;
  const session = service.sessions.get('fresh') ?? '';
  const isOver = (): boolean =>
    service.questions.includes(session) || service.questions.length >= most;
  await reconcileUntil(isOver, shop);
  const index = service.questions.indexOf(session);
  const questions = Math.min(index === -1 ? Infinity : index, most);
  return { contender, name, figures: { due, questions } };
}

async function reconcileUntil(isOver: () => boolean, { wallet }: Shop): Promise<void> {
  const stop = new AbortController();
  const timer = setInterval(() => {
    if (isOver()) stop.abort();
  }, 5);
  try {
    while (!isOver()) {
      const { asked } = await wallet.reconcile({ limit: simultaneous, signal: stop.signal });
      if (asked === 0) return;
    }
  } finally {
    clearInterval(timer);
  }
}
