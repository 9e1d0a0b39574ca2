import { once } from 'node:events';
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type NodeListener,
  type NodeListenerOptions,
  toNodeListener,
} from '../src/node/listener.ts';
import { openShop, type Shop, type ShopOptions } from './shop.ts';

export const jsonType = { 'content-type': 'application/json' };
/** The body of a request about the order `o-1`. */
export const orderBody = JSON.stringify({ order: 'o-1' });
export const orderRequest = { method: 'POST', headers: jsonType, body: orderBody } as const;

/** The head of a request to `status`, with one more header. */
export function headWith(header: string): string {
  return `POST /wallet/status HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\n${header}\r\n\r\n`;
}

/** A server of `node:http` that listens. */
export interface NodeServer {
  readonly server: http.Server;
  readonly port: number;
  readonly url: string;
}

export async function listen(listener: http.RequestListener): Promise<NodeServer> {
  const server = http.createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${String(port)}` };
}

/** A shop behind a listener. */
export interface ServedShop extends AsyncDisposable, NodeServer {
  readonly shop: Shop;
}

interface ServeOptions {
  /** What a framework does with a request; by default it hands it to the listener. */
  readonly handle?: (
    listener: NodeListener,
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ) => void;
  readonly listener?: NodeListenerOptions;
  readonly shop?: ShopOptions;
}

export async function serveShop(options: ServeOptions = {}): Promise<ServedShop> {
  const { handle } = options;
  const shop = await openShop(options.shop);
  const listener = toNodeListener(shop.wallet, { reconcileEvery: 10, ...options.listener });
  const listening = await listen((request, response) => {
    if (handle) handle(listener, request, response);
    else listener(request, response);
  });
  const { server } = listening;
  return {
    ...listening,
    shop,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await listener.close();
      await shop[Symbol.asyncDispose]();
    },
  };
}
