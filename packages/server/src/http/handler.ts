import { type Problem, ProtocolError } from '@wallet-buttons/protocol';
import { ServiceError, traced } from '@wallet-buttons/service-client';
import {
  describe,
  type ErrorCode,
  type ErrorDetails,
  WalletServerError,
  wholeNumber,
} from '../errors.ts';
import type { Context } from '../context.ts';
import type { Incoming, Outgoing } from './body.ts';
import type { WalletServerOptions } from './options.ts';
import {
  allowedToPages,
  checkAddress,
  checkOrigin,
  type Connection,
  corsHeaders,
  inFlight,
  isPreflight,
  loggableAddress,
  rateLimit,
  reportLimit,
} from './origin.ts';
import { payFromCode, type PayOptions, type PayResult } from './payment.ts';
import { type Reply, type Route, routesOf } from './routes.ts';

/**
 * Routes requests to responses. `serve` never rejects: an error becomes a problem document. `pay` is a payment from code
 * within the limits of those from pages, and rejects with an error that has a code.
 */
export function createHandler(options: WalletServerOptions) {
  const { allowedOrigins = [], webhookFrom, maxInFlight = 500, trace, walletA } = options;
  const { paymentsPerMinute: payments = 10 } = options;
  const { validationsPerMinute: validations = 5 } = walletA ?? {};
  const limits = {
    validations: rateLimit(wholeNumber(validations, 'walletA.validationsPerMinute')),
    payments: rateLimit(wholeNumber(payments, 'paymentsPerMinute')),
  };
  const warnings = rateLimit(1);
  const http = { ...options, limits, admitReport: reportLimit() };
  const routes = routesOf(http);
  const run = inFlight(wholeNumber(maxInFlight, 'maxInFlight'));
  const routeAt = (path: string): Route | undefined =>
    routes.find((route) => {
      return route.path === path || (route.isDeep === true && path.startsWith(`${route.path}/`));
    });

  const answer = async (incoming: Incoming, connection: Connection, context: Context) => {
    const route = routeAt(incoming.path);
    if (!route) throw new WalletServerError('not_found', 'There is nothing at this path.');
    const { from, method } = route;
    if (from === 'page' && isPreflight(incoming, allowedOrigins)) {
      return respond({ status: 204 }, allowedToPages);
    }
    const requestMethod = incoming.method === 'HEAD' ? 'GET' : incoming.method;
    if (!method.split(', ').includes(requestMethod)) {
      const text = `Only ${method} is served here.`;
      throw new WalletServerError('method_not_allowed', text, { allow: method });
    }
    if (from === 'service') checkAddress(connection, webhookFrom);
    if (from === 'page') {
      checkOrigin(incoming, allowedOrigins);
      checkType(incoming);
    }
    // A form of the bank may be read by a parser of the shop, and means nothing here.
    const bytes = from === 'everyone' ? new Uint8Array() : await incoming.read();
    const work = () => route.answer(incoming, bytes, context, http);
    return respond(await context.deadline.limit(run(route.share, work), context.background));
  };

  return {
    matches: (path: string): boolean => routeAt(path) !== undefined,
    pay: async (options: PayOptions, context: Context): Promise<PayResult> => {
      const work = async () => payFromCode(options, context, limits.payments);
      return context.deadline.limit(run('payments', work), context.background).catch(throwKnown);
    },
    serve: async (incoming: Incoming, connection: Connection, context: Context) => {
      const route = routeAt(incoming.path);
      // An unknown path may contain anything, and one below a route a receipt, so neither is logged.
      const about = { method: incoming.method, path: route?.path ?? 'other' };
      const start = performance.now();
      let code: ErrorCode | undefined;
      const work = async () => answer(incoming, connection, context).catch(throwKnown);
      const response = await traced(trace, 'request', about, work).catch((error: unknown) => {
        const failure = asKnown(error);
        code = failure.code;
        // It may be a wrong setting. A flood of requests must not fill the log.
        const isWarning = [401, 403].includes(failure.status) || code === 'webhook_invalid';
        const isLimited = isWarning || code === 'overloaded';
        if ((isWarning || failure.status >= 500) && !(isLimited && warnings(code) > 0)) {
          const log = isWarning ? context.log.warn : context.log.error;
          const types = code === 'webhook_invalid' ? typesOf(incoming) : {};
          log('a request failed', { ...about, ...types, ...describe(failure) });
        }
        return refuse(failure);
      });
      const cors = route?.from === 'page' ? corsHeaders(incoming, allowedOrigins) : {};
      context.log.info('request', {
        ...about,
        status: response.status,
        ...(code !== undefined && { code }),
        ...(code === 'address_not_allowed' && { address: loggableAddress(connection) }),
        ms: Math.round(performance.now() - start),
      });
      return { ...response, headers: { ...response.headers, ...cors } };
    },
  };
}

