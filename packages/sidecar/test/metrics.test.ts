import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics } from '../src/metrics.ts';
import { pay, type Running, start, until } from './running.ts';

/** The values of the backlog, by their names. */
async function backlogOf({ sidecar }: Running): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${sidecar.privateUrl}/metrics`)).text();
  const lines = text.matchAll(/^wallet_backlog(\w*)\{queue="(\w+)"\} (\S+)$/gm);
  return Object.fromEntries(
    Array.from(lines, ([, what = '', queue = '', value]) => [`${queue}${what}`, Number(value)]),
  );
}

const empty = { due: 0, due_oldest_seconds: 0, undelivered: 0, undelivered_oldest_seconds: 0 };

describe('the metrics', () => {
  it('show an empty backlog once the shop took the change', async (test) => {
    const running = await start(test);
    assert.deepEqual(await backlogOf(running), empty);
    await pay(running, 'A-1001');
    await until(async () => (await backlogOf(running))['undelivered'] === 0);
    assert.deepEqual(await backlogOf(running), empty);
  });

  it('count the orders whose change the shop did not take, with the age of the oldest', async (test) => {
    const running = await start(test);
    running.shop.statusChange = (response) => {
      response.writeHead(500).end();
    };
    await pay(running, 'A-1001');
    await pay(running, 'A-1002');
    await until(async () => ((await backlogOf(running))['undelivered_oldest_seconds'] ?? 0) > 0.1);
    const { due, undelivered } = await backlogOf(running);
    assert.deepEqual([due, undelivered], [0, 2]);
  });

  it('read the backlog once a scrape, because it is the work of a busy database', async () => {
    let readings = 0;
    const waiting = { due: 3, dueFor: 4000, undelivered: 1, undeliveredFor: 2000 };
    const { registry } = createMetrics({
      reviews: async () => Promise.resolve(0),
      backlog: async () => {
        readings += 1;
        return Promise.resolve(waiting);
      },
    });
    assert.match(await registry.metrics(), /^wallet_backlog_oldest_seconds\{queue="due"\} 4$/m);
    assert.equal(readings, 1);
    await registry.metrics();
    assert.equal(readings, 2);
  });
});
