import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { listen, orderRequest } from '../../test/node-server.ts';
import { now, openShop, plainOptions } from '../../test/shop.ts';
import { createWalletServer, memoryStore, type Store } from '../index.ts';
import { type NodeListener, toNodeListener } from './listener.ts';

/** A listener over a store that counts what is asked of it. */
function listenerOver(options: Parameters<typeof toNodeListener>[1] = {}) {
  const memory = memoryStore();
  const opening = Promise.withResolvers<undefined>();
  const steps: string[] = [];
  const store: Store = {
    ...memory,
    open: async () => {
      steps.push('open');
      opening.resolve(undefined);
      return memory.open();
    },
    forMerchant: (merchant) => ({
      ...memory.forMerchant(merchant),
      look: async () => {
        steps.push('look');
        return Promise.resolve({ at: 0, isDue: false });
      },
    }),
  };
  const wallet = createWalletServer({ ...plainOptions, store });
  return { listener: toNodeListener(wallet, options), steps, opened: opening.promise };
}

/** Lets everything run that was begun. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
}

describe('a listener', () => {
  it('does nothing while no server listens', async () => {
    const { listener, steps } = listenerOver();
    await settled();
    assert.deepEqual(steps, []);
    await listener.close();
    assert.deepEqual(steps, []);
  });

  it('lets a process end that only imports it, and opens no database', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'payments.db');
    const paths = ['../index.ts', '../store/sqlite.ts', './listener.ts', '../../test/shop.ts'];
    const [index, sqlite, listener, shop] = paths.map((path) =>
      JSON.stringify(import.meta.resolve(path)),
    );
    const module = `import { createWalletServer } from ${index ?? ''};
      import { sqliteStore } from ${sqlite ?? ''};
      import { toNodeListener } from ${listener ?? ''};
      import { plainOptions } from ${shop ?? ''};
      const store = sqliteStore(${JSON.stringify(file)});
      export default toNodeListener(createWalletServer({ ...plainOptions, store }));`;
    const flags = ['--conditions=@wallet-buttons/source', '--input-type=module', '--eval'];
    const { status, stderr } = spawnSync(process.execPath, [...flags, module], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    assert.equal(status, 0, stderr);
    assert.equal(existsSync(file), false);
  });

  it('starts once its server listens, without a request', async () => {
    const { listener, opened, steps } = listenerOver();
    const { server } = await listen(listener);
    await opened;
    await settled();
    assert.deepEqual(steps.slice(0, 2), ['open', 'look']);
    await listener.close(server);
  });

  it('starts once the framework’s server, which it is mounted in, listens', async () => {
    const { listener, opened } = listenerOver();
    const { server } = await listen((...call) => {
      listener(...call);
    });
    await opened;
    await listener.close(server);
  });

  it('starts with the first request where it is made after its server listens', async () => {
    const listeners: NodeListener[] = [];
    const { server, url } = await listen((...call) => {
      listeners[0]?.(...call);
    });
    const { listener, opened } = listenerOver();
    listeners.push(listener);
    await (await fetch(`${url}/none`)).text();
    await opened;
    await listener.close(server);
  });

  it('starts once, however many servers listen and requests come', async () => {
    const { listener, steps } = listenerOver({ reconcileEvery: false });
    const servers = [await listen(listener), await listen(listener)];
    for (const { url } of servers) await (await fetch(`${url}/none`)).text();
    await settled();
    assert.deepEqual(steps, ['open']);
    for (const { server } of servers) await listener.close(server);
  });

  it('tries to start until that succeeds, then reconciles, and continues after each failure', async () => {
    const passes = Promise.withResolvers<undefined>();
    const steps: string[] = [];
    const store = memoryStore({ now });
    const look = async (): Promise<boolean> => {
      steps.push('reconcile');
      if (steps.length === 4) return Promise.reject(new Error('It is gone again.'));
      if (steps.length > 5) passes.resolve(undefined);
      return Promise.resolve(false);
    };
    const open = async (): Promise<void> => {
      steps.push('start');
      return steps.length < 3 ? Promise.reject(new Error('It is not there yet.')) : store.open();
    };
    await using shop = await openShop({
      store: { ...store, open },
      payments: () => ({ look }),
    });
    const listener = toNodeListener(shop.wallet, { reconcileEvery: 1 });
    const { server } = await listen(listener);
    await passes.promise;
    await listener.close(server);
    assert.deepEqual(steps.slice(0, 4), ['start', 'start', 'start', 'reconcile']);
    const countFailures = (text: string): number =>
      shop.logs.filter((line) => line.startsWith(`${text} failed`)).length;
    assert.deepEqual([countFailures('the start'), countFailures('a reconcile pass')], [2, 1]);
  });

  it('reconciles outside of the context of the request that started it', async () => {
    const tenant = new AsyncLocalStorage<string>();
    const tenants: (string | undefined)[] = [];
    const reconcilePass = Promise.withResolvers<undefined>();
    const look = async (): Promise<boolean> => {
      tenants.push(tenant.getStore());
      reconcilePass.resolve(undefined);
      return Promise.resolve(false);
    };
    await using shop = await openShop({ payments: () => ({ look }) });
    let listener: NodeListener | undefined;
    const { server, url } = await listen((request, response) => {
      tenant.run('the first payer', () => {
        listener ??= toNodeListener(shop.wallet, { reconcileEvery: 1 });
        listener(request, response);
      });
    });
    await (await fetch(`${url}/none`)).text();
    await reconcilePass.promise;
    await listener?.close(server);
    assert.equal(tenants[0], undefined);
  });

  it('answers problems, and logs why, while its options cannot be read', async (test) => {
    const errors = test.mock.method(console, 'error', () => undefined);
    const wallet = createWalletServer(() => {
      throw new Error('Set SERVICE_URL.');
    });
    const listener = toNodeListener(wallet, { reconcileEvery: false });
    const { server, url } = await listen(listener);
    const response = await fetch(`${url}/wallet/status`, orderRequest);
    assert.equal(response.status, 500);
    await listener.close(server);
    const lines = errors.mock.calls.map(({ arguments: line }) => inspect(line));
    for (const message of ['the start failed', 'a request failed']) {
      assert.ok(lines.some((line) => line.includes(message) && line.includes('Set SERVICE_URL')));
    }
    assert.doesNotMatch(await response.text(), /SERVICE_URL/);
  });
});