function checkType({ headers }: Incoming): void {
  const type = headers.get('content-type') ?? '';
  const isJson = /^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type);
  if (!isJson || headers.has('content-encoding')) {
    throw new WalletServerError('unsupported_media_type', 'Only JSON is read here.');
  }
}

/** How an unreadable webhook came. A parameter of the type, such as a boundary, may be anything. */
function typesOf({ headers }: Incoming): Readonly<Record<string, string>> {
  const loggable = (value: string): string =>
    /^([a-z0-9.+-]{1,50}(?:\/[a-z0-9.+-]{1,80})?) *(?:;|$)/i.exec(value)?.[1] ?? 'malformed';
  const type = headers.get('content-type') ?? '';
  const encoding = headers.get('content-encoding');
  return {
    contentType: type === '' ? 'none' : loggable(type),
    ...(encoding !== null && { contentEncoding: loggable(encoding) }),
  };
}

function respond(
  { status, json, body, location, type = 'application/json' }: Reply,
  extraHeaders: Outgoing['headers'] = {},
): Outgoing {
  const headers = {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(location !== undefined && { location, 'referrer-policy': 'no-referrer' }),
    ...extraHeaders,
  };
  const content = json ? JSON.stringify(json) : (body ?? '');
  if (content.length === 0) return { status, headers, body: null };
  const typedHeaders = type === null ? headers : { ...headers, 'content-type': type };
  return { status, headers: typedHeaders, body: content };
}

/** The errors with a code: a problem document shows both classes alike. */
export type KnownError = WalletServerError | ServiceError;

/** Any error as one with a code, without the text of a foreign one. */
export function asKnown(error: unknown): KnownError {
  if (error instanceof WalletServerError || error instanceof ServiceError) return error;
  if (error instanceof ProtocolError) {
    return new WalletServerError(error.code, error.message, { field: error.field });
  }
  return new WalletServerError('internal', 'Something unexpected went wrong.', { cause: error });
}

function throwKnown(error: unknown): never {
  throw asKnown(error);
}

/** An error as a problem document (RFC 9457), which contains nothing of the request. */
export function refuse(error: KnownError): Outgoing {
  const { code, status, origin, message, suggestion } = error;
  const { field, payment, errors, allow, retryAfter }: ErrorDetails = error.details;
  const isSecret = origin === 'configuration' || origin === 'internal';
  const isLogged = isSecret && code !== 'body_already_parsed';
  // JSON leaves out undefined members.
  const problem: Readonly<Record<keyof Problem, unknown>> = {
    type: 'about:blank',
    title: isSecret ? 'The server failed.' : message,
    status,
    code,
    detail: isLogged ? 'See the log of the server.' : suggestion,
    field,
    outcome: payment?.outcome,
    payment_status: payment?.status,
    acs_url: payment?.acs_url,
    errors,
  };
  const headers = {
    ...(allow !== undefined && { allow }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return respond({ status, json: problem, type: 'application/problem+json' }, headers);
}
