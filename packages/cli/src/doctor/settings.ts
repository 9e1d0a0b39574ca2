import { defaultProfile } from '@wallet-buttons/service-client';
import { profileOf } from '../given.ts';
import { checkNode } from '../older-node.ts';
import { expect, type Finding, findingOf, type Setup } from './finding.ts';

/** Checks without a network: ids, the store, the wire profile. */
export async function checkSettings(setup: Setup): Promise<Finding[]> {
  return [...ids(setup), ...(await store(setup)), await assumed(setup)];
}

function ids({ walletAId, walletBId }: Setup): Finding[] {
  return [
    walletAId === undefined
      ? findingOf('a.merchant', 'skip', 'Name your id at wallet A with --wallet-a-id.')
      : expect('a.merchant', /^merchant\.\S+$/.test(walletAId), walletAId, 'warn'),
    walletBId === undefined
      ? findingOf('b.id', 'skip', 'Name your id at wallet B with --wallet-b-id.')
      : expect('b.id', /^BCR2DN\w+$/.test(walletBId), walletBId, 'warn'),
    walletAId === undefined || walletBId === undefined
      ? findingOf('b.swap', 'skip', 'Name both ids.')
      : expect(
          'b.swap',
          walletAId !== walletBId && !walletBId.startsWith('merchant.'),
          `${walletAId}, ${walletBId}`,
        ),
  ];
}

async function store({ db, merchant }: Setup): Promise<Finding[]> {
  if (db === undefined) {
    const reason = 'Name the database of the server with --db.';
    return [findingOf('store.kind', 'skip', reason), findingOf('store.review', 'skip', reason)];
  }
  if (db === ':memory:') {
    return [
      findingOf('store.kind', 'fail', 'The payments are in memory.'),
      findingOf('store.review', 'skip', 'The payments are in memory.'),
    ];
  }
  checkNode('--db');
  // Loaded only here, because nothing else needs a database.
  const { engineOf, withPayments } = await import('../store/payments.ts');
  const { UnreadableError } = await import('../store/unreadable.ts');
  const waiting = await withPayments(db, merchant, async (payments) =>
    payments.list({ needsReview: true, limit: 500 }),
  ).catch((error: unknown) => {
    if (error instanceof UnreadableError) return error.message;
    throw error;
  });
  if (typeof waiting === 'string') {
    const [seen = '', ...fix] = waiting.split(/(?<=\.) /);
    return [
      findingOf('store.kind', 'fail', seen, fix.join(' ')),
      findingOf('store.review', 'skip', 'The database cannot be read.'),
    ];
  }
  const { attempts, next } = waiting;
  const count = `${String(attempts.length)}${next === undefined ? '' : ' or more'}`;
  return [
    findingOf('store.kind', 'pass', `${engineOf(db)}.`),
    expect('store.review', attempts.length === 0, `${count} wait for a manual review.`, 'warn'),
  ];
}

async function assumed(setup: Setup): Promise<Finding> {
  const { basisOf } = await profileOf(setup.profile);
  const paths = Object.keys(defaultProfile.basis).filter((path) => basisOf(path) === 'assumed');
  const observation = `${String(paths.length)} entries of the wire profile are assumed.`;
  return expect('profile.assumed', paths.length === 0, observation, 'warn');
}
