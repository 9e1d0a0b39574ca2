import assert from 'node:assert/strict';
import type { Store } from '../src/index.ts';
import type { Records } from '../src/records/store.ts';
import { draft } from './attempts.ts';
import { withMoves } from './payments/moves.ts';
import { openSilentProxy, type SilentProxy } from './silent-proxy.ts';

/** A store with two connections through a proxy to an empty database. */
export interface SilentScene {
  readonly store: Store;
  /** Takes a connection of the pool, as the shop may; gives back how to return it. */
  readonly take: () => Promise<() => void>;
  readonly end: () => Promise<void>;
}

interface Options {
  /** Where the database listens. */
  readonly target: () => number | string;
  /** The text of the statement that makes a write durable. */
  readonly commit: string;
  readonly open: (port: number) => Promise<SilentScene>;
}

const isSilent = { code: 'store_failed', retryable: true };

/** What a store does while its database is silent, and after. */
export function silentDatabase({ target, commit, open }: Options) {
  const promise = (
    name: string,
    run: (scene: SilentScene, proxy: SilentProxy) => Promise<void>,
  ) => ({
    name,
    run: async (): Promise<void> => {
      await using proxy = await openSilentProxy(target());
      const scene = await open(proxy.port);
      await run(scene, proxy);
      await scene.end();
    },
  });
  const insert = async ({ store }: SilentScene, id = '1') =>
    withMoves(store.forMerchant('m')).insert({ ...draft, id, order: id, sessionId: id });
  return [
    promise('ends a start whose database accepts and never answers', async ({ store }, proxy) => {
      proxy.silence();
      await assert.rejects(store.open(), isSilent);
      proxy.wake();
      await eventually(async () => store.open());
    }),
    promise('ends each method when a statement is never answered', async (scene, proxy) => {
      await insert(scene);
      proxy.silence();
      const records = scene.store.forMerchant('m');
      for (const method of readsOf(records)) await assert.rejects(method(), isSilent);
      await assert.rejects(insert(scene, '2'), isSilent);
      proxy.wake();
      await eventually(async () => insert(scene, '2'));
    }),
    promise('ends a write whose commit is never answered', async (scene, proxy) => {
      await scene.store.open();
      proxy.silenceAnswerTo(commit);
      const write = assert.rejects(insert(scene), isSilent);
      await proxy.asked();
      await write;
      proxy.wake();
      // It may be there or not.
      await eventually(async () => scene.store.forMerchant('m').load({ order: '1' }));
      await insert(scene, '2');
    }),
    promise('ends a wait for a connection, and needs none to go on', async (scene) => {
      await scene.store.open();
      const connections = [await scene.take(), await scene.take()];
      await assert.rejects(insert(scene), isSilent);
      for (const giveBack of connections) giveBack();
      await insert(scene);
    }),
    promise('fills no pool with the waiting of a silent hour', async (scene, proxy) => {
      await insert(scene);
      proxy.silence();
      const records = scene.store.forMerchant('m');
      for (let round = 0; round < 3; round += 1) {
        const loads = Array.from({ length: 8 }, async () => records.load({ order: '1' }));
        const ends = await Promise.allSettled(loads);
        assert.ok(ends.every(({ status }) => status === 'rejected'));
      }
      proxy.wake();
      const record = await eventually(async () => records.load({ order: '1' }));
      assert.equal(record?.order, '1');
    }),
  ];
}

function readsOf(records: Records): readonly (() => Promise<unknown>)[] {
  const claim = { queues: ['first'], limit: 1, lease: 1, longest: 1 } as const;
  const filter = { state: null, needsReview: false, since: 0, holdEndsBefore: null } as const;
  return [
    async () => records.load({ order: '1' }),
    async () => records.load({ key: 'k' }),
    async () => records.look(),
    async () => records.claim({ ...claim, furthest: 1 }),
    async () => records.queued('change', 1, 1),
    async () => records.list({ ...filter, after: null, limit: 1 }),
    async () => records.settle(1, 1),
  ];
}

/** Tries until it works: a pool may still close its silent connections. */
async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}
