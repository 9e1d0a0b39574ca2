import { setTimeout as sleep } from 'node:timers/promises';
import { type Fetch, ServiceError } from '@wallet-buttons/service-client';
import {
  type Attempt,
  type Decide,
  defineProfile,
  type Payments,
  type Profile,
  type OrderQuery,
} from '../../src/index.ts';
import { unsent } from '../../src/order/attempt.ts';
import { isFinal } from '../../src/order/state.ts';
import { removeChange, type WrittenAttempt } from '../../src/order/delivery.ts';
import { writeAttempt } from '../../src/order/write.ts';

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

/** Decides without writing. */
async function foreseen<Result>(
  { change }: Payments,
  by: OrderQuery,
  decide: Decide<Result>,
): Promise<Foreseen<Result>> {
  let result: Foreseen<Result> = null;
  await change(by, 'look', (record, time) => {
    const decided = decide(record, time);
    result = typeof decided === 'string' ? decided : decided.result;
    return { record, result: null };
  });
  return result;
}

type Foreseen<Result> = Result | 'stale' | 'reused' | null;

function withLateIntent(payments: Payments): Partial<Payments> {
  const intents = new Map<string, () => Promise<unknown>>();
  const written = new Map<string, Attempt>();
  return {
    find: async (by) => {
      const found = await payments.find(by);
      if (!found) return null;
      const intent = written.get(found.order);
      return intent?.id === found.id ? intent : found;
    },
    change: async (by, cause, decide) => {
      if (cause === 'pay' && 'order' in by) {
        if (written.has(by.order)) return 'stale';
        const result = await foreseen(payments, by, decide);
        written.set(by.order, (result as unknown as WrittenAttempt).attempt);
        intents.set(by.order, async () => payments.change(by, cause, decide));
        return result;
      }
      for (const intent of intents.values()) await intent();
      intents.clear();
      written.clear();
      return payments.change(by, cause, decide);
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

function withDespair({ change }: Payments): Partial<Payments> {
  return {
    change: async (by, cause, decide) =>
      change(by, cause, (record, time) => {
        const decided = decide(record, time);
        if (typeof decided === 'string') return decided;
        const attempts = decided.record.attempts.map((attempt) =>
          attempt.state === 'unknown'
            ? ({ ...attempt, state: 'failed', live: false } as const)
            : attempt,
        );
        return { ...decided, record: { ...decided.record, attempts } };
      }),
  };
}

function withRegress({ change }: Payments): Partial<Payments> {
  return {
    change: async (by, cause, decide) =>
      change(by, cause, (record, time) => {
        if (cause === 'pay' || cause === 'open') return decide(record, time);
        const attempts = record.attempts.map((attempt) =>
          isFinal(attempt.state) ? ({ ...attempt, state: 'pending' } as const) : attempt,
        );
        return decide({ ...record, attempts }, time);
      }),
  };
}

function withEarlyAck(payments: Payments): Partial<Payments> {
  return {
    change: async (by, cause, decide) => {
      if (cause !== 'webhook') return payments.change(by, cause, decide);
      const result = await foreseen(payments, by, decide);
      // The process may be gone by then, which is the point; the answer has to leave before.
      void sleep(100)
        .then(async () => payments.change(by, cause, decide))
        .catch(() => undefined);
      return result;
    },
  };
}

function withoutVersions({ change }: Payments): Partial<Payments> {
  return {
    change: async (by, cause, decide) =>
      change(by, cause, (record, time) => {
        const decided = decide(record, time);
        if (decided !== 'stale') return decided;
        // As rules that compare no versions would: over whatever is there.
        for (let version = 0; version < 9; version += 1) {
          const attempts = record.attempts.map((attempt) => ({ ...attempt, version }));
          const again = decide({ ...record, attempts }, time);
          if (again !== 'stale') return again;
        }
        return decided;
      }),
  };
}

function withoutKeys({ find }: Payments): Partial<Payments> {
  return { find: async (by) => ('idempotencyKey' in by ? null : find(by)) };
}

function withResend({ find, list, change }: Payments): Partial<Payments> {
  let isStarted = false;
  return {
    find: async (by) => {
      if (!isStarted) {
        isStarted = true;
        const { attempts } = await list({ state: 'sending' });
        for (const left of attempts) {
          const write = { cause: 'not sent', from: left.state, checkIn: null };
          await change({ id: left.id }, 'not sent', (record, { at }) => {
            const free = unsent(left);
            return free ? writeAttempt(record, free, write, at) : 'stale';
          });
        }
      }
      return find(by);
    },
  };
}

function withEarlyMark({ change }: Payments): Partial<Payments> {
  return {
    change: async (by, cause, decide) => {
      const result = await change(by, cause, decide);
      if (cause === 'delivered') return result;
      await change(by, 'delivered', (record, { at }) => {
        const [first] = record.changes;
        return { record: first ? removeChange(record, first.id, at) : record, result: null };
      });
      return result;
    },
  };
}
