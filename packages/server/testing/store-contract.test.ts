import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type Payments, type Store } from '@wallet-buttons/server';
import { storeContract } from './store-contract.ts';

/** Stores that are almost right: what replaces some of their methods. */
const broken: Readonly<Record<string, (payments: Payments) => Partial<Payments>>> = {
  'takes more that is due than it should': ({ claimDue }) => ({
    claimDue: async (_, lease) => claimDue(99, lease),
  }),
  'takes more changes than it should': ({ claimUndelivered }) => ({
    claimUndelivered: async () => claimUndelivered(99),
  }),
  'takes the newest changes first': ({ claimUndelivered }) => ({
    claimUndelivered: async (...asked) => (await claimUndelivered(...asked)).toReversed(),
  }),
  'forgets what an attempt was sent with': ({ commit }) => ({
    commit: async (next, write) => commit({ ...next, tokenHash: null }, write),
  }),
  'gets no time of the next check': ({ commit }) => ({
    commit: async (next, { checkIn: _, ...write }) => commit(next, write),
  }),
  'ends no operation': ({ commit }) => ({
    commit: async (next, { operation: _, ...write }) => commit(next, write),
  }),
  'begins an operation beside one that is open, or again': ({ begin }) => ({
    begin: async (draft) =>
      (await begin(draft)) ?? { ...draft, state: 'sent', refusal: '', sentAt: 0 },
  }),
  'hands the writer a change whose turn it is not': ({ commit }) => ({
    commit: async (next, write) => {
      const result = await commit(next, write);
      if (typeof result !== 'object' || !write.change) return result;
      const change = { ...write.change, at: new Date(result.attempt.updatedAt).toISOString() };
      return { ...result, delivery: { tries: 0, age: 0, change } };
    },
  }),
  'reads by the clock of its own process': ({ find }) => ({
    find: async (by) => {
      const found = await find(by);
      return found && { ...found, readAt: Date.now() };
    },
  }),
  'deletes nothing': () => ({ prune: async () => Promise.resolve(0) }),
};

describe('the contract of a store', () => {
  const failuresOf = async (makeStore: typeof memoryStore): Promise<number> => {
    const runs = storeContract(makeStore).map(async ({ run }) => run());
    return (await Promise.allSettled(runs)).filter(({ status }) => status === 'rejected').length;
  };

  it('is kept by a store that is right', async () => {
    assert.equal(await failuresOf(memoryStore), 0);
  });

  for (const [fault, replace] of Object.entries(broken)) {
    it(`is broken by one that ${fault}`, async () => {
      const failures = await failuresOf((options) => {
        const store = memoryStore(options);
        const forMerchant: Store['forMerchant'] = (merchant) => {
          const payments = store.forMerchant(merchant);
          return { ...payments, ...replace(payments) };
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
});
