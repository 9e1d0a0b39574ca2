/** Who has to act. */
// prettier-ignore
export type ErrorOrigin =
  'configuration' | 'request' | 'service' | 'network' | 'store' | 'internal';

/** The HTTP status of a server's response, who has to act, what to do, and whether the same call may be repeated. */
export type ErrorRow = readonly [number, ErrorOrigin, string, boolean?];

/** The codes of the signed calls. */
export const serviceErrors = {
  config_invalid: [500, 'configuration', 'Correct the option that the message names.'],
  key_invalid: [500, 'configuration', 'Give an RSA key of 2048 bits or more as PEM.'],
  order_invalid: [500, 'configuration', 'Correct what findOrder returns, as the message says.'],
  invalid_field: [400, 'request', 'Send the field in the shape that the contract names.'],
  webhook_invalid: [400, 'request', 'Compare the message with webhook in the wire profile.'],
  signer_failed: [503, 'configuration', 'Check the key or its service; nothing was sent.'],
  service_unreachable: [503, 'network', 'Nothing was sent; try again.', true],
  service_no_answer: [502, 'network', 'It may have arrived; ask for the status.'],
  service_failed: [502, 'service', 'It may have been processed; ask for the status.'],
  service_refused: [502, 'service', 'Read serviceCode; a 403 points to the IP allow-list.'],
  service_answer_invalid: [502, 'service', 'Compare the answer with the wire profile.'],
  internal: [500, 'internal', 'See the log of the server.'],
} as const satisfies Record<string, ErrorRow>;

/** Stable, for programs. The set is closed. */
export type ServiceErrorCode = keyof typeof serviceErrors;

/** The details of an error beside its code; never a value from the body of a request. */
export interface ServiceErrorDetails {
  /** The text of another package's error is removed: it may quote a request. */
  readonly cause?: unknown;
  /** The invalid field of a request. */
  readonly field?: string;
  /** Replaces the suggestion of the code. */
  readonly suggestion?: string;
  /** The HTTP status of the payment service's answer. */
  readonly serviceStatus?: number;
  /** `code`, or else `type`, of the payment service's error body. */
  readonly serviceCode?: string;
  /** The fields that its validation refused. */
  readonly serviceFields?: readonly string[];
  /** The service's id of the call, for questions to its support. */
  readonly requestId?: string;
}

/**
 * The base of {@link ServiceError} and of the server's `WalletServerError`: a stable code, who has to act, and what to
 * do. `instanceof CodedError` is true for every error of both packages.
 */
export abstract class CodedError extends Error {
  readonly code: string;
  readonly origin: ErrorOrigin;
  /** True when the same call may be repeated unchanged. */
  readonly retryable: boolean;
  readonly suggestion: string;
  /** The HTTP status of a server's response. */
  readonly status: number;
  readonly details: Omit<ServiceErrorDetails, 'cause' | 'suggestion'>;

  constructor(
    code: string,
    [status, origin, suggestion, isRetryable = false]: ErrorRow,
    message: string,
    { cause, suggestion: better = suggestion, ...details }: ServiceErrorDetails,
  ) {
    const isOwn = cause instanceof CodedError;
    super(message, cause === undefined ? undefined : { cause: isOwn ? cause : redacted(cause) });
    this.code = code;
    this.origin = origin;
    this.retryable = isRetryable;
    this.status = status;
    this.suggestion = better;
    this.details = details;
  }
}

/** The one error of this package: of a signed call, a key, a webhook or the wire profile. */
export class ServiceError extends CodedError {
  override readonly name = 'ServiceError';
  declare readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(code, serviceErrors[code], message, details);
  }
}

/** The fields of an error that may be logged; never the text of another package's error. */
export function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: typeof error };
  if (!(error instanceof CodedError)) {
    const { name, message, stack = '' } = redacted(error);
    const [, at = ''] = stack.split('\n');
    return { error: message === keptBack ? name : message, at: at.trim() };
  }
  const { code, message: text, suggestion, details, cause } = error;
  const { serviceStatus, serviceCode, serviceFields, requestId } = details;
  const ofService = { serviceStatus, serviceCode, serviceFields, requestId };
  const causeFields = cause === undefined ? undefined : describe(cause);
  const fields = { code, text, suggestion, ...ofService, cause: causeFields };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
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
  const stackLines = stack.split('\n').slice(message.split('\n').length);
  const safe = new Error(isFixed ? errstr : (code ?? keptBack));
  if (cause !== undefined && depth > 0) safe.cause = redacted(cause, depth - 1);
  Object.defineProperty(safe, 'name', { value: safeText(name) ?? 'Error', configurable: true });
  // The stack frames, without the lines of its text.
  const frames = stackLines.filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line));
  safe.stack = [`${safe.name}: ${safe.message}`, ...frames].join('\n');
  return Object.assign(safe, code !== null && { code }, isFixed && { errstr });
}

/** A name or a code, or what else `pattern` allows. Any other text may be personal data. */
export function safeText(value: unknown, pattern = /^\w{1,64}$/) {
  return typeof value === 'string' && pattern.test(value) ? value : null;
}

/** The error for an unusable option, which the message names. */
export function invalidConfig(message: string, details?: ServiceErrorDetails): ServiceError {
  return new ServiceError('config_invalid', message, details);
}

/**
 * Checks a number of the options. An unset variable gives NaN, and a limit of NaN would never apply.
 * @param invalid makes the error; by default a {@link ServiceError}.
 */
export function wholeNumber(
  value: number,
  option: string,
  minimum = 1,
  invalid: (message: string) => CodedError = invalidConfig,
): number {
  // A longer timer fires at once.
  const maximum = 2 ** 31 - 1;
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return value;
  const range = `from ${String(minimum)} to ${String(maximum)}`;
  throw invalid(`${option} must be a whole number ${range}.`);
}
