import { setTimeout as sleep } from 'node:timers/promises';
import { type Fetch, ServiceError } from '@wallet-buttons/service-client';
import { type Attempt, defineProfile, type Payments, type Profile } from '../../src/index.ts';
import { isFinal, unsent } from '../../src/order/attempt.ts';

/** A server with one rule of its own broken, by what is put around its seams. */
export interface Mutant {
  readonly payments?: (payments: Payments) => Partial<Payments>;
  readonly fetch?: (fetch: Fetch) => Fetch;
  readonly profile?: Profile;
}

/** Servers that would charge twice, lose a status or tell a lie: each has to be caught. */
export const mutants = {
  'the intent is not durable before the token leaves': { payments: withLateIntent },
  'a token is sent again when its answer does not come': { fetch: withRetry },
  'a broken connection is taken for nothing sent': { fetch: withHaste },
  'an unknown outcome is taken for a failed one': { payments: withDespair },
  '"not found" counts at once': {
    profile: defineProfile({ statuses: { created: 'failed' } }),
  },
  'a final state may go back': { payments: withRegress },
  'a webhook is acknowledged before it is stored': { payments: withEarlyAck },
  'an attempt is written whatever another has written': { payments: withoutVersions },
  'the idempotency key is ignored': { payments: withoutKeys },
  'a token is sent again after a restart': { payments: withResend },
  'a change is marked before it is delivered': { payments: withEarlyMark },
} as const satisfies Record<string, Mutant>;

export type MutantName = keyof typeof mutants;

function withLateIntent({ find, commit }: Payments): Partial<Payments> {
  const intents = new Map<string, () => Promise<unknown>>();
  const written = new Map<string, Attempt>();
  return {
    find: async (by) => {
      const found = await find(by);
      return found ? (written.get(found.id) ?? found) : found;
    },
    commit: async (next, write) => {
      const { id, readAt } = next;
      if (next.state === 'sending') {
        if (written.has(id)) return 'stale';
        const attempt = { ...next, sentAt: readAt, updatedAt: readAt };
        written.set(id, attempt);
        intents.set(id, async () => commit(next, write));
        return { attempt, delivery: null };
      }
      await intents.get(id)?.();
      intents.delete(id);
      written.delete(id);
      return commit(next, write);
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
      throw new ServiceError('service_unreachable', 'It broke.', { cause });
    });
}

function withDespair({ commit }: Payments): Partial<Payments> {
  return {
    commit: async (next, write) =>
      commit(next.state === 'unknown' ? { ...next, state: 'failed', live: false } : next, write),
  };
}

function withRegress({ find }: Payments): Partial<Payments> {
  return {
    find: async (by) => {
      const found = await find(by);
      if (!found || 'order' in by || 'idempotencyKey' in by) return found;
      return isFinal(found.state) ? { ...found, state: 'pending' } : found;
    },
  };
}

function withEarlyAck({ commit }: Payments): Partial<Payments> {
  return {
    commit: async (next, write) => {
      if (write.cause !== 'webhook') return commit(next, write);
      // It may be gone by then, which is the point.
      void sleep(100)
        .then(async () => commit(next, write))
        .catch(() => undefined);
      return { attempt: next, delivery: null };
    },
  };
}

function withoutVersions({ commit, find }: Payments): Partial<Payments> {
  return {
    commit: async (next, write) => {
      const result = await commit(next, write);
      const current = await find({ id: next.id });
      if (result !== 'stale' || !current) return result;
      // As a store that compares no versions would: over whatever is there.
      return commit({ ...next, version: current.version + 1 }, write);
    },
  };
}

function withoutKeys({ find }: Payments): Partial<Payments> {
  return { find: async (by) => ('idempotencyKey' in by ? null : find(by)) };
}

function withResend({ find, list, commit }: Payments): Partial<Payments> {
  let isStarted = false;
  return {
    find: async (by) => {
      if (!isStarted) {
        isStarted = true;
        const { attempts } = await list({ state: 'sending' });
        for (const left of attempts) {
          const free = unsent(left);
          if (free) await commit(free, { cause: 'not sent', from: left.state, checkIn: null });
        }
      }
      return find(by);
    },
  };
}

function withEarlyMark({ commit, delivered }: Payments): Partial<Payments> {
  return {
    commit: async (next, write) => {
      const result = await commit(next, write);
      if (typeof result === 'object' && result.delivery) await delivered([result.delivery.change]);
      return result;
    },
  };
}
