import { type Problem, ProtocolError } from '@wallet-buttons/protocol';
import { describe, type ErrorCode, WalletServerError } from '../errors.ts';
import type { Context } from '../payment/context.ts';
import type { JsonObject } from '../service/profile.ts';
import type { Incoming, Outgoing } from './body.ts';
import {
  checkAddress,
  checkOrigin,
  type Connection,
  corsHeaders,
  inFlight,
  isPreflight,
  loggableAddress,
} from './origin.ts';
import { type Reply, type RouteContext, routesOf } from './routes.ts';

/**
 * Runs `work` and may watch it: a span of a tracer, a channel of `node:diagnostics_channel`. The fields are
 * method and path of a request, or the name of a signed call; never a body. An error of the work is a
 * `WalletServerError`; one of the trace itself is dropped.
 */
export type Trace = <T>(
  name: 'request' | 'call',
  fields: JsonObject,
  work: () => Promise<T>,
) => Promise<T>;

/** What the HTTP side knows beside the payments. */
export interface HandlerContext extends RouteContext {
  /** Origins beside the server's own whose pages may call. */
  readonly allowedOrigins: readonly string[];
  /** Whether a webhook may come from an address; `null`: from every address. */
  readonly webhookFrom: ((address: string) => boolean) | null;
  readonly trace: Trace;
  /** How many requests of one share may be at work; above it they are refused before anything is written. */
  readonly maxInFlight: number;
}

/** What answers requests. */
export type Handler = ReturnType<typeof createHandler>;

/** Request to response over the routes. */
export function createHandler(http: HandlerContext): {
  /** It never rejects: what goes wrong is a problem document. */
  readonly serve: (from: Incoming, connection: Connection, context: Context) => Promise<Outgoing>;
  /** Whether a path is one of the endpoints. */
  readonly matches: (path: string) => boolean;
} {
  const { allowedOrigins, webhookFrom, trace } = http;
  const routes = routesOf(http);
  const run = inFlight(http.maxInFlight);

  const answer = async (
    incoming: Incoming,
    connection: Connection,
    context: Context,
  ): Promise<Outgoing> => {
    const route = routes.get(incoming.path);
    if (!route) throw new WalletServerError('not_found', 'There is nothing at this path.');
    const { from, method } = route;
    if (from === 'page' && isPreflight(incoming, allowedOrigins)) return respond({ status: 204 });
    if (incoming.method !== method && !(incoming.method === 'HEAD' && method === 'GET')) {
      const text = `Only ${method} is served here.`;
      throw new WalletServerError('method_not_allowed', text, { allow: method });
    }
    if (from === 'service') checkAddress(connection, webhookFrom);
    if (from === 'page') {
      checkOrigin(incoming, allowedOrigins);
      checkType(incoming);
    }
    const bytes = await incoming.read();
    const reply = await run(route.share, async () => route.answer(incoming, bytes, context, http));
    if (reply) return respond(reply);
    throw new WalletServerError('overloaded', 'Too much work is under way.', { retryAfter: 2 });
  };

  return {
    matches: (path) => routes.has(path),
    serve: async (incoming, connection, context) => {
      const { path } = incoming;
      const route = routes.get(path);
      // An unknown path may hold anything, so it is not repeated.
      const about = { method: incoming.method, path: route ? path : 'other' };
      const start = performance.now();
      let code: ErrorCode | undefined;
      const work = async (): Promise<Outgoing> =>
        answer(incoming, connection, context).catch((error: unknown) => {
          throw asKnown(error);
        });
      const response = await trace('request', about, work).catch((error: unknown) => {
        const known = asKnown(error);
        code = known.code;
        // A flood must not fill the log too.
        const isLogged = code !== 'overloaded' || http.limits.warnings(code) === 0;
        if (known.status >= 500 && isLogged) {
          context.log.error('a request failed', { ...about, ...describe(known) });
        }
        return refuse(known);
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

function respond(
  { status, json, body, type = 'application/json' }: Reply,
  more: Outgoing['headers'] = {},
): Outgoing {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...more };
  const content = json ? JSON.stringify(json) : (body ?? '');
  if (content.length === 0) return { status, headers, body: null };
  return { status, headers: { ...headers, 'content-type': type }, body: content };
}

/** Every error as one of this package, without the text of a foreign one. */
export function asKnown(error: unknown): WalletServerError {
  if (error instanceof WalletServerError) return error;
  if (error instanceof ProtocolError) {
    return new WalletServerError(error.code, error.message, { field: error.field });
  }
  return new WalletServerError('internal', 'Something unexpected went wrong.', { cause: error });
}

/** An error as a problem document (RFC 9457); it echoes nothing of the request. */
export function refuse(error: WalletServerError): Outgoing {
  const { code, status, origin, message, suggestion, details } = error;
  const { field, outcome, paymentStatus, acsUrl, errors, allow, retryAfter } = details;
  const isSecret = origin === 'configuration' || origin === 'internal';
  const isLogged = isSecret && code !== 'body_already_parsed';
  // JSON leaves out what is undefined.
  const problem: Readonly<Record<keyof Problem, unknown>> = {
    type: 'about:blank',
    title: isSecret ? 'The server failed.' : message,
    status,
    code,
    detail: isLogged ? 'See the log of the server.' : suggestion,
    field,
    outcome,
    payment_status: paymentStatus,
    acs_url: acsUrl,
    errors,
  };
  const headers = {
    ...(allow !== undefined && { allow }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  };
  return respond({ status, json: problem, type: 'application/problem+json' }, headers);
}

/** A trace that only watches: the work runs once and ends as it ends, whatever the trace does with it. */
export function harmlessTrace(trace: Trace = async (_name, _fields, work) => work()): Trace {
  return async (name, fields, work) => {
    let result: ReturnType<typeof work> | undefined;
    // Not async: that would wrap each call in a promise whose rejection may stay unhandled.
    const once = (): ReturnType<typeof work> => {
      result ??= work();
      result.catch(() => undefined);
      return result;
    };
    try {
      await trace(name, fields, once);
    } catch {
      // The error of the work itself is thrown below.
    }
    return once();
  };
}
