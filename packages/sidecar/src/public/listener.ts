import { createServer, type Server } from 'node:http';
import type { WalletServer } from '@wallet-buttons/server';
import { type NodeListener, toNodeListener } from '@wallet-buttons/server/node';
import type { Settings } from '../configuration/settings.ts';
import { answerNode } from '../private/node.ts';
import { responseOf } from '../private/reply.ts';
import type { ServeFile } from '../served-file.ts';

/** The part that pages and the payment service reach. */
export interface PublicPart {
  readonly server: Server;
  readonly listener: NodeListener;
}

export function publicPart(
  { basePath, public: { trustedProxies = [] } }: Settings,
  wallet: WalletServer,
  serveTags: ServeFile | null,
): PublicPart {
  const listener = toNodeListener(wallet, { trustedProxies });
  const tags = `${basePath}/tags.js`;
  const limits = { headersTimeout: 10_000, connectionsCheckingInterval: 1000 };
  const server = createServer(limits, (request, response) => {
    const [path] = (request.url ?? '').split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (serveTags && path === tags && isRead) void answerNode(answer(serveTags), request, response);
    else listener(request, response);
  });
  return { server, listener };
}

function answer(serve: ServeFile) {
  return async (request: Request): Promise<Response> =>
    Promise.resolve(responseOf(serve(request), request.method));
}
