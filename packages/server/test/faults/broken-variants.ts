import { setTimeout as sleep } from 'node:timers/promises';
import { defaultProfile, defineProfile, WalletServerError } from '../../src/index.ts';
import type { Store, WireProfile } from '../../src/index.ts';
import { isFinal, unsent } from '../../src/attempt.ts';
import type { Attempt } from '../../src/attempt.ts';
import type { Fetch } from '../../src/service/transport.ts';

/** A server with one rule of its own broken, by what is put around its seams. */
export interface Variant {
  readonly store?: (store: Store) => Store;
  readonly fetch?: (fetch: Fetch) => Fetch;
  readonly profile?: WireProfile;
}

/** Servers that would charge twice, lose a status or tell a lie: each has to be caught. */
export const variants = {
  'the intent is not durable before the token leaves': { store: withLateIntent },
  'a token is sent again when its answer does not come': { fetch: withRetry },
  'a broken connection is taken for nothing sent': { fetch: withHaste },
  'an unknown outcome is taken for a failed one': { store: withDespair },
  '"not found" counts at once': {
    profile: defineProfile(defaultProfile, {
      statuses: { ...defaultProfile.statuses, created: 'failed' },
    }),
  },
  'a final state may go back': { store: withRegress },
  'a webhook is acknowledged before it is stored': { store: withEarlyAck },
  'an attempt is written whatever another has written': { store: withoutCas },
  'the idempotency key is ignored': { store: withoutKeys },
  'a token is sent again after a restart': { store: withResend },
  'news is marked before it is told': { store: withEarlyMark },
} as const satisfies Record<string, Variant>;

export type VariantName = keyof typeof variants;

function withLateIntent(store: Store): Store {
  const intents = new Map<string, () => ReturnType<Store['save']>>();
  const written = new Map<string, Attempt>();
  return {
    ...store,
    find: async (by) => {
      const found = await store.find(by);
      return found ? (written.get(found.id) ?? found) : found;
    },
    save: async (next, note) => {
      if (next.state === 'sending') {
        if (written.has(next.id)) return 'stale';
        written.set(next.id, next);
        intents.set(next.id, async () => store.save(next, note));
        return 'saved';
      }
      await intents.get(next.id)?.();
      intents.delete(next.id);
      written.delete(next.id);
      return store.save(next, note);
    },
  };
}

function withRetry(fetch: Fetch): Fetch {
  return async (url, request) => {
    const isToken = url.endsWith('/v1/pay-token');
    try {
      return await fetch(url, request);
    } catch (error) {
      if (!isToken) throw error;
      return fetch(url, { ...request, signal: new AbortController().signal });
    }
  };
}

function withHaste(fetch: Fetch): Fetch {
  return async (url, request) =>
    fetch(url, request).catch((cause: unknown) => {
      throw new WalletServerError('service_unreachable', 'It broke.', { cause });
    });
}

function withDespair(store: Store): Store {
  return {
    ...store,
    save: async (next, note) =>
      store.save(next.state === 'unknown' ? { ...next, state: 'failed', live: false } : next, note),
  };
}

function withRegress(store: Store): Store {
  const back = (found: Attempt): Attempt =>
    isFinal(found.state) ? { ...found, state: 'pending' } : found;
  return {
    ...store,
    find: async (by) => {
      const found = await store.find(by);
      return found && 'id' in by ? back(found) : found;
    },
    noteWebhook: async (note, isNews) => {
      const found = await store.noteWebhook(note, (stored) => isNews(back(stored)));
      return found && back(found);
    },
  };
}

function withEarlyAck(store: Store): Store {
  return {
    ...store,
    noteWebhook: async (...noted) => {
      // It may be gone by then, which is the point.
      void sleep(100)
        .then(async () => store.noteWebhook(...noted))
        .catch(() => undefined);
      return store.find({ sessionId: noted[0].sessionId });
    },
  };
}

function withoutCas(store: Store): Store {
  return {
    ...store,
    save: async (next, note) => {
      const result = await store.save(next, note);
      const current = await store.find({ id: next.id });
      if (result !== 'stale' || !current) return result;
      return store.save({ ...next, version: current.version + 1 }, note);
    },
  };
}

function withoutKeys(store: Store): Store {
  return { ...store, find: async (by) => ('idempotencyKey' in by ? null : store.find(by)) };
}

function withResend(store: Store): Store {
  return {
    ...store,
    recover: async (now) => {
      await store.recover(now);
      for (const due of await store.claimDue(now, 100, 0)) {
        const free = unsent(due, now);
        if (free) await store.save(free, { cause: 'recover', from: due.state, news: null });
      }
    },
  };
}

function withEarlyMark(store: Store): Store {
  return {
    ...store,
    save: async (next, note) => {
      const result = await store.save(next, note);
      if (note.news) await store.markDelivered(note.news.change.id, next.updatedAt, 0);
      return result;
    },
  };
}
