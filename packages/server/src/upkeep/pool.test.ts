import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pool } from './pool.ts';

type Queue = 'first' | 'open' | 'known';

interface Due {
  readonly size?: number;
  readonly kept?: number;
  readonly queues?: readonly Queue[];
  readonly first?: number;
  readonly open?: number;
  readonly known?: number;
}

/** Two queues unless others are named, and items that are worked on until they are ended. */
function openPool({ size = 4, kept = 1, first = 0, open = 0, known = 0, ...named }: Due = {}) {
  const { queues: all = ['open', 'known'] } = named;
  const due: Record<Queue, string[]> = {
    first: Array.from({ length: first }, (_, index) => `first ${String(index)}`),
    open: Array.from({ length: open }, (_, index) => `open ${String(index)}`),
    known: Array.from({ length: known }, (_, index) => `known ${String(index)}`),
  };
  const claims: string[] = [];
  const running = new Map<string, () => void>();
  const starts: string[] = [];
  const pool = new Pool<Queue, string>({
    size,
    kept,
    queues: all,
    claim: async (queues, limit) => {
      claims.push(`${queues.join('+')} ${String(limit)}`);
      const items = queues.flatMap((queue) => due[queue]).slice(0, limit);
      for (const queue of queues) due[queue] = due[queue].filter((item) => !items.includes(item));
      return Promise.resolve(items);
    },
    queueOf: (item) => item.split(' ')[0] as Queue,
    work: async (item) => {
      starts.push(item);
      const { promise, resolve } = Promise.withResolvers<undefined>();
      running.set(item, () => {
        running.delete(item);
        resolve(undefined);
      });
      return promise;
    },
  });
  /** Ends what is worked on, and lets the pool go on. */
  const end = async (...items: readonly string[]): Promise<void> => {
    for (const item of items) running.get(item)?.();
    await settled();
  };
  return { pool, due, claims, running, starts, end };
}

async function settled(): Promise<void> {
  await new Promise(setImmediate);
}

const neverStop = (): boolean => false;
const count = (items: Iterable<string>, queue: Queue): number =>
  [...items].filter((item) => item.startsWith(queue)).length;

describe('a pool', () => {
  it('claims once where nothing is due', async () => {
    const { pool, claims } = openPool();
    await pool.fill(neverStop);
    assert.deepEqual(claims, ['open+known 3']);
  });

  it('continues in the places that become free, although one item hangs', async () => {
    const { pool, starts, running, end } = openPool({ size: 2, kept: 0, open: 50 });
    const filling = pool.fill(neverStop);
    await settled();
    for (let next = 1; next < 50; next += 1) await end(`open ${String(next)}`);
    await filling;
    assert.equal(starts.length, 50);
    assert.deepEqual([...running.keys()], ['open 0']);
  });

  it('works on no more items at the same time than it has places', async () => {
    const { pool, running, end } = openPool({ open: 50, known: 50 });
    const filling = pool.fill(neverStop);
    let most = 0;
    for (let turn = 0; turn < 100; turn += 1) {
      await settled();
      most = Math.max(most, running.size);
      await end([...running.keys()][0] ?? '');
    }
    await filling;
    assert.equal(most, 4);
  });

  it('takes what is new in the first queue before a backlog of the second', async () => {
    const { pool, due, starts, running, end } = openPool({ known: 47_000 });
    void pool.fill(neverStop);
    await settled();
    due.open.push('open fresh');
    const previousCount = starts.length;
    await end([...running.keys()][0] ?? '');
    assert.equal(starts[previousCount], 'open fresh');
  });

  it('keeps places for the first queue though the second has filled its own and hangs', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const { pool, due, running } = openPool({ known: 100 });
    void pool.fill(neverStop);
    await settled();
    assert.equal(running.size, 3);
    due.open.push('open fresh');
    test.mock.timers.tick(1000);
    await settled();
    assert.deepEqual([...running.keys()].slice(3), ['open fresh']);
  });

  it('keeps places for the second queue beside a backlog of the first', async () => {
    const { pool, running, end, starts } = openPool({ open: 1000, known: 1000 });
    void pool.fill(neverStop);
    for (let turn = 0; turn < 400; turn += 1) {
      await settled();
      // The longest running first.
      await end([...running.keys()][0] ?? '');
    }
    assert.deepEqual([count(running.keys(), 'open'), count(running.keys(), 'known')], [3, 1]);
    assert.ok(count(starts, 'known') >= 90, String(count(starts, 'known')));
  });

  it('keeps places for each of three queues beside backlogs of all', async () => {
    const due = { first: 1000, open: 1000, known: 1000 };
    const queues = ['first', 'open', 'known'] as const;
    const { pool, running, end, starts } = openPool({ ...due, queues, size: 16, kept: 2 });
    void pool.fill(neverStop);
    for (let turn = 0; turn < 400; turn += 1) {
      await settled();
      await end([...running.keys()][0] ?? '');
    }
    const counts = queues.map((queue) => count(running.keys(), queue));
    assert.deepEqual(counts, [12, 2, 2]);
    const least = Math.min(count(starts, 'open'), count(starts, 'known'));
    assert.ok(least >= 45, String(least));
  });

  it('claims once for each place that becomes free while one queue alone is due', async () => {
    const { pool, claims, running, end } = openPool({ known: 1000 });
    void pool.fill(neverStop);
    await settled();
    const previousCount = claims.length;
    for (let turn = 0; turn < 100; turn += 1) await end([...running.keys()][0] ?? '');
    assert.equal(claims.length - previousCount, 100);
  });

  it('claims no more once it is to stop, and ends with the last item', async () => {
    const { pool, starts, running, end } = openPool({ known: 1000 });
    let isStopped = false;
    const filling = pool.fill(() => isStopped);
    await settled();
    isStopped = true;
    await end('known 0');
    await filling;
    assert.equal(starts.length, 3);
    const poolEnd = pool.ended();
    await end(...running.keys());
    await poolEnd;
  });

  it('rejects where nothing can be claimed', async () => {
    const { pool } = openPool();
    const brokenPool = new Pool<Queue, string>({
      size: 1,
      kept: 0,
      queues: ['open'],
      claim: async () => Promise.reject(new Error('disk full')),
      queueOf: () => 'open',
      work: async () => Promise.resolve(),
    });
    await assert.rejects(brokenPool.fill(neverStop), /disk full/);
    await pool.ended();
  });
});
