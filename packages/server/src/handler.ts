import { ProtocolError } from '@wallet-buttons/protocol';
import type { Problem } from '@wallet-buttons/protocol';
import { readCapped } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { describe } from './context.ts';
import type { Context } from './context.ts';
import { checkOrigin, corsHeaders, isPreflight } from './cors.ts';
import { WalletServerError } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import type { Asked, Incoming, Outgoing } from './message.ts';
import { readStrictJson } from './json.ts';
import { domainAssociation } from './routes/domain-association.ts';
import { payToken } from './routes/pay-token.ts';
import { prepare } from './routes/prepare.ts';
import type { Input, Reply } from './routes/route.ts';
import { status } from './routes/status.ts';
import { validateMerchant } from './routes/validate-merchant.ts';
import { webhook } from './routes/webhook.ts';

interface Route {
  readonly answer: (input: Input, context: Context) => Promise<Reply>;
  readonly method: 'POST' | 'GET';
  /** The shop's own page, with JSON; the payment service; or anyone. */
  readonly from: 'page' | 'service' | 'anyone';
}

/** Where the routes are, and whose pages may call them. */
export interface HandlerOptions {
  readonly basePath: string;
  readonly allowedOrigins: readonly string[];
}

/** What is known of a request beside it. */
export interface Connection {
  /** Whoever asks, behind the proxies that are trusted; needed for `webhookFrom` alone. */
  readonly clientAddress?: string | null;
}

/** The largest body that any endpoint takes, in bytes. */
export const bodyLimit = 64 * 1024;
/** How long a sender may take for one body, in milliseconds. */
export const bodyPatience = 10_000;

/** Request to response over the routes. It never rejects: what goes wrong is a problem document. */
export function createHandler(
  { basePath, allowedOrigins }: HandlerOptions,
  context: Context,
): {
  readonly serve: (incoming: Incoming, connection?: Connection) => Promise<Outgoing>;
  readonly routes: readonly string[];
} {
  const page = (answer: Route['answer']): Route => ({ answer, method: 'POST', from: 'page' });
  const hook: Route = { answer: webhook, method: 'POST', from: 'service' };
  const file: Route = { answer: domainAssociation, method: 'GET', from: 'anyone' };
  const { association } = context.walletA;
  const routes = new Map<string, Route>([
    [`${basePath}/prepare`, page(prepare)],
    [`${basePath}/validate-merchant`, page(validateMerchant)],
    [`${basePath}/pay-token`, page(payToken)],
    [`${basePath}/status`, page(status)],
    [`${basePath}/webhook/v1`, hook],
    [`${basePath}/webhook/v2`, hook],
    [`${basePath}/webhook/v3`, hook],
    ...(association ? [[association.path, file] as const] : []),
  ]);

  const answer = async (
    { asked, read, original }: Incoming,
    from: Connection,
  ): Promise<Outgoing> => {
    const { method, path } = asked;
    const route = routes.get(path);
    if (!route) throw new WalletServerError('not_found', 'There is nothing at this path.');
    if (route.from === 'page' && isPreflight(asked, allowedOrigins)) {
      return respond({ status: 204 });
    }
    if (method !== route.method && !(method === 'HEAD' && route.method === 'GET')) {
      const allow = route.method;
      throw new WalletServerError('method_not_allowed', `Only ${allow} is served here.`, { allow });
    }
    if (route.from === 'service') checkAddress(from, context);
    if (route.from === 'page') {
      checkOrigin(asked, allowedOrigins);
      checkType(asked);
    }
    const bytes = await read();
    const json = (): unknown => readStrictJson(bytes);
    const input = { asked, original, bytes, json, version: path.slice(-2) };
    return respond(await route.answer(input, context));
  };

  return {
    routes: [...routes.keys()],
    serve: async (incoming, connection = {}) => {
      const { asked } = incoming;
      const { path } = asked;
      const route = routes.get(path);
      // A path that is none may hold anything, so it is not repeated.
      const about = { method: asked.method, path: route ? path : 'other' };
      const from = performance.now();
      let code: ErrorCode | undefined;
      const response = await context
        .trace('request', about, async () =>
          answer(incoming, connection).catch((error: unknown) => {
            throw asKnown(error);
          }),
        )
        .catch((error: unknown) => {
          const known = asKnown(error);
          code = known.code;
          if (known.status >= 500)
            context.log.error('a request failed', { ...about, ...describe(known) });
          return refuse(known);
        });
      const cors = route?.from === 'page' ? corsHeaders(asked, allowedOrigins) : {};
      const ms = Math.round(performance.now() - from);
      const { status } = response;
      context.log.info('request', {
        ...about,
        status,
        ...(code !== undefined && { code }),
        ...(code === 'address_not_allowed' && { address: loggable(connection) }),
        ms,
      });
      return { ...response, headers: { ...response.headers, ...cors } };
    },
  };
}

