import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { plainOptions } from '../../test/shop.ts';
import { createWalletServer, memoryStore, type Store } from '../index.ts';
import { type NodeListener, toNodeListener } from './listener.ts';

/** A listener over a store that counts what is asked of it. */
function listenerOver(options: Parameters<typeof toNodeListener>[1] = {}) {
  const memory = memoryStore();
  const opened = Promise.withResolvers<undefined>();
  const did: string[] = [];
  const store: Store = {
    ...memory,
    open: async () => {
      did.push('open');
      opened.resolve(undefined);
      return memory.open();
    },
    forMerchant: (merchant) => ({
      ...memory.forMerchant(merchant),
      claim: async () => {
        did.push('claim');
        return Promise.resolve([]);
      },
    }),
  };
  const wallet = createWalletServer({ ...plainOptions, store });
  return { listener: toNodeListener(wallet, options), did, opened: opened.promise };
}

async function listen(app: http.RequestListener): Promise<http.Server> {
  const server = http.createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function request(server: http.Server): Promise<void> {
  const { port } = server.address() as AddressInfo;
  await (await fetch(`http://127.0.0.1:${String(port)}/none`)).text();
}

/** Lets everything run that was begun. */
async function settled(): Promise<void> {
  for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
}

describe('a listener', () => {
  it('does nothing while no server listens', async () => {
    const { listener, did } = listenerOver();
    await settled();
    assert.deepEqual(did, []);
    await listener.close();
    assert.deepEqual(did, []);
  });

  it('lets a process end that only imports it, and opens no database', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-build-'));
    test.after(() => {
      rmSync(folder, { recursive: true });
    });
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
      timeout: 20_000,
    });
    assert.equal(status, 0, stderr);
    assert.equal(existsSync(file), false);
  });

  it('starts once its server listens, without a request', async () => {
    const { listener, opened, did } = listenerOver();
    const server = await listen(listener);
    await opened;
    await settled();
    assert.deepEqual(did.slice(0, 2), ['open', 'claim']);
    await listener.close(server);
  });

  it('starts once the server of a framework listens that it is mounted in', async () => {
    const { listener, opened } = listenerOver();
    const server = await listen((...call) => {
      listener(...call);
    });
    await opened;
    await listener.close(server);
  });

  it('starts with the first request where it is made after its server listens', async () => {
    const made: NodeListener[] = [];
    const server = await listen((...call) => {
      made[0]?.(...call);
    });
    const { listener, opened } = listenerOver();
    made.push(listener);
    await request(server);
    await opened;
    await listener.close(server);
  });

  it('starts once, however many servers listen and requests come', async () => {
    const { listener, did } = listenerOver({ reconcileEvery: false });
    const servers = [await listen(listener), await listen(listener)];
    for (const server of servers) await request(server);
    await settled();
    assert.deepEqual(did, ['open']);
    for (const server of servers) await listener.close(server);
  });
});
