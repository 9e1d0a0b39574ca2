import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Logger, WalletServer } from '@wallet-buttons/server';
import { describe, withTimeout } from '@wallet-buttons/service-client';
import type { Registry } from 'prom-client';
import { addRoute, createRouter, findRoute } from 'rou3';
import { SidecarError } from '../errors.ts';
import { checkAccess, type Tokens } from './access.ts';
import { json, problem, type Reply } from './reply.ts';
import { type Route, routes } from './routes.ts';

/** What the private part answers from. */
export interface PrivateParts {
  readonly wallet: WalletServer;
  readonly tokens: Tokens;
  readonly registry: Registry;
  readonly logger: Logger;
  /** Whether a stop has begun. */
  readonly isStopping: () => boolean;
}

/** Asked often, by machines. */
const operations: readonly string[] = ['/healthz', '/readyz', '/metrics'];

const router = createRouter<Route>();
for (const route of routes) addRoute(router, route.method, route.path, route);

/** The API for the back office, with health and metrics. */
export function privateServer(parts: PrivateParts): Server {
  const limits = { headersTimeout: 10_000, requestTimeout: 20_000 };
  return createServer(limits, (request, response) => {
    const { method = '' } = request;
    answer(request, parts)
      .catch((error: unknown) => {
        const reply = problem(error);
        const log = reply.status >= 500 ? parts.logger.error : parts.logger.info;
        // A path names an order, which is not secret; a query and a body stay out.
        log('an API request failed', { method, path: pathOf(request), ...describe(error) });
        return reply;
      })
      .then(({ status, type, body, headers }) => {
        const path = pathOf(request);
        if (!operations.includes(path))
          parts.logger.info('an API request', { method, path, status });
        // The rest of a refused body must not be read as the next request.
        if (!request.complete) response.setHeader('connection', 'close');
        response.writeHead(status, {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...headers,
        });
        response.end(method === 'HEAD' ? undefined : body);
      })
      .catch(() => response.destroy());
  });
}

async function answer(request: IncomingMessage, parts: PrivateParts): Promise<Reply> {
  const { method = '', url = '', headers } = request;
  const path = pathOf(request);
  if (method === 'GET' || method === 'HEAD') {
    if (path === '/healthz') return json(200, { status: 'up' });
    if (path === '/readyz') return readiness(parts);
    if (path === '/metrics') {
      const { registry } = parts;
      return { status: 200, type: registry.contentType, body: await registry.metrics() };
    }
  }
  const found = findRoute(router, method, path, { params: true });
  if (!found) {
    const allow = ['GET', 'POST'].filter((other) => findRoute(router, other, path));
    checkAccess(parts.tokens, 'read', headers.authorization);
    if (allow.length === 0) throw new SidecarError('not_found', 'There is nothing at this path.');
    const refused = problem(new SidecarError('method_not_allowed', 'Not this method.'));
    return { ...refused, headers: { allow: allow.join(', ') } };
  }
  const { data: route, params } = found;
  checkAccess(parts.tokens, route.role, headers.authorization);
  const subject = decoded(params?.['subject'] ?? '');
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  return route.answer(parts.wallet, { request, query, subject });
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

function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.split('?');
  return path;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SidecarError('invalid_field', 'The path is not encoded rightly.');
  }
}
