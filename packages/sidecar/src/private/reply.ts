import { WalletServerError } from '@wallet-buttons/server';
import { CodedError } from '@wallet-buttons/service-client';
import { SidecarError } from '../errors.ts';
import { snakeCase } from '../snake-case.ts';

/** An answer of the private part. */
export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** JSON with the fields in snake_case. */
export function json(status: number, value: unknown): Reply {
  return { status, type: 'application/json', body: JSON.stringify(snakeCase(value)) };
}

/** The answer of a web handler. */
export function responseOf({ status, type, body, headers }: Reply, method: string): Response {
  const hasBody = method !== 'HEAD' && status !== 304;
  return new Response(hasBody ? body : null, {
    status,
    headers: {
      'content-type': type,
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

/** An error as a problem document (RFC 9457). The text of an error in the set-up stays in the log. */
export function problem(error: unknown, extra: object = {}): Reply {
  const codedError = codedErrorOf(error);
  const { code, status, origin, message, suggestion, details } = codedError;
  const ofServer = codedError instanceof WalletServerError ? codedError.details : {};
  const { payment, errors, retryAfter } = ofServer;
  // What the shop answered wrongly helps the one who asks with a token.
  const isOfHook = code.startsWith('hook_');
  const isSecret = !isOfHook && (origin === 'configuration' || origin === 'internal');
  const document = {
    type: 'about:blank',
    title: isSecret ? 'The sidecar failed.' : message,
    status,
    code,
    detail: isSecret ? 'See the log of the sidecar.' : suggestion,
    field: details.field,
    outcome: payment?.outcome,
    payment_status: payment?.status,
    acs_url: payment?.acs_url,
    errors,
    ...extra,
  };
  return {
    status,
    type: 'application/problem+json',
    body: JSON.stringify(snakeCase(document)),
    headers: {
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  };
}

/** The error of a hook is the cause of one of the server, which says only that `findOrder` failed. */
function codedErrorOf(error: unknown): CodedError {
  const cause: unknown = error instanceof WalletServerError ? error.cause : undefined;
  if (cause instanceof SidecarError) return cause;
  return error instanceof CodedError
    ? error
    : new SidecarError('internal', 'Something went wrong.');
}
