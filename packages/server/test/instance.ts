/** One of several servers of a shop in a process of its own; it prints its port, and stops on SIGTERM. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pemSigner } from '../src/index.ts';
import { toNodeListener } from '../src/node/listener.ts';
import { openShared, type SharedDatabase } from './shared-database.ts';
import { startShop } from './shop.ts';

const [database = '', baseUrl = '', key = ''] = process.argv.slice(2);
const { store } = openShared(JSON.parse(database) as SharedDatabase);
const shop = await startShop({
  store,
  service: { baseUrl, signer: pemSigner(Buffer.from(key, 'base64').toString()) },
  findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
  paymentsPerMinute: 1000,
});
const listener = toNodeListener(shop.wallet, { reconcileEvery: 100 });
const server = createServer(listener).listen(0, '127.0.0.1');
await once(server, 'listening');
console.log((server.address() as AddressInfo).port);

process.once('SIGTERM', () => {
  void listener
    .close(server)
    .then(async () => shop.service.close())
    .then(() => process.exit());
});
// The parent process is gone.
process.stdin.resume().once('end', () => process.exit(1));
