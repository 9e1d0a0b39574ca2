import type { FieldError, PayTokenAnswer } from '@wallet-buttons/protocol';
import {
  CodedError,
  type ErrorRow,
  serviceErrors,
  type ServiceErrorDetails,
  wholeNumber as checkedNumber,
} from '@wallet-buttons/service-client';

export { describe } from '@wallet-buttons/service-client';

const keepRawBody =
  "Keep body parsers away from the wallet's paths. Express: mount the listener before express.json(). Fastify: call app.removeAllContentTypeParsers() in a plugin of its own. Next: export const config = { api: { bodyParser: false } } below pages/api, and no request.json() in a route handler. Or keep the raw bytes as request.rawBody.";
const passUrlOn =
  "Pass the validationURL of the provider's event unchanged; add a new gateway to wallets.wallet-a.gateways of the wire profile.";
const passHostOn =
  "Call from the shop's origin, or list yours in allowedOrigins. A proxy must pass the Host header on.";

const codes = {
  ...serviceErrors,
  body_already_parsed: [500, 'configuration', keepRawBody],
  missing_field: [400, 'request', 'Send every required field.'],
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
  amount_mismatch: [
    409,
    'request',
    'Show the total of findOrder: the page has another one, or the order has changed.',
  ],
  order_estimated: [
    409,
    'request',
    'Settle shipping and discounts first: findOrder then returns the total without estimated.',
  ],
  in_progress: [409, 'request', 'Do not pay again; ask the status endpoint.'],
  already_paid: [409, 'request', 'Do not pay again; the order is paid.'],
  too_many_attempts: [
    409,
    'request',
    'Look why they failed, then open the order for payers again: wallet.reopen(order), or the desk.',
  ],
  token_reused: [409, 'request', 'Ask the payer to agree again: a token pays once.'],
  validation_url_not_allowed: [400, 'request', passUrlOn],
  domain_not_allowed: [403, 'request', 'Add the domain to walletA.domains.'],
  attempt_required: [409, 'request', 'Name the attempt; find(order).attempts shows them.'],
  operation_not_possible: [409, 'request', 'Look at the state of the payment first.'],
  payment_disputed: [
    409,
    'request',
    'Wait until the dispute is won or lost. With force it is sent all the same: the money may go back twice.',
  ],
  operation_in_progress: [409, 'request', 'Wait for the operation that is under way.'],
  payment_changed: [
    409,
    'request',
    'Look at the payment again: somebody has changed it meanwhile.',
  ],
  amount_too_high: [422, 'request', 'Ask for no more than is left of the payment.'],
  overloaded: [503, 'request', 'Wait as long as Retry-After says.', true],
  signature_invalid: [401, 'request', 'Sign the exact bytes of the body.'],
  webhook_unknown: [404, 'request', 'No payment has this session.'],
  not_opened: [503, 'service', 'Nothing was paid; try again.', true],
  store_failed: [503, 'store', 'Check the database; nothing was acknowledged.', true],
} as const satisfies Record<string, ErrorRow>;

/** Every code of the server and of the signed calls. Stable, for programs. The set is closed. */
export type ErrorCode = keyof typeof codes;

/** Whether a text is one of the codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(codes, text);
}

/** The details of an error beside its code; never a value from the body of a request. */
export interface ErrorDetails extends ServiceErrorDetails {
  /** The present status of the order's payment. */
  readonly payment?: PayTokenAnswer;
  /** What the payer can correct, from `findOrder`. */
  readonly errors?: readonly FieldError[];
  /** The methods of a path, for the Allow header. */
  readonly allow?: string;
  /** In seconds, for the Retry-After header. */
  readonly retryAfter?: number;
}

/**
 * The one error of this package. What the signed calls, the keys and the options below `service` throw is a
 * `ServiceError` of `@wallet-buttons/service-client`; both are a `CodedError`.
 */
export class WalletServerError extends CodedError {
  override readonly name = 'WalletServerError';
  declare readonly code: ErrorCode;
  declare readonly details: Omit<ErrorDetails, 'cause' | 'suggestion'>;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(code, codes[code], message, details);
  }
}

/** The error for an unusable option, which the message names. */
export function invalidConfig(message: string, details?: ErrorDetails): WalletServerError {
  return new WalletServerError('config_invalid', message, details);
}

/** Checks a number of the options. */
export function wholeNumber(value: number, option: string): number {
  return checkedNumber(value, option, 1, invalidConfig);
}
