import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Attempt } from '../attempt.ts';
import type { StatusChange } from '../status-change.ts';
import { storeContract } from './contract.ts';
import { memoryStore } from './memory.ts';
import type { Store } from './store.ts';

/** Stores that are almost right. */
const broken: readonly (readonly [string, (store: Store) => Partial<Store>])[] = [
  ['writes the news of a stale save', withStaleNews],
  [
    'takes more that is due than it should',
    ({ claimDue }) => ({ claimDue: async (now, _, lease) => claimDue(now, 99, lease) }),
  ],
  [
    'takes more news than it should',
    ({ claimNews }) => ({ claimNews: async (now, _, lease) => claimNews(now, 99, lease) }),
  ],
  [
    'takes the latest due first',
    ({ claimDue }) => ({
      claimDue: async (now, limit, lease) => (await claimDue(now, 99, lease)).slice(-limit),
    }),
  ],
  [
    'takes the newest news first',
    ({ claimNews }) => ({
      claimNews: async (...asked) => (await claimNews(...asked)).toReversed(),
    }),
  ],
  ['does not count a claim as a write', withUncountedClaims],
  [
    'forgets what an attempt was sent with',
    ({ save }) => ({ save: async (next, note) => save({ ...next, tokenHash: null }, note) }),
  ],
  ['releases nothing at a start', () => ({ recover: async () => Promise.resolve() })],
];

describe('the contract of a store', () => {
  for (const [fault, breakIt] of broken) {
    test(`is broken by one that ${fault}`, async () => {
      const failures: unknown[] = [];
      const makeStore = (): Store => {
        const store = memoryStore();
        return { ...store, ...breakIt(store) };
      };
      for (const { run } of storeContract(makeStore)) {
        await run().catch((error: unknown) => failures.push(error));
      }
      assert.ok(failures.length > 0);
    });
  }
});

function withStaleNews({ save, claimNews }: Store): Partial<Store> {
  const stale: StatusChange[] = [];
  return {
    save: async (next, note) => {
      const result = await save(next, note);
      if (result === 'stale' && note.news) stale.push(note.news.change);
      return result;
    },
    claimNews: async (...asked) => [...(await claimNews(...asked)), ...stale.splice(0)],
  };
}

/** A claim leaves the version as it was, for all that anybody can see. */
function withUncountedClaims(store: Store): Partial<Store> {
  const claims = new Map<string, number>();
  const seen = <T extends Attempt | null>(attempt: T): T =>
    attempt && { ...attempt, version: attempt.version - (claims.get(attempt.id) ?? 0) };
  return {
    open: async (draft) => seen(await store.open(draft)),
    find: async (by) => seen(await store.find(by)),
    noteWebhook: async (...noted) => seen(await store.noteWebhook(...noted)),
    save: async (next, note) =>
      store.save({ ...next, version: next.version + (claims.get(next.id) ?? 0) }, note),
    claimDue: async (...asked) => {
      const claimed = await store.claimDue(...asked);
      for (const { id } of claimed) claims.set(id, (claims.get(id) ?? 0) + 1);
      return claimed.map(seen);
    },
  };
}
