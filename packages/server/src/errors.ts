import type { FieldError, Outcome } from '@wallet-buttons/protocol';
import { redacted } from './redact.ts';

/** Who has to act. */
export type ErrorOrigin =
  'configuration' | 'request' | 'service' | 'network' | 'store' | 'internal';

interface CodeRow {
  readonly status: number;
  readonly origin: ErrorOrigin;
  readonly retryable: boolean;
  readonly suggestion: string;
}

/** Every code the package knows, what it answers over HTTP, and what to do about it. */
const codes = {
  config_invalid: row(500, 'configuration', 'Correct the option that the message names.'),
  key_invalid: row(
    500,
    'configuration',
    'Give an RSA key of 2048 bits or more as PEM; write PKCS#8 with `openssl pkcs8 -topk8 -nocrypt`.',
  ),
  order_invalid: row(
    500,
    'configuration',
    'findOrder must return a positive amount as a decimal string, and an ISO 4217 currency.',
  ),
  body_already_parsed: row(
    500,
    'configuration',
    "Keep body parsers away from the wallet's paths. Express: mount the listener before express.json(). Fastify: call app.removeAllContentTypeParsers() in a plugin of its own. Next: export const config = { api: { bodyParser: false } } below pages/api, and no request.json() in a route handler. Or keep the raw bytes as request.rawBody.",
  ),
  missing_field: row(400, 'request', 'Send every required field.'),
  invalid_field: row(400, 'request', 'Send the field in the shape that the contract names.'),
  unknown_field: row(400, 'request', 'Send only the fields that the contract names.'),
  invalid_amount: row(400, 'request', 'Send an exact decimal string.'),
  invalid_currency: row(400, 'request', 'Send an ISO 4217 code.'),
  too_large: row(413, 'request', 'Send less.'),
  too_slow: row(408, 'request', 'Send the body at once.', true),
  too_many: row(429, 'request', 'Wait as long as Retry-After says.', true),
  invalid_json: row(400, 'request', 'Send one JSON object in UTF-8, each key once.'),
  invalid_idempotency_key: row(
    400,
    'request',
    'Send one Idempotency-Key of 1 to 255 printable ASCII characters, new for each press.',
  ),
  idempotency_key_reused: row(422, 'request', 'Use a new Idempotency-Key for another payment.'),
  not_found: row(404, 'request', 'See the contract for the paths.'),
  method_not_allowed: row(405, 'request', 'Use the method named in the Allow header.'),
  unsupported_media_type: row(415, 'request', 'Send application/json in UTF-8, unencoded.'),
  cross_site: row(
    403,
    'request',
    'Call from the shop itself, or list its origin in allowedOrigins.',
  ),
  address_not_allowed: row(
    403,
    'request',
    'Add the address to webhookFrom, and the proxies before the server to trustedProxies.',
  ),
  choices_refused: row(422, 'request', 'Let the payer put right what `errors` names.'),
  order_not_found: row(404, 'request', 'Check the order reference.'),
  no_payment: row(404, 'request', 'Nothing was paid for this order yet.'),
  amount_mismatch: row(409, 'request', 'Reload the page: the order has another total now.'),
  in_progress: row(409, 'request', 'Do not pay again; ask the status endpoint.'),
  already_paid: row(409, 'request', 'Do not pay again; the order is paid.'),
  token_reused: row(409, 'request', 'Ask the payer to agree again: a token pays once.'),
  validation_url_not_allowed: row(
    400,
    'request',
    "Pass the validationURL of the provider's event untouched.",
  ),
  domain_not_allowed: row(403, 'request', 'Add the domain to walletA.domains.'),
  signature_invalid: row(401, 'request', 'Sign the exact bytes of the body.'),
  webhook_invalid: row(400, 'request', 'Send a body with the id of the session.'),
  webhook_unknown: row(404, 'request', 'The session is not known here.'),
  not_opened: row(503, 'service', 'Nothing was paid; try again.', true),
  signer_failed: row(
    503,
    'configuration',
    'Check the key, when it holds, or the key service; nothing was sent.',
  ),
  service_unreachable: row(503, 'network', 'Nothing was sent; try again.', true),
  service_no_answer: row(502, 'network', 'It may have arrived; ask for the status.'),
  service_failed: row(502, 'service', 'It may have been processed; ask for the status.'),
  service_refused: row(502, 'service', 'Read serviceCode; a 403 points to the IP allow-list.'),
  service_answer_invalid: row(502, 'service', 'Compare the answer with the wire profile.'),
  store_failed: row(
    503,
    'store',
    'Check the database and its disk; nothing was acknowledged.',
    true,
  ),
  internal: row(500, 'internal', 'See the log of the server.'),
} as const satisfies Record<string, CodeRow>;

/** Stable, for programs. The set is closed. */
export type ErrorCode = keyof typeof codes;

/** What an error says beyond its code; nothing here may come from a request's body. */
export interface ErrorDetails {
  /** Kept without its text where it is somebody else's error: that may quote a request. */
  readonly cause?: unknown;
  /** The offending field of a request. */
  readonly field?: string;
  /** Overrides the advice that comes with the code. */
  readonly suggestion?: string;
  /** How the order's payment stands. */
  readonly outcome?: Outcome;
  readonly paymentStatus?: string;
  /** The bank's page that its payer has to see, checked. */
  readonly acsUrl?: string;
  /** The HTTP status of the payment service's answer. */
  readonly serviceStatus?: number;
  /** `code`, or else `type`, of the payment service's error body. */
  readonly serviceCode?: string;
  /** The fields that its validation complained of. */
  readonly serviceFields?: readonly string[];
  /** Its own id of the call, to name when asking the service. */
  readonly requestId?: string;
  /** What the payer can put right, as findOrder said it. */
  readonly errors?: readonly FieldError[];
  /** The methods that a path knows, for the Allow header. */
  readonly allow?: string;
  /** In seconds, for the Retry-After header. */
  readonly retryAfter?: number;
}

/** The one error of this package: a stable code, who has to act, and what to do. */
export class WalletServerError extends Error {
  override readonly name = 'WalletServerError';
  readonly code: ErrorCode;
  readonly origin: ErrorOrigin;
  /** True where the same call may simply be made again. */
  readonly retryable: boolean;
  readonly suggestion: string;
  /** The HTTP status that this error is answered with. */
  readonly status: number;
  readonly details: Omit<ErrorDetails, 'cause' | 'suggestion'>;

  constructor(
    code: ErrorCode,
    message: string,
    { cause, suggestion, ...details }: ErrorDetails = {},
  ) {
    const isOurs = cause === undefined || cause instanceof WalletServerError;
    super(message, cause === undefined ? undefined : { cause: isOurs ? cause : redacted(cause) });
    this.code = code;
    this.origin = codes[code].origin;
    this.retryable = codes[code].retryable;
    this.status = codes[code].status;
    this.suggestion = suggestion ?? codes[code].suggestion;
    this.details = details;
  }
}

function row(status: number, origin: ErrorOrigin, suggestion: string, retryable = false): CodeRow {
  return { status, origin, retryable, suggestion };
}
