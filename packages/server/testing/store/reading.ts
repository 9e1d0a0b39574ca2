import type { Claim, DueRow, ListFilter } from '@wallet-buttons/server';
import { idOf, type MakeStore, partsOf, promises, same, type StoreCase, times } from './scene.ts';

const claim: Claim = {
  queues: ['open', 'known'],
  limit: 8,
  lease: 1000,
  longest: 1000,
  furthest: 1_000_000,
};
/** A page of all payments. */
export const everything: ListFilter = {
  state: null,
  needsReview: false,
  since: 0,
  holdEndsBefore: null,
  after: null,
  limit: 50,
};

/** What a store promises of due records, of pages and of what may go. */
export function readingCases(makeStore: MakeStore): readonly StoreCase[] {
  return promises(makeStore, {
    'finds whether anything is due, in any queue, and the time': async (scene) => {
      const { records, save, now, wait } = scene;
      for (const [index, queue] of (['first', 'open', 'known', 'change'] as const).entries()) {
        const order = `o-${String(index)}`;
        await save(order, { due: [{ ...dueOf(index, now() + 5), queue }] });
        wait(4);
        same(await records.look(), { at: now(), isDue: false });
        wait(1);
        same(await records.look(), { at: now(), isDue: true });
        same((await records.claim({ ...claim, queues: [queue] })).length, 1);
      }
    },

    'claims what is due, the first queue first and the longest due of it first': async (scene) => {
      const { records, save, now, wait } = scene;
      const times: readonly [string, DueRow['queue'], number][] = [
        ['known-1', 'known', 1],
        ['open-3', 'open', 3],
        ['open-2', 'open', 2],
        ['change-0', 'change', 0],
        ['later', 'open', 11],
      ];
      for (const [order, queue, at] of times) {
        await save(order, { due: [{ subject: idOf(1), queue, at: now() + at, tries: 0 }] });
      }
      same(await records.claim(claim), []);
      wait(10);
      same(await records.claim({ ...claim, limit: 0 }), []);
      const first = await records.claim({ ...claim, limit: 2 });
      same(ordersOf(first), ['open-2', 'open-3']);
      same(ordersOf(await records.claim(claim)), ['known-1']);
      same(ordersOf(await records.claim({ ...claim, queues: ['change'] })), ['change-0']);
      same(await records.claim({ ...claim, queues: ['change', 'open', 'known'] }), []);
      wait(1);
      same(ordersOf(await records.claim(claim)), ['later']);
    },

    'claims what became due last first in the queue of first questions': async (scene) => {
      const { records, save, now } = scene;
      for (const [order, queue, at] of [
        ['known-2', 'known', -2],
        ['known-3', 'known', -3],
        ['first-2', 'first', -2],
        ['first-1', 'first', -1],
        ['first-3', 'first', -3],
        ['later', 'first', 1],
      ] as const) {
        await save(order, { due: [{ subject: idOf(1), queue, at: now() + at, tries: 0 }] });
      }
      const newest = { ...claim, queues: ['first', 'known'] } as const;
      same(ordersOf(await records.claim({ ...newest, limit: 2 })), ['first-1', 'first-2']);
      same(ordersOf(await records.claim(newest)), ['first-3', 'known-3', 'known-2']);
    },

    'postpones what it claims for the time of the lease, and shows it': async (scene) => {
      const { records, save, now, wait } = scene;
      await save('o-1', { body: 'b', due: [dueOf(1, now())] });
      const [claimed] = await records.claim(claim);
      const movedDue = { ...dueOf(1, now() + 1000), tries: 1 };
      const record = { order: 'o-1', version: 1, body: 'b', due: [movedDue], at: now() };
      same(claimed && partsOf(claimed), record);
      same([claimed?.subject, claimed?.tries], [idOf(1), 0]);
      same((await records.load({ order: 'o-1' }))?.due, [movedDue]);
      wait(999);
      same(await records.claim(claim), []);
      wait(1);
      same((await records.claim(claim))[0]?.tries, 1);
    },

    'doubles the lease with each try, up to the longest': async ({ records, save, now, wait }) => {
      await save('o-1', { due: [dueOf(1, now())] });
      const growing = { ...claim, lease: 100, longest: 450 };
      for (const pause of [100, 200, 400, 450, 450]) {
        same((await records.claim(growing)).length, 1);
        wait(pause - 1);
        same((await records.claim(growing)).length, 0);
        wait(1);
      }
      await save('o-2', { due: [{ ...dueOf(2, now()), tries: 2000 }] });
      same((await records.claim(growing)).length, 2);
      same((await records.load({ order: 'o-2' }))?.due[0]?.at, now() + 450);
    },

    'claims a time that is further ahead than any is set: a clock was set back': async (scene) => {
      const { records, save, now } = scene;
      await save('o-1', { due: [dueOf(1, now() + claim.furthest)] });
      await save('o-2', { due: [dueOf(2, now() + claim.furthest + 1)] });
      same(ordersOf(await records.claim(claim)), ['o-2']);
    },

    'hands what is due to one process, however many ask at once': async (scene) => {
      const { records, save, now } = scene;
      await times(12, async (index) =>
        save(`o-${String(index)}`, { due: [dueOf(index, now() - index)] }),
      );
      const claims = await times(6, async () => records.claim({ ...claim, limit: 3 }));
      const orders = claims.flatMap(ordersOf);
      same(new Set(orders).size, orders.length);
      const rest = await records.claim({ ...claim, limit: 50 });
      same(new Set([...orders, ...ordersOf(rest)]).size, 12);
    },

    'claims each due time of a record by itself': async ({ records, save, now }) => {
      await save('o-1', { due: [dueOf(1, now() - 2), dueOf(2, now() - 1)] });
      const [first] = await records.claim({ ...claim, limit: 1 });
      const [second] = await records.claim(claim);
      same([first?.subject, second?.subject], [idOf(1), idOf(2)]);
    },

    'reads what stands in a queue, each record once, the longest due first': async (scene) => {
      const { records, foreign, save, now } = scene;
      const change = { ...dueOf(9, now() + 50), queue: 'change' } as const;
      await save('o-1', { due: [dueOf(1, now() - 1), dueOf(2, now() - 3), change] });
      await save('o-2', { due: [dueOf(3, now() - 2)] });
      await save('o-3', { due: [dueOf(4, now() + 1)] });
      await save('o-1', { due: [dueOf(5, now() - 9)] }, foreign);
      same(ordersOf(await records.queued('open', 0, 8)), ['o-1', 'o-2']);
      same(ordersOf(await records.queued('open', 1, 8)), ['o-1', 'o-2', 'o-3']);
      same(ordersOf(await records.queued('open', 1, 1)), ['o-1']);
      same(ordersOf(await records.queued('change', 49, 8)), []);
      const [read] = await records.queued('change', 50, 8);
      same([read?.order, read?.due.length, read?.at], ['o-1', 3, now()]);
      same(await records.queued('known', 1000, 8), []);
    },

    'lists the rows of all records, newest first, page by page': async ({ records, save }) => {
      const rows = Array.from({ length: 7 }, (_, index) => ({
        attempt: idOf(index),
        openedAt: index < 2 ? 5 : index * 10,
        state: index % 2 === 0 ? 'paid' : 'failed',
        needsReview: index % 3 === 0,
        holdEndsAt: index < 4 ? null : index * 100,
      }));
      await save('o-1', { body: 'first', rows: rows.slice(0, 3) });
      await save('o-2', { body: 'second', rows: rows.slice(3) });
      const list = async (filter: Partial<ListFilter>): Promise<readonly number[]> => {
        const page = await records.list({ ...everything, ...filter });
        return page.map(({ attempt }) => Number(attempt.slice(0, 8)));
      };
      same(await list({}), [6, 5, 4, 3, 2, 1, 0]);
      same(await list({ limit: 2 }), [6, 5]);
      same(await list({ after: { openedAt: 50, attempt: idOf(5) }, limit: 2 }), [4, 3]);
      same(await list({ after: { openedAt: 5, attempt: idOf(1) } }), [0]);
      same(await list({ state: 'paid' }), [6, 4, 2, 0]);
      same(await list({ state: 'pending' }), []);
      same(await list({ needsReview: true }), [6, 3, 0]);
      same(await list({ needsReview: true, state: 'failed' }), [3]);
      same(await list({ since: 40 }), [6, 5, 4]);
      same(await list({ holdEndsBefore: 600 }), [5, 4]);
      same(await list({ holdEndsBefore: 600, state: 'paid' }), [4]);
      const [newest] = await records.list(everything);
      same([newest?.order, newest?.body, newest?.version], ['o-2', 'second', 1]);
    },

    'reads what may go since a time, the longest first': async ({ records, save, now }) => {
      await save('o-1', { settledAt: now() - 1 });
      await save('o-2', { settledAt: now() - 3 });
      await save('o-3', { settledAt: now() - 2 });
      await save('o-4', { settledAt: now() });
      await save('o-5', {});
      same(ordersOf(await records.settle(now(), 8)), ['o-2', 'o-3', 'o-1']);
      same(ordersOf(await records.settle(now(), 2)), ['o-2', 'o-3']);
      await save('o-2', { version: 1, settledAt: null });
      same(ordersOf(await records.settle(now(), 1)), ['o-3']);
      same(await records.settle(now() - 2, 8), []);
    },
  });
}

function dueOf(number: number, time: number): DueRow {
  return { subject: idOf(number), queue: 'open', at: time, tries: 0 };
}

function ordersOf(records: readonly { readonly order: string }[]): readonly string[] {
  return records.map(({ order }) => order);
}
