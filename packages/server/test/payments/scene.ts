import type {
  Attempt,
  ChangeDraft,
  Payments,
  StatusChange,
  Store,
  Write,
} from '../../src/index.ts';
import type { MakeStore, StoreCase } from '../../testing/store/scene.ts';
import { type Committed, type Moves, withMoves } from './moves.ts';

/** What a promise is tried on. */
export interface Scene {
  readonly store: Store;
  /** The payments of a merchant. */
  readonly payments: Payments & Moves;
  readonly now: () => number;
  /** Moves the store's clock. */
  readonly wait: (milliseconds: number) => void;
  /** Inserts an attempt of the order. */
  readonly open: (order: string, payments?: Moves) => Promise<Attempt>;
  /** Writes a change; it is delivered to the merchant if it has a `status`. */
  readonly commit: (attempt: Attempt, change: Change, write?: Partial<Write>) => Promise<Committed>;
  /** Writes a change that has to succeed, as {@link Scene.commit} does. */
  readonly put: (attempt: Attempt, change: Change, write?: Partial<Write>) => Promise<Attempt>;
}

export type Change = Partial<Attempt>;

const endStates = ['rejected', 'abandoned', 'expired', 'failed', 'refunded', 'cancelled'];

/** @returns a promise of the contract, each time tried on a store of its own. */
export function promises(
  makeStore: MakeStore,
  cases: Readonly<Record<string, (scene: Scene) => Promise<void>>>,
): readonly StoreCase[] {
  return Object.entries(cases).map(([name, keep]) => ({
    name,
    run: async () => {
      let time = 1_800_000_000_000;
      let drafts = 0;
      const now = (): number => time;
      const store = await makeStore({ now });
      const ownPayments = withMoves(store.forMerchant('merchant-1'));
      const commit: Scene['commit'] = async (attempt, change, write = {}) => {
        const next = nextOf(attempt, change);
        const delivery = change.status === undefined ? null : changeOf(attempt, next);
        const merchant =
          write.cause === 'other' ? withMoves(store.forMerchant('merchant-2')) : ownPayments;
        return merchant.commit(next, {
          cause: 'test',
          from: attempt.state,
          change: delivery,
          ...write,
        });
      };
      const scene: Scene = {
        store,
        payments: ownPayments,
        now,
        wait: (milliseconds) => void (time += milliseconds),
        open: async (order, payments = ownPayments) => {
          const number = String((drafts += 1));
          const id = `${number.padStart(8, '0')}-0000-7000-8000-000000000000`;
          const amount = { currency: 'UAH', asked: 19990 };
          return payments.insert({
            id,
            order,
            ...amount,
            sessionId: `s-${number}`,
            paymentId: null,
          });
        },
        commit,
        put: async (attempt, change, write) => {
          const result = await commit(attempt, change, write);
          if (typeof result === 'object') return result.attempt;
          throw new Error(`The change was ${result}.`);
        },
      };
      try {
        await keep(scene);
      } finally {
        await store.close();
      }
    },
  }));
}

/** The row after a change, as a server would hand it in. */
export function nextOf(attempt: Attempt, change: Change): Attempt {
  const { state = attempt.state } = change;
  return { ...attempt, live: !endStates.includes(state), ...change, version: attempt.version + 1 };
}

function changeOf(attempt: Attempt, next: Attempt): ChangeDraft {
  const { order, id, sessionId, wallet, status, currency } = next;
  const outcome = next.state === 'paid' ? 'succeeded' : 'pending';
  return {
    id: `${id}.${String(next.version)}`,
    order,
    attempt: id,
    sessionId,
    paymentId: '',
    wallet,
    outcome,
    previous: 'unknown',
    status,
    amount: String(attempt.asked),
    currency,
  };
}

export function deliveryOf(result: Committed): StatusChange | null {
  return typeof result === 'object' ? (result.delivery?.change ?? null) : null;
}
