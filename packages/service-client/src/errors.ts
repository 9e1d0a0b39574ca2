import type { FieldError, PayTokenAnswer } from '@wallet-buttons/protocol';

/** Who has to act. */
// prettier-ignore
export type ErrorOrigin =
  'configuration' | 'request' | 'service' | 'network' | 'store' | 'internal';

/** The HTTP status, who has to act, what to do, and whether the same call may be repeated. */
type CodeRow = readonly [number, ErrorOrigin, string, boolean?];

const keepRawBody =
  "Keep body parsers away from the wallet's paths. Express: mount the listener before express.json(). Fastify: call app.removeAllContentTypeParsers() in a plugin of its own. Next: export const config = { api: { bodyParser: false } } below pages/api, and no request.json() in a route handler. Or keep the raw bytes as request.rawBody.";
const passUrlOn =
  "Pass the validationURL of the provider's event unchanged; add a new gateway to wallets.wallet-a.gateways of the wire profile.";
const passHostOn =
  "Call from the shop's origin, or list yours in allowedOrigins. A proxy must pass the Host header on.";

const codes = {
  config_invalid: [500, 'configuration', 'Correct the option that the message names.'],
  key_invalid: [500, 'configuration', 'Give an RSA key of 2048 bits or more as PEM.'],
  order_invalid: [500, 'configuration', 'Correct what findOrder returns, as the message says.'],
  body_already_parsed: [500, 'configuration', keepRawBody],
  missing_field: [400, 'request', 'Send every required field.'],
  invalid_field: [400, 'request', 'Send the field in the shape that the contract names.'],
  unknown_field: [400, 'request', 'Send only the fields that the contract names.'],
  invalid_amount: [400, 'request', 'Send an exact decimal string.'],
  invalid_currency: [400, 'request', 'Send an ISO 4217 code.'],
  too_large: [413, 'request', 'Send a smaller body.'],
  too_slow: [408, 'request', 'Send the whole body at once.', true],
  too_many: [429, 'request', 'Wait as long as Retry-After says.', true],
  invalid_json: [400, 'request', 'Send one JSON object in UTF-8, each key once.'],
  invalid_idempotency_key: [400, 'request', 'Send a new key of 1 to 255 ASCII characters.'],
  idempotency_key_reused: [422, 'request', 'Use a new Idempotency-Key for another payment.'],
  not_found: [404, 'request', 'See the contract for the paths.'],
  method_not_allowed: [405, 'request', 'Use the method named in the Allow header.'],
  unsupported_media_type: [415, 'request', 'Send application/json in UTF-8, unencoded.'],
  cross_site: [403, 'request', passHostOn],
  address_not_allowed: [403, 'request', 'Add it to webhookFrom, or proxies to trustedProxies.'],
  choices_refused: [422, 'request', 'Let the payer correct what `errors` names.'],
  order_not_found: [404, 'request', 'Check the order reference.'],
  no_payment: [404, 'request', 'This order has no payment yet.'],
  amount_mismatch: [409, 'request', 'Reload the page: the total of the order has changed.'],
  in_progress: [409, 'request', 'Do not pay again; ask the status endpoint.'],
  already_paid: [409, 'request', 'Do not pay again; the order is paid.'],
  token_reused: [409, 'request', 'Ask the payer to agree again: a token pays once.'],
  validation_url_not_allowed: [400, 'request', passUrlOn],
  domain_not_allowed: [403, 'request', 'Add the domain to walletA.domains.'],
  attempt_required: [409, 'request', 'Name the attempt; find(order).attempts shows them.'],
  operation_not_possible: [409, 'request', 'Look at the state of the payment first.'],
  operation_in_progress: [409, 'request', 'Wait for the operation that is under way.'],
  amount_too_high: [422, 'request', 'Ask for no more than is left of the payment.'],
  overloaded: [503, 'request', 'Wait as long as Retry-After says.', true],
  signature_invalid: [401, 'request', 'Sign the exact bytes of the body.'],
  webhook_invalid: [400, 'request', 'Compare the message with webhook in the wire profile.'],
  webhook_unknown: [404, 'request', 'No payment has this session.'],
  not_opened: [503, 'service', 'Nothing was paid; try again.', true],
  signer_failed: [503, 'configuration', 'Check the key or its service; nothing was sent.'],
  service_unreachable: [503, 'network', 'Nothing was sent; try again.', true],
  service_no_answer: [502, 'network', 'It may have arrived; ask for the status.'],
  service_failed: [502, 'service', 'It may have been processed; ask for the status.'],
  service_refused: [502, 'service', 'Read serviceCode; a 403 points to the IP allow-list.'],
  service_answer_invalid: [502, 'service', 'Compare the answer with the wire profile.'],
  store_failed: [503, 'store', 'Check the database; nothing was acknowledged.', true],
  internal: [500, 'internal', 'See the log of the server.'],
} as const satisfies Record<string, CodeRow>;

