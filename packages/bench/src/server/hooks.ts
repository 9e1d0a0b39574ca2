import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A shop in the measuring process, which answers the hooks of a sidecar at once. */
export interface Hooks extends AsyncDisposable {
  readonly url: string;
  /** Resolves once so many changes in all have come. */
  readonly whenChanges: (count: number) => Promise<void>;
}

export async function openHooks(): Promise<Hooks> {
  let changes = 0;
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const answer = async (): Promise<void> => {
      const { order } = JSON.parse(await text(request)) as { readonly order: string };
      if (request.url === '/find-order') {
        response.end(JSON.stringify({ reference: order, amount: '199.90', currency: 'UAH' }));
        return;
      }
      changes += 1;
      response.writeHead(204).end();
    };
    answer().catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    whenChanges: async (count) => {
      while (changes < count) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
