import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** Starts a server on loopback for the time of a test; answers its URL. */
export async function listen(test: TestContext, server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
