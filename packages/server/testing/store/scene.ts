import type {
  DueRow,
  ListRow,
  Records,
  RecordWrite,
  Store,
  StoredRecord,
} from '@wallet-buttons/server';

/** One promise of a store, for any test runner: `run` rejects when it is broken. */
export interface StoreCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** Makes an empty store that measures time by `now`, in milliseconds since 1970, instead of its own clock. */
export type MakeStore = (options: { readonly now: () => number }) => Store | Promise<Store>;

/** What a record is saved with; all that is left out stays. */
export interface Change {
  /** As it was read; 0 without. */
  readonly version?: number;
  /** The time of the reading; now without. */
  readonly at?: number;
  readonly body?: string | null;
  readonly settledAt?: number | null;
  readonly keys?: readonly string[];
  readonly due?: readonly DueRow[];
  readonly rows?: readonly ListRow[];
  /** What is removed. */
  readonly remove?: {
    readonly keys?: readonly string[];
    readonly due?: readonly string[];
    readonly rows?: readonly string[];
  };
}

/** What a promise is tried on. */
export interface Scene {
  readonly records: Records;
  /** The records of another merchant in the same store. */
  readonly foreign: Records;
  readonly now: () => number;
  /** Moves the store's clock. */
  readonly wait: (milliseconds: number) => void;
  readonly save: (order: string, change?: Change, records?: Records) => ReturnType<Records['save']>;
}

/** @returns a promise of the contract, each time tried on a store of its own. */
export function promises(
  makeStore: MakeStore,
  cases: Readonly<Record<string, (scene: Scene) => Promise<void>>>,
): readonly StoreCase[] {
  return Object.entries(cases).map(([name, keep]) => ({
    name,
    run: async () => {
      let time = 1_800_000_000_000;
      const now = (): number => time;
      const store = await makeStore({ now });
      const records = store.forMerchant('merchant-1');
      const scene: Scene = {
        records,
        foreign: store.forMerchant('merchant-2'),
        now,
        wait: (milliseconds) => void (time += milliseconds),
        save: async (order, change = {}, target = records) =>
          target.save(writeOf(order, change, now())),
      };
      try {
        await keep(scene);
      } finally {
        await store.close();
      }
    },
  }));
}

function writeOf(order: string, change: Change, now: number): RecordWrite {
  const { version = 0, at = now, body = '{}', settledAt = null, remove = {} } = change;
  const { keys = [], due = [], rows = [] } = change;
  return {
    order,
    version,
    next: version + 1,
    at,
    body,
    settledAt,
    keys: { put: keys, remove: remove.keys ?? [] },
    due: { put: due, remove: remove.due ?? [] },
    rows: { put: rows, remove: remove.rows ?? [] },
  };
}

/** A record as the contract compares it: a store may give more. */
export function partsOf({ order, version, body, due, at }: StoredRecord) {
  return { order, version, body, due, at };
}

/** The id of an attempt, as a server would make it. */
export function idOf(number: number): string {
  return `${String(number).padStart(8, '0')}-0000-7000-8000-000000000000`;
}

/** A key of a record, as a server would make it. */
export function keyOf(number: number): string {
  return `s${String(number).padStart(32, '0')}`;
}

export async function times<Result>(
  count: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, async (_, index) => work(index)));
}

/** Compares as JSON does, whatever the order of fields. */
export function same(actual: unknown, expected: unknown): void {
  const [is, should] = [sorted(actual), sorted(expected)];
  if (is !== should) throw new Error(`Expected ${should}, got ${is}.`);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
