import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  memoryStore,
  type Records,
  type RecordWrite,
  type Store,
  type StoredRecord,
} from '@wallet-buttons/server';
import { storeContract } from './store-contract.ts';

/** Stores that are almost right: what replaces some of their methods. */
const brokenStores: Readonly<Record<string, (records: Records) => Partial<Records>>> = {
  'writes nothing': () => ({ save: async () => Promise.resolve('saved') }),
  'writes over whatever another has written': ({ load, save }) => ({
    save: async (write) => {
      const { version = 0 } = (await load({ order: write.order })) ?? {};
      return save({ ...write, version });
    },
  }),
  'compares no version when it removes': ({ load, save }) => ({
    save: async (write) => {
      const { version = 0 } = (await load({ order: write.order })) ?? {};
      return save(write.body === null ? { ...write, version } : write);
    },
  }),
  'writes what was read long before': ({ load, save }) => ({
    save: async (write) => {
      const { at = 0 } = (await load({ order: write.order })) ?? {};
      return save({ ...write, at });
    },
  }),
  'forgets the keys': withoutPart('keys'),
  'forgets the due times': withoutPart('due'),
  'forgets the rows of the list': withoutPart('rows'),
  'forgets what may go': ({ save }) => ({
    save: async (write) => save({ ...write, settledAt: null }),
  }),
  'takes an order without regard to case': ({ load, save }) => ({
    load: async (lookup) =>
      load('order' in lookup ? { order: lookup.order.toLowerCase() } : lookup),
    save: async (write) => save({ ...write, order: write.order.toLowerCase() }),
  }),
  'takes an order without blanks at its end': ({ load, save }) => ({
    load: async (lookup) => load('order' in lookup ? { order: lookup.order.trimEnd() } : lookup),
    save: async (write) => save({ ...write, order: write.order.trimEnd() }),
  }),
  'reads by the clock of its own process': ({ load }) => ({
    load: async (lookup) => {
      const record = await load(lookup);
      return record && { ...record, at: Date.now() };
    },
  }),
  'finds what is due later': ({ look }) => ({
    look: async () => ({ ...(await look()), isDue: true }),
  }),
  'finds nothing that is due': ({ look }) => ({
    look: async () => ({ ...(await look()), isDue: false }),
  }),
  'looks by the clock of its own process': ({ look }) => ({
    look: async () => ({ ...(await look()), at: Date.now() }),
  }),
  'claims more than it should': ({ claim }) => ({
    claim: async (options) => claim({ ...options, limit: 99 }),
  }),
  'claims the last queue first': ({ claim }) => ({
    claim: async (options) => claim({ ...options, queues: options.queues.toReversed() }),
  }),
  'claims with a lease that does not grow': ({ claim }) => ({
    claim: async (options) => claim({ ...options, longest: options.lease }),
  }),
  'claims with a lease that grows without end': ({ claim }) => ({
    claim: async (options) => claim({ ...options, longest: Number.MAX_SAFE_INTEGER }),
  }),
  'claims nothing that a clock has left in the future': ({ claim }) => ({
    claim: async (options) => claim({ ...options, furthest: Number.MAX_SAFE_INTEGER }),
  }),
  'counts a try before it is over': ({ claim }) => ({
    claim: async (options) =>
      (await claim(options)).map((each) => ({ ...each, tries: each.tries + 1 })),
  }),
  'lists the oldest first': ({ list }) => ({
    list: async (filter) => (await list(filter)).toReversed(),
  }),
  'lists each page from the start': ({ list }) => ({
    list: async (filter) => list({ ...filter, after: null }),
  }),
  'lists every state': ({ list }) => ({ list: async (filter) => list({ ...filter, state: null }) }),
  'lists what needs no review': ({ list }) => ({
    list: async (filter) => list({ ...filter, needsReview: false }),
  }),
  'lists holds that end later': ({ list }) => ({
    list: async (filter) => list({ ...filter, holdEndsBefore: null }),
  }),
  'reads what may not go yet': ({ settle }) => ({
    settle: async (cutoff, limit) => settle(cutoff + 1, limit),
  }),
  'lets the newest go first': ({ settle }) => ({
    settle: async (cutoff, limit) => (await settle(cutoff, 99)).toReversed().slice(0, limit),
  }),
};

describe('the contract of a store', () => {
  const failuresOf = async (makeStore: typeof memoryStore): Promise<number> => {
    const runs = storeContract(makeStore).map(async ({ run }) => run());
    return (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected').length;
  };

  it('is kept by a store that is right', async () => {
    assert.equal(await failuresOf(memoryStore), 0);
  });

  for (const [fault, replace] of Object.entries(brokenStores)) {
    it(`is broken by one that ${fault}`, async () => {
      const failures = await failuresOf((options) => {
        const store = memoryStore(options);
        const forMerchant: Store['forMerchant'] = (merchant) => {
          const records = store.forMerchant(merchant);
          return { ...records, ...replace(records) };
        };
        return { ...store, forMerchant };
      });
      assert.ok(failures > 0);
    });
  }

  it('is broken by one that forgets the merchant', async () => {
    const failures = await failuresOf((options) => {
      const store = memoryStore(options);
      return { ...store, forMerchant: () => store.forMerchant('') };
    });
    assert.ok(failures > 0);
  });

  it('is broken by one that measures by the clock of its own process', async () => {
    assert.ok((await failuresOf(() => memoryStore())) > 0);
  });

  it('is broken by one that hands what is due to several processes', async () => {
    const failures = await failuresOf((options) => {
      const store = memoryStore(options);
      return { ...store, forMerchant: (merchant) => hasty(store.forMerchant(merchant)) };
    });
    assert.ok(failures > 0);
  });
});

function withoutPart(part: 'keys' | 'due' | 'rows') {
  return ({ save }: Records): Partial<Records> => ({
    save: async (write: RecordWrite) => save({ ...write, [part]: { put: [], remove: [] } }),
  });
}

/** Simultaneous claims get the same records. */
function hasty(records: Records): Records {
  let running: Promise<readonly StoredRecord[]> | null = null;
  const claim: Records['claim'] = async (options) => {
    running ??= records.claim(options).finally(() => (running = null));
    return running as ReturnType<Records['claim']>;
  };
  return { ...records, claim };
}