/** A platform's Request, as the handler takes it. */
export function incomingOf(request: Request): Incoming {
  const { method, headers } = request;
  const url = new URL(request.url);
  const { pathname: path } = url;
  // Of a page's call the header is the browser's word; a server behind a proxy may name itself in the URL.
  const host = headers.get('host') ?? url.host;
  return {
    asked: { method, headers, path, host },
    read: async () => {
      if (request.bodyUsed) {
        throw new WalletServerError('body_already_parsed', 'Something read the body before.');
      }
      return readCapped(request.body, bodyLimit, bodyPatience);
    },
    original: () => request,
  };
}

/** An extra lock where addresses are listed; whoever cannot be told apart stays out. */
function checkAddress({ clientAddress }: Connection, { webhookFrom }: Context): void {
  if (!webhookFrom || (typeof clientAddress === 'string' && webhookFrom(clientAddress))) return;
  throw new WalletServerError('address_not_allowed', 'The address is not one of the service’s.');
}

/** The address that `webhookFrom` may lack; a runtime may have it from a header, which can hold anything. */
function loggable({ clientAddress }: Connection): string | null {
  return clientAddress && /^[\da-f.:]{2,45}$/i.test(clientAddress) ? clientAddress : null;
}

function checkType({ headers }: Asked): void {
  const type = headers.get('content-type') ?? '';
  if (
    !/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type) ||
    headers.has('content-encoding')
  ) {
    throw new WalletServerError('unsupported_media_type', 'Only JSON is read here.');
  }
}

function respond({ status, body, type = 'application/json' }: Reply): Outgoing {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (!body) return { status, headers, body: null };
  return {
    status,
    headers: { ...headers, 'content-type': type },
    body: body instanceof Uint8Array ? (body as Bytes) : JSON.stringify(body),
  };
}

/** Whatever was thrown, as an error of this package, without its text. */
export function asKnown(error: unknown): WalletServerError {
  if (error instanceof WalletServerError) return error;
  if (error instanceof ProtocolError) {
    const code: ErrorCode = error.code;
    return new WalletServerError(code, error.message, { field: error.field });
  }
  return new WalletServerError('internal', 'Something unexpected went wrong.', { cause: error });
}

/** An error as a problem document (RFC 9457); it echoes nothing of the request. */
export function refuse({
  code,
  status,
  origin,
  message,
  suggestion,
  details,
}: WalletServerError): Outgoing {
  const { field, outcome, paymentStatus, acsUrl, errors, allow, retryAfter } = details;
  const secret = origin === 'configuration' || origin === 'internal';
  const problem = {
    type: 'about:blank',
    title: secret ? 'The server failed.' : message,
    status,
    code,
    detail: secret && code !== 'body_already_parsed' ? 'See the log of the server.' : suggestion,
    ...(field !== undefined && { field }),
    ...(outcome !== undefined && { outcome }),
    ...(paymentStatus !== undefined && { payment_status: paymentStatus }),
    ...(acsUrl !== undefined && { acs_url: acsUrl }),
    ...(errors !== undefined && { errors }),
  } satisfies Problem;
  const { headers, body } = respond({ status, body: problem, type: 'application/problem+json' });
  return {
    status,
    headers: {
      ...headers,
      ...(allow !== undefined && { allow }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
    body,
  };
}
