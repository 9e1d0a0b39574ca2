import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { merchantKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  engines,
  type Engine,
  type EngineName,
  openShared,
  type SharedDatabase,
  startEngine,
} from './shared-database.ts';
import { now, openShop, type Shop } from './shop.ts';
import { changesIn, keeping, randomWalks, writtenQuery } from './walk.ts';

for (const name of engines) describeServers(name);

function describeServers(name: EngineName): void {
  describe(`two servers on one ${name}`, () => {
    let engine: Engine;
    before(async () => {
      engine = await startEngine(name);
    });
    after(async () => engine[Symbol.asyncDispose]());

    it('charge an order once under 200 presses at the same time', async () => {
      await using shop = await openBranches(await engine.make());
      await using one = await shop.start();
      await using two = await shop.start();
      const press = async (index: number): Promise<number> => {
        const status = await pay(index % 2 ? one : two, 'o-1', `key-${String(index)}`);
        // The store is busy: the page sends the same request again.
        return status === 503 ? press(index) : status;
      };
      const presses = Array.from({ length: 200 }, async (_, index) => press(index));
      const statuses = await Promise.all(presses);
      assert.equal(statuses.filter((status) => status === 200).length, 1);
      assert.equal(statuses.filter((status) => status === 409).length, 199);
      assert.equal(shop.service.to('/v1/pay-token').length, 1);
      // Each process opens the order once at most: a session that is not used is harmless.
      assert.ok(shop.service.to('/v1/session').length <= 2);
    });

    it('lose no payment and charge none twice while one after the other is restarted', async () => {
      await using shop = await openBranches(await engine.make());
      const servers = [await shop.start(), await shop.start()];
      let isOver = false;
      const orders: string[] = [];
      const buy = async (buyer: number): Promise<void> => {
        for (let index = 0; !isOver; index += 1) {
          const order = `o-${String(buyer)}-${String(index)}`;
          orders.push(order);
          // A payer presses again, with the same key, until a server answers.
          for (let turn = buyer; ; turn += 1) {
            const status = await pay(servers[turn % 2] ?? assert.fail(), order, order).catch(
              () => 0,
            );
            if (status === 200) break;
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
        }
      };
      const buyers = Promise.all([0, 1, 2, 3].map(buy));
      for (const index of [0, 1]) {
        const old = servers[index] ?? assert.fail();
        await old[Symbol.asyncDispose]();
        servers[index] = await shop.start();
      }
      isOver = true;
      await buyers;
      for (const server of servers) await server[Symbol.asyncDispose]();
      assert.ok(orders.length >= 4);
      assert.equal(shop.service.to('/v1/pay-token').length, orders.length);
      for (const order of orders) assert.equal((await shop.stored(order))?.state, 'paid');
    });

    it('take over a payment that a killed one had sent', async () => {
      await using shop = await openBranches(await engine.make());
      const killedServer = await shop.start();
      const arrival = Promise.withResolvers<undefined>();
      shop.service.on('/v1/pay-token', ({ body }) => {
        shop.service.statuses.set(String(body['session_id']), { status: 'paid' });
        arrival.resolve(undefined);
        return null;
      });
      const paying = pay(killedServer, 'o-1', 'k-1').catch(() => 0);
      await arrival.promise;
      killedServer.child.kill('SIGKILL');
      assert.equal(await paying, 0);
      assert.equal((await shop.stored('o-1'))?.state, 'sending');
      shop.wait(300_000);
      await shop.wallet.reconcile();
      assert.equal((await shop.stored('o-1'))?.state, 'paid');
    });

    it('end every random walk with the amounts of the service, and send nothing twice', async (test) => {
      const database = await engine.make();
      const clients = [openShared(database, now), openShared(database, now)] as const;
      const stores = clients.map(({ store }) => store);
      for (const store of stores) await store.open();
      await clients[0].query(keeping[name]);
      const changes = async (merchant: string) => {
        const rows = await clients[0].query(writtenQuery(merchant));
        return changesIn(rows.map(({ body }) => String(body)));
      };
      await randomWalks(test, stores, changes, 60);
      for (const { end } of clients) await end();
    });
  });
}

interface Branch extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
}

/** A shop in this process, and more of its servers in others, on the same database and service. */
async function openBranches(
  database: SharedDatabase,
): Promise<Shop & { readonly start: () => Promise<Branch> }> {
  const { store } = openShared(database, now);
  const findOrder = () => ({ amount: '199.90', currency: 'UAH' });
  const shop = await openShop({ store, findOrder });
  const key = Buffer.from(merchantKey).toString('base64');
  const start = async (): Promise<Branch> => {
    const child = spawn(
      process.execPath,
      [
        '--conditions=@wallet-buttons/source',
        fileURLToPath(new URL('instance.ts', import.meta.url)),
        ...[JSON.stringify(database), shop.service.baseUrl, key],
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    return {
      url: `http://127.0.0.1:${line.toString().trim()}`,
      child,
      [Symbol.asyncDispose]: async () => {
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        assert.deepEqual(await exit, [0, null]);
      },
    };
  };
  return { ...shop, start };
}

async function pay({ url }: Branch, order: string, key: string): Promise<number> {
  const response = await fetch(`${url}/wallet/pay-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({
      order,
      wallet: 'wallet-b',
      token: `token-${key}`,
      shown: { amount: '199.90', currency: 'UAH' },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}
