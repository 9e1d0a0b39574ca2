import { incomingOf, type PayOptions, readStrictJson } from '@wallet-buttons/server';
import { Ajv, type ValidateFunction } from 'ajv';
import { SidecarError } from '../errors.ts';

const ajv = new Ajv();
const text = { type: 'string', minLength: 1 };
const fields = { type: 'object' };

/** The body of a payment. The server reads what stands in its fields. */
export const isPayment = ajv.compile<Omit<PayOptions, 'key' | 'request' | 'original'>>({
  type: 'object',
  additionalProperties: false,
  required: ['order', 'wallet', 'token'],
  properties: {
    order: text,
    wallet: text,
    token: text,
    shown: fields,
    card: fields,
    payer: fields,
    shipping_address: fields,
    billing_address: fields,
    shipping_option: text,
    coupon_code: text,
  },
});

/** The body of a capture, a void or a refund. */
export const isOperation = ajv.compile<{
  readonly amount?: string;
  readonly attempt?: string;
  readonly left?: string;
  readonly force?: boolean;
  readonly reason?: string;
}>({
  type: 'object',
  additionalProperties: false,
  properties: { amount: text, attempt: text, left: text, force: { type: 'boolean' }, reason: text },
});

/** The body of a review. */
export const isReview = ajv.compile<{
  readonly outcome: 'succeeded' | 'failed';
  readonly amount?: string;
  readonly reason?: string;
}>({
  type: 'object',
  additionalProperties: false,
  required: ['outcome'],
  properties: { outcome: { enum: ['succeeded', 'failed'] }, amount: text, reason: text },
});

/** A body that has a reason at most. */
export const isReason = ajv.compile<{ readonly reason?: string }>({
  type: 'object',
  additionalProperties: false,
  properties: { reason: text },
});

/** The body of a login. */
export const isLogin = ajv.compile<{ readonly token: string }>({
  type: 'object',
  additionalProperties: false,
  required: ['token'],
  properties: { token: text },
});

/**
 * Reads the body of a request; without one it is `{}`. An empty body that calls itself JSON has lost its content, such as
 * an amount: all of a payment would move.
 * @throws {SidecarError} `unsupported_media_type`, `invalid_field`.
 * @throws {WalletServerError} `too_large`, `too_slow`, `invalid_json`.
 */
export async function readBody<Body>(
  request: Request,
  isBody: ValidateFunction<Body>,
): Promise<Body> {
  const bytes = await incomingOf(request).read();
  const hasJson = isPlainJson(request.headers);
  if (bytes.length > 0 && !hasJson) {
    throw new SidecarError('unsupported_media_type', 'Only JSON is read here.');
  }
  const json = hasJson ? readStrictJson(bytes) : {};
  if (isBody(json)) return json;
  const [error] = isBody.errors ?? [];
  const parameters = Object(error?.params) as Readonly<Record<string, string>>;
  const field =
    error?.instancePath.slice(1) ||
    parameters['missingProperty'] ||
    parameters['additionalProperty'];
  throw new SidecarError('invalid_field', `The body ${error?.message ?? 'is wrong'}.`, {
    ...(field !== undefined && { field }),
  });
}

/** Without a content type of its own, or in another encoding, the bytes would mean something else. */
function isPlainJson(headers: Headers): boolean {
  const type = headers.get('content-type') ?? '';
  const isJson = /^application\/json(?: *; *charset="?utf-8"?)? *;?$/i.test(type);
  return isJson && !headers.has('content-encoding');
}

/**
 * The caller's headers, of which the shop gets those that the configuration lists; never what opened this API: its
 * token, or the cookie of the desk.
 */
export function callerOf({ headers }: Request): Request {
  const callerHeaders = new Headers(headers);
  if (!callerHeaders.has('authorization')) callerHeaders.delete('cookie');
  callerHeaders.delete('authorization');
  return new Request('http://localhost/payments', { headers: callerHeaders });
}

/** The key of a payment or an operation. @throws {SidecarError} `invalid_idempotency_key` */
export function idempotencyKey({ headers }: Request): string {
  const key = headers.get('idempotency-key') ?? '';
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new SidecarError('invalid_idempotency_key', 'The Idempotency-Key is missing or malformed.');
}
