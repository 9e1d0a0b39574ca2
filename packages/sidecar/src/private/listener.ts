import { createServer, type Server } from 'node:http';
import type { Logger, WalletServer } from '@wallet-buttons/server';
import { describe, withTimeout } from '@wallet-buttons/service-client';
import type { Registry } from 'prom-client';
import type { Answer } from './back-office.ts';
import { answerNode } from './node.ts';
import { json, type Reply, responseOf } from './reply.ts';

/** What the private part answers from. */
export interface PrivateParts {
  readonly wallet: WalletServer;
  /** The API and the desk. */
  readonly office: Answer;
  readonly registry: Registry;
  readonly logger: Logger;
  /** Whether a stop has begun. */
  readonly isStopping: () => boolean;
}

/** The API for the back office and the desk, with health and metrics. */
export function privateServer(parts: PrivateParts): Server {
  const limits = { headersTimeout: 10_000, requestTimeout: 20_000 };
  const handle: Answer = async (request, connection) => {
    const { method } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const reply = isRead ? await operation(new URL(request.url).pathname, parts) : null;
    return reply ? responseOf(reply, method) : parts.office(request, connection);
  };
  return createServer(limits, (request, response) => void answerNode(handle, request, response));
}

/** What machines ask often, without a token; `null` for another path. */
async function operation(path: string, parts: PrivateParts): Promise<Reply | null> {
  if (path === '/healthz') return json(200, { status: 'up' });
  if (path === '/readyz') return readiness(parts);
  if (path === '/')
    return { status: 307, type: 'text/plain', body: '', headers: { location: 'desk/' } };
  if (path !== '/metrics') return null;
  const { registry } = parts;
  return { status: 200, type: registry.contentType, body: await registry.metrics() };
}

/** Ready means that a payment could be stored. */
async function readiness({ wallet, isStopping, logger }: PrivateParts): Promise<Reply> {
  if (isStopping()) return json(503, { status: 'stopping' });
  try {
    await withTimeout(2000, async () => wallet.list({ limit: 1 }));
    return json(200, { status: 'ready' });
  } catch (error) {
    logger.error('the database is not ready', describe(error));
    return json(503, { status: 'store_failed' });
  }
}
