import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore, type Payments, type Store } from '@wallet-buttons/server';
import { storeContract } from './store-contract.ts';

/** Stores that are almost right: what replaces some of their methods. */
const broken: Readonly<Record<string, (payments: Payments) => Partial<Payments>>> = {
  'takes more that is due than it should': ({ claimDue }) => ({
    claimDue: async (_, lease, queues) => claimDue(99, lease, queues),
  }),
  'takes from queues that it is not asked for': ({ claimDue }) => ({
    claimDue: async (limit, lease) => claimDue(limit, lease),
  }),
  'takes more changes than it should': ({ claimUndelivered }) => ({
    claimUndelivered: async () => claimUndelivered(99),
  }),
  'takes the newest changes first': ({ claimUndelivered }) => ({
    claimUndelivered: async (...asked) => (await claimUndelivered(...asked)).toReversed(),
  }),
  'writes nothing': ({ change }) => ({
    change: async (by, cause, decide) =>
      change(by, cause, (record, time) => {
        const decided = decide(record, time);
        return typeof decided === 'string' ? decided : { ...decided, record };
      }),
  }),
  'forgets what an attempt was sent with': withoutField('tokenHash'),
  'forgets when an attempt is due': withoutField('nextCheckAt'),
  'forgets the operations': ({ history }) => ({
    history: async (order) => ({ ...(await history(order)), operations: [] }),
  }),
  'reads by the clock of its own process': ({ find }) => ({
    find: async (by) => {
      const found = await find(by);
      return found && { ...found, readAt: Date.now() };
    },
  }),
  'shrinks nothing': ({ prune }) => ({ prune: async (before) => prune(before) }),
  'shrinks what it is not asked to': ({ prune }) => ({
    prune: async (before) => prune(before, { paid: true }),
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

function withoutField(field: 'tokenHash' | 'nextCheckAt') {
  return ({ change }: Payments): Partial<Payments> => ({
    change: async (by, cause, decide) =>
      change(by, cause, (record, time) => {
        const decided = decide(record, time);
        if (typeof decided === 'string') return decided;
        const attempts = decided.record.attempts.map((attempt) => ({ ...attempt, [field]: null }));
        return { ...decided, record: { ...decided.record, attempts } };
      }),
  });
}
