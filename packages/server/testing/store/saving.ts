import { freshFor } from '@wallet-buttons/server';
import {
  idOf,
  keyOf,
  type MakeStore,
  partsOf,
  promises,
  same,
  type StoreCase,
  times,
} from './scene.ts';

/** What a store promises of reading and writing a record. */
export function savingCases(makeStore: MakeStore): readonly StoreCase[] {
  return promises(makeStore, {
    'reads an order that has no record yet, and knows no key or attempt of it': async ({
      records,
      now,
    }) => {
      const record = await records.load({ order: 'o-1' });
      same(record && partsOf(record), { order: 'o-1', version: 0, body: null, due: [], at: now() });
      same((record?.clockSince ?? Infinity) <= now(), true);
      same(await records.load({ key: keyOf(1) }), null);
      same(await records.load({ attempt: idOf(1) }), null);
    },

    'reads a record by its order, by a key and by an attempt': async ({ records, save, now }) => {
      const body = JSON.stringify({ text: `'"\\ \u2028 \u{1f6d2} ${'long '.repeat(20_000)}` });
      const due = [{ subject: idOf(1), queue: 'open', at: now() + 5, tries: 2 }] as const;
      const rows = [rowOf(1), rowOf(2)];
      same(await save('o-1', { body, keys: [keyOf(1), keyOf(2)], due, rows }), 'saved');
      for (const lookup of [
        { order: 'o-1' },
        { key: keyOf(1) },
        { key: keyOf(2) },
        { attempt: idOf(1) },
        { attempt: idOf(2) },
      ]) {
        const record = await records.load(lookup);
        same(record && partsOf(record), { order: 'o-1', version: 1, body, due, at: now() });
      }
    },

    'takes an order to the letter': async ({ records, save }) => {
      const orders = ['o-1', 'O-1', 'o-1 ', 'ö-1', 'o\u0308-1', '%', '_', `'`, 'x'.repeat(128)];
      for (const [index, order] of orders.entries()) {
        same(await save(order, { body: String(index) }), 'saved');
      }
      const storedRecords = await times(orders.length, async (index) =>
        records.load({ order: orders[index] ?? '' }),
      );
      same(
        storedRecords.map((each) => [each?.order, each?.body]),
        orders.map((order, index) => [order, String(index)]),
      );
    },

    'gives a record its next version, and writes nothing over another': async (scene) => {
      const { records, save, now } = scene;
      const due = [{ subject: idOf(1), queue: 'open', at: now(), tries: 0 }] as const;
      same(await save('o-1', { body: '1' }), 'saved');
      same(await save('o-1', { body: '2', version: 1 }), 'saved');
      const lateChange = { body: '3', version: 1, keys: [keyOf(1)], due, rows: [rowOf(1)] };
      same(await save('o-1', lateChange), 'stale');
      same(await save('o-1', { ...lateChange, version: 0 }), 'stale');
      same(await save('o-2', lateChange), 'stale');
      same(await save('o-1', { body: null, version: 1 }), 'stale');
      const record = await records.load({ order: 'o-1' });
      same([record?.version, record?.body, record?.due], [2, '2', []]);
      same(await records.load({ key: keyOf(1) }), null);
      same(await records.load({ attempt: idOf(1) }), null);
      same((await records.load({ order: 'o-2' }))?.version, 0);
    },

    'lets one of several writers of the same version win': async ({ records, save }) => {
      for (const version of [0, 1, 2]) {
        const results = await times(24, async (index) =>
          save('o-1', { version, body: `${String(version)} by ${String(index)}` }),
        );
        same(results.filter((result) => result === 'saved').length, 1);
        same(results.filter((result) => result === 'stale').length, 23);
        const record = await records.load({ order: 'o-1' });
        const winner = String(results.indexOf('saved'));
        same([record?.version, record?.body], [version + 1, `${String(version)} by ${winner}`]);
      }
    },

    'writes nothing that was read long before': async ({ records, save, now, wait }) => {
      const readTime = now();
      wait(freshFor + 1);
      same(await save('o-1', { at: readTime }), 'stale');
      same((await records.load({ order: 'o-1' }))?.version, 0);
      same(await save('o-1', { at: now() }), 'saved');
      const secondReadTime = now();
      wait(freshFor + 1);
      same(await save('o-1', { at: secondReadTime, version: 1, body: '2' }), 'stale');
      same(await save('o-1', { at: secondReadTime, version: 1, body: null }), 'stale');
      same((await records.load({ order: 'o-1' }))?.body, '{}');
      wait(-1);
      same(await save('o-1', { at: secondReadTime, version: 1, body: '2' }), 'saved');
    },

    'writes nothing whose time is ahead of its own': async ({ records, save, now, wait }) => {
      same(await save('o-1', { at: now() + 1 }), 'stale');
      same((await records.load({ order: 'o-1' }))?.version, 0);
      same(await save('o-1', {}), 'saved');
      const futureTime = now() + 1;
      same(await save('o-1', { at: futureTime, version: 1, body: '2' }), 'stale');
      same(await save('o-1', { at: futureTime, version: 1, body: null }), 'stale');
      same((await records.load({ order: 'o-1' }))?.body, '{}');
      wait(1);
      same(await save('o-1', { at: futureTime, version: 1, body: '2' }), 'saved');
    },

    'gives a key to one order, however many ask at once': async ({ records, save, now }) => {
      const due = [{ subject: idOf(1), queue: 'open', at: now(), tries: 0 }] as const;
      const results = await times(16, async (index) =>
        save(`o-${String(index)}`, { keys: [keyOf(9)], due, rows: [rowOf(index)] }),
      );
      same(results.filter((result) => result === 'saved').length, 1);
      same(results.filter((result) => result === 'reused').length, 15);
      const winner = `o-${String(results.indexOf('saved'))}`;
      same((await records.load({ key: keyOf(9) }))?.order, winner);
      const loser = await records.load({ order: winner === 'o-0' ? 'o-1' : 'o-0' });
      same([loser?.version, loser?.due], [0, []]);
      same(await save('o-99', { keys: [keyOf(7), keyOf(9)] }), 'reused');
      same(await records.load({ key: keyOf(7) }), null);
    },

    'replaces and removes keys, times and rows': async ({ records, save, now }) => {
      const due = [
        { subject: idOf(1), queue: 'open', at: now() + 1, tries: 0 },
        { subject: '', queue: 'change', at: now() + 2, tries: 3 },
      ] as const;
      await save('o-1', { keys: [keyOf(1), keyOf(2)], due, rows: [rowOf(1), rowOf(2)] });
      const movedDue = { subject: '', queue: 'change', at: now() + 7, tries: 0 } as const;
      const remove = { keys: [keyOf(1)], due: [idOf(1)], rows: [idOf(1)] };
      await save('o-1', { version: 1, keys: [keyOf(3)], due: [movedDue], remove });
      same((await records.load({ order: 'o-1' }))?.due, [movedDue]);
      same(await records.load({ key: keyOf(1) }), null);
      same(await records.load({ attempt: idOf(1) }), null);
      for (const lookup of [{ key: keyOf(2) }, { key: keyOf(3) }, { attempt: idOf(2) }]) {
        same((await records.load(lookup))?.order, 'o-1');
      }
      same(await save('o-2', { keys: [keyOf(1)] }), 'saved');
    },

    'removes a record': async ({ records, save, now }) => {
      const due = [{ subject: '', queue: 'change', at: now(), tries: 0 }] as const;
      await save('o-1', { keys: [keyOf(1)], due, rows: [rowOf(1)], settledAt: now() });
      const remove = { keys: [keyOf(1)], due: [''], rows: [idOf(1)] };
      same(await save('o-1', { version: 1, body: null, remove }), 'saved');
      const record = await records.load({ order: 'o-1' });
      same([record?.version, record?.body, record?.due], [0, null, []]);
      same(await records.load({ key: keyOf(1) }), null);
      same(await records.load({ attempt: idOf(1) }), null);
      same(await records.settle(now() + 1, 8), []);
      same(await save('o-1', { keys: [keyOf(1)] }), 'saved');
    },

    'undoes a write that fails in the middle, and keeps the one beside it': async (scene) => {
      const { records, save } = scene;
      const brokenDue = { subject: idOf(1), queue: 'open', at: Number.NaN, tries: 0 } as const;
      const [failure, saved] = await Promise.all([
        save('o-1', { keys: [keyOf(1)], due: [brokenDue], rows: [rowOf(1)] }).then(
          () => 'saved',
          (error: unknown) => (error as { readonly code?: unknown }).code,
        ),
        save('o-2', { keys: [keyOf(2)] }),
      ]);
      same([failure, saved], ['store_failed', 'saved']);
      same((await records.load({ order: 'o-1' }))?.version, 0);
      same(await records.load({ key: keyOf(1) }), null);
      same((await records.load({ key: keyOf(2) }))?.order, 'o-2');
    },

    'shows no merchant the records of another': async ({ records, foreign, save, now }) => {
      const due = [{ subject: idOf(1), queue: 'open', at: now(), tries: 0 }] as const;
      const mine = { body: 'mine', keys: [keyOf(1)], due, rows: [rowOf(1)], settledAt: now() };
      await save('o-1', mine);
      same((await foreign.load({ order: 'o-1' }))?.version, 0);
      same(await foreign.load({ key: keyOf(1) }), null);
      same(await foreign.load({ attempt: idOf(1) }), null);
      const selection = { queues: ['open'], limit: 8 } as const;
      const claim = { ...selection, lease: 1, longest: 1, furthest: 1000 };
      same((await foreign.look()).isDue, false);
      same(await foreign.claim(claim), []);
      const all = { state: null, needsReview: false, since: 0, holdEndsBefore: null };
      const page = { ...all, after: null, limit: 8 };
      same(await foreign.list(page), []);
      same(await foreign.settle(now() + 1, 8), []);
      same(await save('o-1', { version: 1, body: 'theirs' }, foreign), 'stale');
      same(await save('o-1', { body: 'theirs', keys: [keyOf(1)] }, foreign), 'saved');
      same((await records.load({ key: keyOf(1) }))?.body, 'mine');
      same((await foreign.load({ key: keyOf(1) }))?.body, 'theirs');
    },
  });
}

function rowOf(number: number) {
  const row = { openedAt: number, state: 'paid', needsReview: false, holdEndsAt: null };
  return { attempt: idOf(number), ...row };
}
