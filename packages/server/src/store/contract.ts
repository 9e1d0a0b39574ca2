import { changed, newAttempt } from '../attempt.ts';
import { newsOf } from '../status-change.ts';
import type { Attempt, AttemptChange } from '../attempt.ts';
import type { SaveResult, Store } from './store.ts';

/** One promise of a store, for any test runner: `run` rejects when it is broken. */
export interface StoreCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

const now = 1_800_000_000_000;

/**
 * What every store must keep.
 * @param makeStore an empty store a call.
 */
export function storeContract(makeStore: () => Store | Promise<Store>): readonly StoreCase[] {
  const promise = (name: string, keep: (store: Store) => Promise<void>): StoreCase => ({
    name,
    run: async () => {
      const store = await makeStore();
      try {
        await keep(store);
      } finally {
        await store.close();
      }
    },
  });
  return [
    promise('keeps every field of an attempt', async (store) => {
      const saved = await put(store, await store.open(draft('o-1')), everything);
      for (const by of [
        { id: saved.id },
        { order: 'o-1' },
        { sessionId: 's-1' },
        { idempotencyKey: 'k-1' },
      ]) {
        same(await store.find(by), saved);
      }
      same(await store.find({ id: 'absent' }), null);
    }),

    promise(
      'keeps an order to one live attempt, however many are opened at once',
      async (store) => {
        const opened = await Promise.all(
          Array.from({ length: 32 }, () => store.open(draft('o-1'))),
        );
        same(new Set(opened.map(({ id }) => id)).size, 1);
        same((await store.open(draft('o-2'))).order, 'o-2');
        const only = await put(store, opened[0] ?? draft('o-1'), { state: 'failed' });
        same((await store.find({ order: 'o-1' }))?.id, only.id);
      },
    ),

    promise(
      'lets one of several writers of the same version win, and be told of',
      async (store) => {
        for (const state of ['sending', 'failed'] as const) {
          const attempt = await store.open(draft(state));
          const results = await Promise.all(
            Array.from({ length: 32 }, async (_, at) =>
              save(store, attempt, { state, status: String(at) }),
            ),
          );
          same(results.filter((result) => result === 'saved').length, 1);
          same(results.filter((result) => result === 'stale').length, 31);
          const stored = await store.find({ id: attempt.id });
          same(stored?.version, 1);
          const told = (await store.claimNews(now, 64, 1000)).map(({ status }) => status);
          same(told, state === 'failed' ? [stored?.status] : []);
        }
      },
    ),

    promise('opens a new attempt once the last one has failed', async (store) => {
      const first = await put(store, await store.open(draft('o-1')), { state: 'failed' });
      const second = await store.open(draft('o-1', 1));
      differ(first.id, second.id);
      same((await store.find({ order: 'o-1' }))?.id, second.id);
    }),

    promise('refuses a token or a key that another attempt holds', async (store) => {
      await put(store, await store.open(draft('o-1')), everything);
      const other = await store.open(draft('o-2'));
      const { tokenHash, idempotencyKey } = everything;
      same(await save(store, other, { state: 'sending', tokenHash }), 'token_reused');
      same(await save(store, other, { state: 'sending', idempotencyKey }), 'key_reused');
      same((await store.find({ id: other.id }))?.state, 'created');
    }),

    promise(
      'keeps late money beside a live attempt, and lets nobody pay beside it',
      async (store) => {
        const late = await put(store, await store.open(draft('o-1')), { state: 'failed' });
        const live = await store.open(draft('o-1', 1));
        const paid = await put(store, late, { state: 'paid' });
        same((await store.find({ order: 'o-1' }))?.id, paid.id);
        same((await store.find({ id: paid.id }))?.live, false);
        same(await save(store, live, { state: 'sending' }), 'stale');
      },
    ),

    promise('hands a due attempt to one claimer, once a lease', async (store) => {
      const due = await put(store, await store.open(draft('o-1')), { nextCheckAt: now });
      await put(store, await store.open(draft('o-2')), { nextCheckAt: now + 10 });
      const claims = await Promise.all([1, 2, 3].map(() => store.claimDue(now, 8, 1000)));
      same(
        claims
          .flat()
          .map(({ id }) => id)
          .join(),
        due.id,
      );
      const [again] = await store.claimDue(now + 1000, 1, 1000);
      same(again?.order, 'o-2');
      same((await store.claimDue(now + 1000, 8, 1000))[0]?.checks, 2);
      same(await save(store, due, { nextCheckAt: null }), 'stale');
    }),

    promise('hands out first what has waited longest, and no more than is taken', async (store) => {
      for (const [at, order] of ['first', 'second', 'third'].entries()) {
        const sending = await put(store, await store.open(draft(order)), { state: 'sending' });
        const change = { state: 'pending', status: 'p', nextCheckAt: now + 3 - at } as const;
        await put(store, sending, change, now + at);
      }
      for (const order of ['third', 'second', 'first']) {
        same((await store.claimDue(now + 9, 1, 1000)).map(orderOf), [order]);
      }
      same((await store.claimNews(now + 9, 2, 1000)).map(orderOf), ['first', 'second']);
      same((await store.claimNews(now + 9, 2, 1000)).map(orderOf), ['third']);
    }),

    promise('keeps a webhook of a known session, and makes its attempt due', async (store) => {
      const note = { key: 'w', sessionId: 's-1', version: 'v1', status: 'paid', at: now };
      const attempt = await put(store, await store.open(draft('o-1')), { sessionId: 's-1' });
      for (let times = 0; times < 2; times += 1) {
        const due = await store.noteWebhook({ ...note, verified: false }, () => true);
        same(due?.nextCheckAt, now);
        same(due, await store.find({ id: attempt.id }));
      }
      same((await store.claimDue(now, 8, 1000))[0]?.id, attempt.id);
      same(await save(store, attempt, { state: 'sending' }), 'stale');
      for (const verified of [false, true]) {
        const unknown = { ...note, sessionId: 's-2', verified };
        same(await store.noteWebhook(unknown, () => true), null);
      }
    }),

    promise('leaves an attempt that a webhook is no news to as it is', async (store) => {
      const note = { key: 'w', sessionId: 's-1', version: 'v1', status: 'paid', at: now };
      const attempt = await put(store, await store.open(draft('o-1')), { sessionId: 's-1' });
      const asked: string[] = [];
      const kept = await store.noteWebhook({ ...note, verified: true }, ({ id }) => {
        asked.push(id);
        return false;
      });
      same(kept, attempt);
      same(asked.join(), attempt.id);
      same(await store.find({ id: attempt.id }), attempt);
      same((await store.claimDue(now, 8, 1000)).length, 0);
    }),

    promise('leaves news to whoever wrote them, until they are due', async (store) => {
      const sending = await put(store, await store.open(draft('o-1')), { state: 'sending' });
      const paid = changed(sending, { state: 'paid', status: 'paid' }, now);
      const change = paid && newsOf(sending, paid);
      if (!change) throw new Error('There is no news.');
      const note = { cause: 'test', from: sending.state, news: { change, dueAt: now + 1000 } };
      same(await store.save(paid, note), 'saved');
      same((await store.claimNews(now + 999, 8, 1000)).length, 0);
      same((await store.claimNews(now + 1000, 8, 1000))[0], change);
    }),

    promise('hands news to one claimer, once a lease', async (store) => {
      const sending = await put(store, await store.open(draft('o-1')), { state: 'sending' });
      await put(store, sending, { state: 'paid', status: 'paid' });
      const claims = await Promise.all([1, 2, 3].map(() => store.claimNews(now, 8, 1000)));
      same(claims.flat().length, 1);
    }),

    promise('lets one of several open an order, until its lease is over', async (store) => {
      const attempt = await store.open(draft('o-1'));
      const claims = await Promise.all(
        Array.from({ length: 8 }, async () => save(store, attempt, { openUntil: now + 1000 })),
      );
      same(claims.filter((result) => result === 'saved').length, 1);
      same((await store.find({ order: 'o-1' }))?.openUntil, now + 1000);
    }),

    promise('delivers news until it is marked', async (store) => {
      const sending = await put(store, await store.open(draft('o-1')), { state: 'sending' });
      await put(store, sending, { state: 'paid', status: 'paid' });
      const [news] = await store.claimNews(now, 8, 1000);
      same(news?.outcome, 'succeeded');
      same((await store.claimNews(now, 8, 1000)).length, 0);
      same((await store.claimNews(now + 1000, 8, 1000))[0]?.id, news?.id);
      same(await store.markDelivered(news?.id ?? '', now, 1000), null);
      same((await store.claimNews(now + 9000, 8, 1000)).length, 0);
    }),

    promise('has no news of an attempt beside the one that paid the order', async (store) => {
      const first = await put(store, await store.open(draft('o-1')), { state: 'failed' });
      const second = await put(store, await store.open(draft('o-1', 1)), { state: 'paid' });
      const late = await put(store, first, { state: 'paid' });
      same(await save(store, late, { state: 'cancelled', status: 'voided' }), 'untold');
      for (let more = true; more;) {
        const [news] = await store.claimNews(now, 8, 1000);
        if (news) same(news.outcome === 'cancelled', false);
        if (news) await store.markDelivered(news.id, now, 0);
        more = news !== undefined;
      }
      same((await store.find({ order: 'o-1' }))?.id, second.id);
    }),

    promise('lets nothing be sent beside a token at work', async (store) => {
      const first = await put(store, await store.open(draft('o-1')), { state: 'released' });
      const second = await store.open(draft('o-1', 1));
      const atWork = await put(store, first, { state: 'pending', status: 'processing' });
      same(atWork.live, false);
      same(await save(store, second, { state: 'sending' }), 'stale');
      same((await store.find({ order: 'o-1' }))?.id, atWork.id);
      await put(store, atWork, { state: 'failed', status: 'failed' });
      same(await save(store, second, { state: 'sending' }), 'saved');
    }),

    promise('lets nothing be sent beside money that is in question', async (store) => {
      const first = await put(store, await store.open(draft('o-1')), { state: 'released' });
      const second = await store.open(draft('o-1', 1));
      const back = await put(store, await store.open(draft('o-2')), { state: 'refunded' });
      await put(store, back, { flag: 'mismatch' });
      same(await save(store, await store.open(draft('o-2', 1)), { state: 'sending' }), 'saved');
      const flagged = await put(store, first, { flag: 'mismatch' });
      same(await save(store, second, { state: 'sending' }), 'stale');
      same((await store.find({ order: 'o-1' }))?.id, flagged.id);
      await put(store, flagged, { flag: null });
      same(await save(store, second, { state: 'sending' }), 'saved');
    }),

    promise('tells news in time though the clock was set back', async (store) => {
      const sending = await put(store, await store.open(draft('o-1')), { state: 'sending' });
      await put(store, sending, { state: 'pending', status: 'processing' });
      const waiting = await store.find({ id: sending.id });
      if (!waiting) throw new Error('The attempt has vanished.');
      await put(store, waiting, { state: 'paid', status: 'paid' }, now + 1);
      same((await store.claimNews(now, 8, 1000)).length, 1);
      same((await store.claimNews(now - 1000, 8, 1000)).length, 0);
      const [first] = await store.claimNews(now - 60_000, 8, 1000);
      same(first?.status, 'processing');
      const next = await store.markDelivered(first?.id ?? '', now - 60_000, 1000);
      same(next?.status, 'paid');
    }),

    promise('starts to count anew how often it asked, when the service speaks', async (store) => {
      const note = { key: 'w', sessionId: 's-1', version: 'v1', status: '', at: now };
      const asked = { sessionId: 's-1', checks: 9 };
      await put(store, await store.open(draft('o-1')), asked);
      const heard = await store.noteWebhook({ ...note, verified: false }, () => true);
      same(heard?.checks, 0);
      same((await store.claimDue(now, 8, 1000))[0]?.checks, 1);
    }),

    promise('hands out the news of an order one after another', async (store) => {
      const sending = await put(store, await store.open(draft('o-1')), { state: 'sending' });
      const pending = await put(store, sending, { state: 'pending', status: 'processing' });
      same(await save(store, pending, { state: 'paid', status: 'paid' }), 'untold');
      const other = await put(store, await store.open(draft('o-2')), { state: 'sending' });
      same(await save(store, other, { state: 'failed', status: 'failed' }), 'saved');
      const heads = await store.claimNews(now, 8, 1000);
      same(heads.map(({ order, status }) => [order, status]).toSorted(), [
        ['o-1', 'processing'],
        ['o-2', 'failed'],
      ]);
      same((await store.claimNews(now, 8, 1000)).length, 0);
      const first = heads.find(({ order }) => order === 'o-1')?.id ?? '';
      const next = await store.markDelivered(first, now, 1000);
      same(next?.status, 'paid');
      same((await store.claimNews(now + 999, 8, 1000)).length, 0);
      const again = await store.claimNews(now + 1000, 8, 1000);
      same(
        again
          .filter(({ order }) => order === 'o-1')
          .map(({ id }) => id)
          .join(),
        next?.id,
      );
      same(await store.markDelivered(next?.id ?? '', now + 1000, 1000), null);
      const paid = await store.find({ id: pending.id });
      if (!paid) throw new Error('The attempt has vanished.');
      same(await save(store, paid, { state: 'refunded', status: 'refunded' }), 'saved');
    }),

    promise(
      'makes what is undecided due when a process starts, and nothing else',
      async (store) => {
        const later = { nextCheckAt: now + 60_000 } as const;
        await put(store, await store.open(draft('sending')), { state: 'sending', ...later });
        await put(store, await store.open(draft('created')), {});
        await put(store, await store.open(draft('paid')), { state: 'paid' });
        const free = await put(store, await store.open(draft('held')), { state: 'released' });
        await store.open(draft('held', 1));
        await put(store, free, { state: 'authorized', ...later });
        await store.recover(now);
        const due = await store.claimDue(now, 8, 1000);
        same(due.map(orderOf).toSorted(), ['held', 'sending']);
      },
    ),

    promise('releases the openings that were claimed before a process started', async (store) => {
      const openUntil = now + 60_000;
      await store.open({ ...draft('before'), openUntil });
      await store.open({ ...draft('since', 1), openUntil });
      await store.recover(now + 1);
      same((await store.find({ order: 'before' }))?.openUntil, null);
      same((await store.find({ order: 'since' }))?.openUntil, openUntil);
    }),
  ];
}

