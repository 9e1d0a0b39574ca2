import { ProtocolError } from '@wallet-buttons/protocol';
import type { Problem } from '@wallet-buttons/protocol';
import { parseJson, readCapped } from './bytes.ts';
import type { Bytes } from './bytes.ts';
import { describe } from './context.ts';
import type { Context } from './context.ts';
import { WalletServerError } from './errors.ts';
import type { ErrorCode } from './errors.ts';
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
  /** Called by the shop's own page: JSON, from the shop's own origin. */
  readonly browser: boolean;
}

export interface HandlerOptions {
  readonly basePath: string;
  readonly allowedOrigins: readonly string[];
}

/** The largest body that any endpoint takes, in bytes. */
export const bodyLimit = 64 * 1024;

/** `(Request) => Response` over the routes. It never rejects: what goes wrong is a problem document. */
export function createHandler(
  { basePath, allowedOrigins }: HandlerOptions,
  context: Context,
): {
  readonly handle: (request: Request) => Promise<Response>;
  readonly routes: readonly string[];
} {
  const page = (answer: Route['answer']): Route => ({ answer, method: 'POST', browser: true });
  const hook: Route = { answer: webhook, method: 'POST', browser: false };
  const file: Route = { answer: domainAssociation, method: 'GET', browser: false };
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

  const answer = async (request: Request, path: string): Promise<Response> => {
    const route = routes.get(path);
    if (!route) throw new WalletServerError('not_found', 'There is nothing at this path.');
    const { method } = request;
    if (method !== route.method && !(method === 'HEAD' && route.method === 'GET')) {
      const allow = route.method;
      throw new WalletServerError('method_not_allowed', `Only ${allow} is served here.`, { allow });
    }
    if (route.browser) {
      checkOrigin(request, allowedOrigins);
      checkType(request);
    }
    if (request.bodyUsed) {
      throw new WalletServerError('body_already_parsed', 'Something read the body before.');
    }
    const bytes = await readCapped(request.body, bodyLimit);
    const input = { request, bytes, json: () => readJson(bytes), version: path.slice(-2) };
    return respond(await route.answer(input, context));
  };

  return {
    routes: [...routes.keys()],
    handle: async (request) => {
      const path = new URL(request.url).pathname;
      try {
        return await answer(request, path);
      } catch (error) {
        const known = asKnown(error);
        if (known.status >= 500) {
          context.log.error('a request failed', { path, ...describe(known) });
        } else {
          context.log.info('a request was refused', { path, code: known.code });
        }
        return refuse(known);
      }
    },
  };
}

/**
 * Only the shop's own pages may call: a browser says where a call comes from, and other clients hold
 * no payer's cookies. The scheme is not compared, since a proxy may have taken TLS off.
 */
function checkOrigin({ headers, url }: Request, allowed: readonly string[]): void {
  const origin = headers.get('origin');
  if (origin !== null && allowed.includes(origin)) return;
  const foreign =
    origin !== null && (!URL.canParse(origin) || new URL(origin).host !== new URL(url).host);
  if (foreign || headers.get('sec-fetch-site') === 'cross-site') {
    throw new WalletServerError('cross_site', 'The call comes from another site.');
  }
}

function checkType({ headers }: Request): void {
  const type = headers.get('content-type') ?? '';
  if (
    !/^application\/json(?: *; *charset="?utf-8"?)?$/i.test(type) ||
    headers.has('content-encoding')
  ) {
    throw new WalletServerError('unsupported_media_type', 'Only JSON is read here.');
  }
}

function readJson(bytes: Bytes): unknown {
  try {
    return parseJson(bytes);
  } catch {
    throw new WalletServerError('invalid_json', 'The body is not JSON in UTF-8.');
  }
}

function respond({ status, body, type }: Reply): Response {
  const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
  if (!body) return new Response(null, { status, headers });
  return new Response(body instanceof Uint8Array ? (body as Bytes) : JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': type ?? 'application/json' },
  });
}

function asKnown(error: unknown): WalletServerError {
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
  message,
  suggestion,
  details,
}: WalletServerError): Response {
  const { field, outcome, paymentStatus, allow } = details;
  const secret = status === 500;
  const problem = {
    type: 'about:blank',
    title: secret ? 'The server failed.' : message,
    status,
    code,
    detail: secret && code !== 'body_already_parsed' ? 'See the log of the server.' : suggestion,
    ...(field !== undefined && { field }),
    ...(outcome !== undefined && { outcome }),
    ...(paymentStatus !== undefined && { payment_status: paymentStatus }),
  } satisfies Problem;
  const response = respond({ status, body: problem, type: 'application/problem+json' });
  if (allow !== undefined) response.headers.set('allow', allow);
  return response;
}
