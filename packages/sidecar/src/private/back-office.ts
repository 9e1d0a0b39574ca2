import type { Logger, WalletServer } from '@wallet-buttons/server';
import { describe } from '@wallet-buttons/service-client';
import { addRoute, createRouter, findRoute } from 'rou3';
import type { Alarm } from '../alarms.ts';
import { SidecarError } from '../errors.ts';
import { checkAccess } from './access.ts';
import { checkNames } from './list-query.ts';
import { builtDesk, pageIn } from './page.ts';
import { json, problem, type Reply, responseOf } from './reply.ts';
import { isLogin, readBody } from './request.ts';
import { type Answering, type Route, routes } from './routes.ts';
import { checkSite, type Sessions, sessionsOf } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/** What the back office is made of. */
export interface BackOfficeOptions {
  readonly wallet: WalletServer;
  /** Each of 32 characters or more. */
  readonly tokens: Tokens;
  /** The path that is before `/desk/` and the API, like `/office`; none by default. */
  readonly basePath?: string;
  readonly logger?: Logger;
  /** The alarms since the start, newest first: see `alarmsOver`. */
  readonly alarms?: () => readonly Alarm[];
  /** The path of the last report of `wallet-buttons reconcile --out`. */
  readonly reconcileReport?: string | null;
  /** The folder of the built page. */
  readonly desk?: URL;
}

const router = createRouter<Route>();
for (const route of routes) addRoute(router, route.method, route.path, route);

/**
 * The API for the back office and the desk, a page for the people of the shop, over any wallet server.
 * @returns answers a request; never rejects.
 */
export function backOffice({
  wallet,
  tokens,
  basePath = '',
  logger,
  alarms = () => [],
  reconcileReport = null,
  desk = builtDesk,
}: BackOfficeOptions): (request: Request) => Promise<Response> {
  const servePage = pageIn(desk);
  const sessions = sessionsOf(tokens);
  const context: Answering = { wallet, alarms, reconcileReport };
  return async (request) => {
    const { method } = request;
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '';
    let reply: Reply;
    try {
      const page = method === 'GET' || method === 'HEAD' ? servePage(path, request) : null;
      if (page) return responseOf(page, method);
      reply =
        path === '/session'
          ? await sessionReply(sessions, request, reconcileReport !== null)
          : await answer(path, searchParams, request);
    } catch (error) {
      reply = problem(error);
      const log = reply.status >= 500 ? logger?.error : logger?.info;
      // A path names an order, which is not secret; a query and a body stay out.
      log?.('an API request failed', { method, path, ...describe(error) });
    }
    logger?.info('an API request', { method, path, status: reply.status });
    return responseOf(reply, method);
  };

  async function answer(path: string, query: URLSearchParams, request: Request): Promise<Reply> {
    const match = findRoute(router, request.method, path, { params: true });
    if (!match) {
      const allow = ['GET', 'POST'].filter((other) => findRoute(router, other, path));
      checkAccess(tokens, sessions, 'read', request);
      if (allow.length === 0) throw nothingAt(path);
      return notAllowed(allow);
    }
    const { data: route, params } = match;
    checkAccess(tokens, sessions, route.role, request);
    checkNames(query, route.queryNames ?? []);
    return route.answer(context, { request, query, subject: decoded(params?.['subject'] ?? '') });
  }
}

/** Opens, shows and ends the session of a page. */
async function sessionReply(
  sessions: Sessions,
  request: Request,
  hasReport: boolean,
): Promise<Reply> {
  const { method, headers } = request;
  if (method === 'GET') {
    const session = sessions.find(request);
    if (!session) throw new SidecarError('unauthorized', 'There is no session.');
    return json(200, { ...session, hasReport });
  }
  if (method === 'POST') {
    checkSite(request);
    const { token } = await readBody(request, isLogin);
    const isSecure =
      headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:');
    const { cookie, ...session } = sessions.open(token, isSecure);
    return { ...json(200, { ...session, hasReport }), headers: { 'set-cookie': cookie } };
  }
  if (method === 'DELETE') {
    if (sessions.roleOf(request) === null) {
      throw new SidecarError('unauthorized', 'There is no session.');
    }
    return { ...json(200, { ended: true }), headers: { 'set-cookie': sessions.end(request) } };
  }
  return notAllowed(['GET', 'POST', 'DELETE']);
}

function notAllowed(allow: readonly string[]): Reply {
  const reply = problem(new SidecarError('method_not_allowed', 'Not this method.'));
  return { ...reply, headers: { allow: allow.join(', ') } };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new SidecarError('invalid_field', 'The path is not encoded rightly.');
  }
}

function nothingAt(path: string): SidecarError {
  const hint = path.startsWith('/payments/') ? ' Write a slash of an order as %2F.' : '';
  return new SidecarError('not_found', `There is nothing at this path.${hint}`);
}