const everything = {
  state: 'awaiting_bank',
  sessionId: 's-1',
  paymentId: '77',
  openUntil: now + 2,
  wallet: 'wallet-a',
  idempotencyKey: 'k-1',
  requestHash: 'r',
  tokenHash: 't',
  status: 'processing',
  acsUrl: 'https://bank.example/acs',
  flag: 'mismatch',
  sentAt: now,
  nextCheckAt: now + 1,
  checks: 3,
} as const satisfies AttemptChange;

function draft(order: string, later = 0): Attempt {
  return newAttempt(order, 19990, 'UAH', now + later);
}

async function save(
  store: Store,
  attempt: Attempt,
  change: AttemptChange,
  at = now,
): Promise<SaveResult> {
  const next = changed(attempt, change, at);
  if (!next) throw new Error('The states forbid this change.');
  const told = newsOf(attempt, next);
  const news = told && { change: told, dueAt: at };
  return store.save(next, { cause: 'test', from: attempt.state, news });
}

/** Saves, and reads what is stored now. */
async function put(
  store: Store,
  attempt: Attempt,
  change: AttemptChange,
  at = now,
): Promise<Attempt> {
  const result = await save(store, attempt, change, at);
  if (result !== 'saved' && result !== 'untold') throw new Error(`The change was ${result}.`);
  const stored = await store.find({ id: attempt.id });
  if (!stored) throw new Error('The attempt has vanished.');
  return stored;
}

function orderOf({ order }: { readonly order: string }): string {
  return order;
}

function same(actual: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is !== should) throw new Error(`Expected ${should}, got ${is}.`);
}

function differ(one: unknown, other: unknown): void {
  if (one === other) throw new Error('Expected two, got the same.');
}