/** Stable, for programs. The set is closed. */
export type ErrorCode = keyof typeof codes;

/** Whether a text is one of the codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(codes, text);
}

/** The details of an error beside its code; never a value from the body of a request. */
export interface ErrorDetails {
  /** The text of another package's error is removed: it may quote a request. */
  readonly cause?: unknown;
  /** The invalid field of a request. */
  readonly field?: string;
  /** Replaces the suggestion of the code. */
  readonly suggestion?: string;
  /** The present status of the order's payment. */
  readonly payment?: PayTokenAnswer;
  /** The HTTP status of the payment service's answer. */
  readonly serviceStatus?: number;
  /** `code`, or else `type`, of the payment service's error body. */
  readonly serviceCode?: string;
  /** The fields that its validation refused. */
  readonly serviceFields?: readonly string[];
  /** The service's id of the call, for questions to its support. */
  readonly requestId?: string;
  /** What the payer can correct, from `findOrder`. */
  readonly errors?: readonly FieldError[];
  /** The methods of a path, for the Allow header. */
  readonly allow?: string;
  /** In seconds, for the Retry-After header. */
  readonly retryAfter?: number;
}

/** The one error of this package: a stable code, who has to act, and what to do. */
export class WalletServerError extends Error {
  override readonly name = 'WalletServerError';
  readonly code: ErrorCode;
  readonly origin: ErrorOrigin;
  /** True when the same call may be repeated unchanged. */
  readonly retryable: boolean;
  readonly suggestion: string;
  /** The HTTP status of the response. */
  readonly status: number;
  readonly details: Omit<ErrorDetails, 'cause' | 'suggestion'>;

  constructor(
    code: ErrorCode,
    message: string,
    { cause, suggestion, ...details }: ErrorDetails = {},
  ) {
    const isOwn = cause === undefined || cause instanceof WalletServerError;
    super(message, cause === undefined ? undefined : { cause: isOwn ? cause : redacted(cause) });
    const [status, origin, known, isRetryable = false]: CodeRow = codes[code];
    this.code = code;
    this.origin = origin;
    this.retryable = isRetryable;
    this.status = status;
    this.suggestion = suggestion ?? known;
    this.details = details;
  }
}

/** The fields of an error that may be logged; never the text of another package's error. */
export function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: typeof error };
  if (!(error instanceof WalletServerError)) {
    const { name, message, stack = '' } = redacted(error);
    const [, at = ''] = stack.split('\n');
    return { error: message === keptBack ? name : message, at: at.trim() };
  }
  const { code, message: text, suggestion, details, cause } = error;
  const { serviceStatus, serviceCode, serviceFields, requestId } = details;
  const ofService = { serviceStatus, serviceCode, serviceFields, requestId };
  const shown = cause === undefined ? undefined : describe(cause);
  const all = { code, text, suggestion, ...ofService, cause: shown };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

const keptBack = 'The text of this error is kept back.';

/** An error without its text, which may quote a request: its name, code, place and causes are kept. */
export function redacted(error: unknown, depth = 4): Error {
  try {
    if (error instanceof Error) return safeCopy(error, depth);
  } catch {
    // A foreign error may throw when it is read; nothing of it is kept.
  }
  return safeCopy(Object.assign(new Error(), { stack: '' }), 0);
}

function safeCopy(
  error: Error & { readonly code?: unknown; readonly errstr?: unknown },
  depth: number,
) {
  const { name, message, stack = '', cause, code: foreign, errstr } = error;
  const code = safeText(foreign);
  // SQLite's fixed text for its code: a full disk and a broken one have the same code.
  const isFixed = code === 'ERR_SQLITE_ERROR' && typeof errstr === 'string';
  const below = stack.split('\n').slice(message.split('\n').length);
  const safe = new Error(isFixed ? errstr : (code ?? keptBack));
  if (cause !== undefined && depth > 0) safe.cause = redacted(cause, depth - 1);
  Object.defineProperty(safe, 'name', { value: safeText(name) ?? 'Error', configurable: true });
  // The stack frames, without the lines of its text.
  const frames = below.filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line));
  safe.stack = [`${safe.name}: ${safe.message}`, ...frames].join('\n');
  return Object.assign(safe, code !== null && { code }, isFixed && { errstr });
}

function safeText(value: unknown): string | null {
  return typeof value === 'string' && /^\w{1,64}$/.test(value) ? value : null;
}

/** The error for an unusable option, which the message names. */
export function invalidConfig(message: string, details?: ErrorDetails): WalletServerError {
  return new WalletServerError('config_invalid', message, details);
}

/** Checks a number of the options. An unset variable gives NaN, and a limit of NaN would never apply. */
export function wholeNumber(value: number, option: string, least = 1): number {
  // A longer timer fires at once.
  const most = 2 ** 31 - 1;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = `from ${String(least)} to ${String(most)}`;
  throw invalidConfig(`${option} must be a whole number ${range}.`);
}
