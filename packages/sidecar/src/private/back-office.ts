import {
  type Connection,
  type Logger,
  memoryStore,
  type WalletServer,
} from '@wallet-buttons/server';
import { describe } from '@wallet-buttons/service-client';
import { addRoute, createRouter, findRoute } from 'rou3';
import { SidecarError } from '../errors.ts';
import { Access, type Caller } from './access.ts';
import { type DeskRecord, deskRecordOver } from './desk-record.ts';
import { checkNames } from './list-query.ts';
import { builtDesk, pageIn } from './page.ts';
import { json, problem, type Reply, responseOf } from './reply.ts';
import { isLogin, readBody } from './request.ts';
import { type Answering, type Route, routes } from './routes.ts';
import { checkSite } from './sessions.ts';
import type { Tokens } from './tokens.ts';

/** Answers a request; never rejects. */
export type Answer = (
  request: Request,
  connection?: Pick<Connection, 'clientAddress'>,
) => Promise<Response>;

/** What the back office is made of. */
export interface BackOfficeOptions {
  readonly wallet: WalletServer;
  /** Is asked at each request. */
  readonly tokens: Tokens;
  /** Keeps the ended sessions and the alarms; by default they end with the process. */
  readonly record?: DeskRecord;
  /** The path that is before `/desk/` and the API, like `/office`; none by default. */
  readonly basePath?: string;
  readonly logger?: Logger;
  /** The path of the last report of `wallet-buttons reconcile --out`. */
  readonly reconcileReport?: string | null;
  /** The page of an order in the shop, with `{order}` in it: the desk links to it. */
  readonly orderUrl?: string | undefined;
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
  record = deskRecordOver(memoryStore().forMerchant('desk')),
  reconcileReport = null,
  orderUrl,
  desk = builtDesk,
}: BackOfficeOptions): Answer {
  const servePage = pageIn(desk);
  const access = new Access(tokens, record, logger);
  const context: Answering = { wallet, record, reconcileReport };
  return async (request, { clientAddress } = {}) => {
    const address = addressOf(request, clientAddress ?? '');
    const { method } = request;
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '';
    let reply: Reply;
    let caller: Caller | undefined;
    try {
      const page = method === 'GET' || method === 'HEAD' ? servePage(path, request) : null;
      if (page) return responseOf(page, method);
      reply =
        path === '/session'
          ? await sessionReply(access, request, address, {
              hasReport: reconcileReport !== null,
              orderUrl,
            })
          : await answer({ path, query: searchParams, request, address }, (each) => {
              caller = each;
            });
    } catch (error) {
      reply = problem(error);
      const log = reply.status >= 500 ? logger?.error : logger?.info;
      // A path names an order, which is not secret; a query and a body stay out.
      log?.('an API request failed', { method, path, by: caller?.name, ...describe(error) });
    }
    logger?.info('an API request', { method, path, status: reply.status, by: caller?.name });
    return responseOf(reply, method);
  };

  async function answer(
    { path, query, request, address }: Question,
    identify: (caller: Caller) => void,
  ): Promise<Reply> {
    const match = findRoute(router, request.method, path, { params: true });
    const caller = await access.check(match?.data.right ?? 'look', request, address);
    identify(caller);
    if (!match) {
      const allow = ['GET', 'POST'].filter((other) => findRoute(router, other, path));
      if (allow.length === 0) throw nothingAt(path);
      return notAllowed(allow);
    }
    const { data: route, params } = match;
    checkNames(query, route.queryNames ?? []);
    const subject = decoded(params?.['subject'] ?? '');
    return route.answer(context, { request, query, subject, caller });
  }
}

interface Question {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: Request;
  readonly address: string;
}

/** The address of a client, which a proxy on this machine names in its last entry. */
function addressOf({ headers }: Request, address: string): string {
  const isProxy = /^(::1|(::ffff:)?127\.[\d.]+)$/.test(address);
  const forwarded = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim();
  return (isProxy ? forwarded : undefined) ?? address;
}

/** Opens, shows and ends the session of a page. */
async function sessionReply(
  access: Access,
  request: Request,
  address: string,
  more: object,
): Promise<Reply> {
  const { method, headers } = request;
  if (method === 'GET') {
    const session = await access.sessions.find(request);
    if (!session) throw new SidecarError('unauthorized', 'There is no session.');
    return json(200, { ...session, ...more });
  }
  if (method === 'POST') {
    checkSite(request);
    const { token } = await readBody(request, isLogin);
    const isSecure =
      headers.get('x-forwarded-proto') === 'https' || request.url.startsWith('https:');
    const { cookie, ...session } = await access.logIn(token, isSecure, address);
    return { ...json(200, { ...session, ...more }), headers: { 'set-cookie': cookie } };
  }
  if (method === 'DELETE') {
    if (!(await access.sessions.check(request))) {
      throw new SidecarError('unauthorized', 'There is no session.');
    }
    const cookie = await access.sessions.end(request);
    return { ...json(200, { ended: true }), headers: { 'set-cookie': cookie } };
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
    throw new SidecarError('invalid_field', 'The path has a wrong percent encoding.');
  }
}

function nothingAt(path: string): SidecarError {
  const hint = path.startsWith('/payments/') ? ' Write a slash of an order as %2F.' : '';
  return new SidecarError('not_found', `There is nothing at this path.${hint}`);
}
