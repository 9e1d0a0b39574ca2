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
  lookup: OrderQuery,
  decide: Decide<Result>,
): Promise<Foreseen<Result>> {
  let result: Foreseen<Result> = null;
  await change(lookup, 'look', (record, time) => {
    const decision = decide(record, time);
    result = typeof decision === 'string' ? decision : decision.result;
    return { record, result: null };
  });
  return result;
}

type Foreseen<Result> = Result | 'stale' | 'reused' | null;

function withLateIntent(payments: Payments): Partial<Payments> {
  const intents = new Map<string, () => Promise<unknown>>();
  const unsavedAttempts = new Map<string, Attempt>();
  return {
    find: async (lookup) => {
      const attempt = await payments.find(lookup);
      if (!attempt) return null;
      const intent = unsavedAttempts.get(attempt.order);
      return intent?.id === attempt.id ? intent : attempt;
    },
    change: async (lookup, cause, decide) => {
      if (cause === 'pay' && 'order' in lookup) {
        if (unsavedAttempts.has(lookup.order)) return 'stale';
        const result = await foreseen(payments, lookup, decide);
        unsavedAttempts.set(lookup.order, (result as unknown as WrittenAttempt).attempt);
        intents.set(lookup.order, async () => payments.change(lookup, cause, decide));
        return result;
      }
      for (const intent of intents.values()) await intent();
      intents.clear();
      unsavedAttempts.clear();
      return payments.change(lookup, cause, decide);
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
    change: async (lookup, cause, decide) =>
      change(lookup, cause, (record, time) => {
        const decision = decide(record, time);
        if (typeof decision === 'string') return decision;
        const attempts = decision.record.attempts.map((attempt) =>
          attempt.state === 'unknown'
            ? ({ ...attempt, state: 'failed', live: false } as const)
            : attempt,
        );
        return { ...decision, record: { ...decision.record, attempts } };
      }),
  };
}

function withRegress({ change }: Payments): Partial<Payments> {
  return {
    change: async (lookup, cause, decide) =>
      change(lookup, cause, (record, time) => {
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
    change: async (lookup, cause, decide) => {
      if (cause !== 'webhook') return payments.change(lookup, cause, decide);
      const result = await foreseen(payments, lookup, decide);
      // The process may be gone by then, which is the point; the answer has to leave before.
      void sleep(500)
        .then(async () => payments.change(lookup, cause, decide))
        .catch(() => undefined);
      return result;
    },
  };
}

function withoutVersions({ change }: Payments): Partial<Payments> {
  return {
    change: async (lookup, cause, decide) =>
      change(lookup, cause, (record, time) => {
        const decision = decide(record, time);
        if (decision !== 'stale') return decision;
        // As rules that compare no versions would: over whatever is there.
        for (let version = 0; version < 9; version += 1) {
          const attempts = record.attempts.map((attempt) => ({ ...attempt, version }));
          const nextDecision = decide({ ...record, attempts }, time);
          if (nextDecision !== 'stale') return nextDecision;
        }
        return decision;
      }),
  };
}

function withoutKeys({ find }: Payments): Partial<Payments> {
  return { find: async (lookup) => ('idempotencyKey' in lookup ? null : find(lookup)) };
}

function withResend({ find, list, change }: Payments): Partial<Payments> {
  let isStarted = false;
  return {
    find: async (lookup) => {
      if (!isStarted) {
        isStarted = true;
        const { attempts } = await list({ state: 'sending' });
        for (const attempt of attempts) {
          const write = { cause: 'not sent', from: attempt.state, checkIn: null };
          await change({ id: attempt.id }, 'not sent', (record, { at }) => {
            const free = unsent(attempt);
            return free ? writeAttempt(record, free, write, at) : 'stale';
          });
        }
      }
      return find(lookup);
    },
  };
}

function withEarlyMark({ change }: Payments): Partial<Payments> {
  return {
    change: async (lookup, cause, decide) => {
      const result = await change(lookup, cause, decide);
      if (cause === 'delivered') return result;
      await change(lookup, 'delivered', (record, { at }) => {
        const [first] = record.changes;
        return { record: first ? removeChange(record, first.id, at) : record, result: null };
      });
      return result;
    },
  };
}
