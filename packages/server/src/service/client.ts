import { utf8 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import type { ErrorDetails } from '../errors.ts';
import { wholeNumber } from '../whole-number.ts';
import { readBaseUrl } from './base-url.ts';
import { within } from './deadline.ts';
import type { Deadline } from './deadline.ts';
import { defaultProfile } from './default-profile.ts';
import type { OperationRow } from './operation.ts';
import { operations } from './operations.ts';
import type { Operations } from './operations.ts';
import type { Operation, WireProfile } from './profile.ts';
import { plain, refusal } from './refusal.ts';
import type { Signer } from './signature.ts';
import { isUnsent, readAnswer } from './transport.ts';
import type { Fetch, FetchAnswer } from './transport.ts';

/** Where the service is, who the merchant is there, and how a call is signed and sent. */
export interface ServiceClientOptions {
  /** The service's origin, as it gave it to the merchant: https, or http on loopback. */
  readonly baseUrl: string;
  /** The comfort group's origin, where it is another. */
  readonly comfortBaseUrl?: string;
  readonly merchantId: string;
  readonly signer: Signer;
  readonly profile?: WireProfile;
  /** The platform's by default; on Node a call over `nodeFetch()` of `./node` costs a third less. */
  readonly fetch?: Fetch;
  /** For one call, in whole milliseconds; 30 000 by default. */
  readonly timeout?: number;
  /** How often a question that got no answer is asked again: get-status alone. 1 by default. */
  readonly statusRetries?: number;
}

/** When one call is given up. */
export interface CallOptions {
  /** Ends the call. What was sent by then may have been processed. */
  readonly signal?: AbortSignal;
  /** In whole milliseconds; the client's by default. */
  readonly timeout?: number;
}

type Call<Row> =
  Row extends OperationRow<infer Input, infer Output>
    ? undefined extends Input
      ? (input?: Input, options?: CallOptions) => Promise<Output>
      : (input: Input, options?: CallOptions) => Promise<Output>
    : never;

/**
 * The signed calls, one method an operation. A call is sent once; only get-status is asked again. Mapped over
 * the table itself, so that each method has the docstring of its row.
 */
export type ServiceClient = { readonly [Name in keyof Operations]: Call<Operations[Name]> };

/** What one client's calls have in common. */
interface Wire {
  readonly profile: WireProfile;
  readonly bases: Readonly<Record<OperationRow<unknown, unknown>['group'], string>>;
  readonly timeout: number;
  readonly statusRetries: number;
  readonly options: ServiceClientOptions;
}

/** A call, ready to be signed. */
interface Message {
  readonly url: string;
  readonly method: 'POST' | 'GET';
  readonly body: Bytes;
  readonly headers: Readonly<Record<string, string>>;
  readonly limit: number;
}

const answerLimit = 1024 * 1024;

/**
 * The signed calls of the payment service.
 *
 * A call rejects with a {@link WalletServerError}: `service_unreachable` (provably nothing was sent),
 * `service_no_answer`, `service_failed`, `service_answer_invalid` (it may have been processed),
 * `service_refused` (a 4xx; `details.serviceCode` says why), `signer_failed`, `config_invalid` (the
 * profile has no path for it, or no body) or `order_invalid` (the amount has no exact form); nothing was
 * sent in the last three.
 * @throws {WalletServerError} `config_invalid`.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  if ('window' in globalThis && 'document' in globalThis) {
    throw invalid('The signed calls must not run in a browser: they hold the private key.');
  }
  checkGiven(options);
  const { baseUrl, comfortBaseUrl = baseUrl, merchantId, profile = defaultProfile } = options;
  const { timeout = 30_000, statusRetries = 1 } = options;
  if (profile.forms.merchantId === 'number' && !/^[1-9]\d{0,14}$/.test(merchantId)) {
    throw invalid('service.merchantId must be a number, as the profile wants it.');
  }
  wholeNumber(timeout, 'service.timeout');
  wholeNumber(statusRetries, 'service.statusRetries', 0);
  const session = readBaseUrl(baseUrl, 'service.baseUrl');
  const comfort = readBaseUrl(comfortBaseUrl, 'service.comfortBaseUrl');
  const wire = { options, profile, timeout, statusRetries, bases: { session, comfort } };
  const names = Object.keys(operations) as Operation[];
  const calls = names.map((name) => [name, callOf(name, operations[name], wire)]);
  // One method a row of the table, each of its row's own type.
  return Object.freeze(Object.fromEntries(calls)) as ServiceClient;
}

/** Callers without types, or with a variable that is not set, leave out what has to be there. */
function checkGiven({ merchantId, signer, profile }: Partial<ServiceClientOptions>): void {
  if (typeof merchantId !== 'string' || merchantId === '') {
    throw invalid('service.merchantId is missing, or is no text.');
  }
  if (typeof signer?.sign !== 'function') {
    throw invalid('service.signer is missing, or is no signer.', {
      suggestion: 'Give it pemSigner(pem), await encryptedPemSigner(pem, passphrase) or the like.',
    });
  }
  if (profile && !('basis' in profile)) {
    throw invalid('service.profile must be made by defineProfile.');
  }
}

function callOf(
  name: Operation,
  row: OperationRow<never, unknown>,
  wire: Wire,
): (input: never, options?: CallOptions) => Promise<unknown> {
  return async (input, options = {}) => {
    const message = write(name, row, wire, row.write(input, wire.profile));
    const { timeout = wire.timeout, signal } = options;
    wholeNumber(timeout, 'timeout');
    const answer = await within({ timeout, signal }, async (end) => {
      for (let left = row.repeatable ? wire.statusRetries : 0; ; left -= 1) {
        try {
          return await send(message, wire, end);
        } catch (error) {
          if (left <= 0 || end.signal.aborted || !mayPass(error)) throw error;
        }
        await pause(end);
      }
    });
    return row.read(answer, wire.profile);
  };
}

/** Serialised once: the bytes that are signed are the bytes that are sent. */
function write(
  name: Operation,
  { group, accept = 'application/json', limit = answerLimit }: OperationRow<never, unknown>,
  { profile, bases, options }: Wire,
  written: object | null,
): Message {
  const path = profile.paths[name];
  if (path === null) {
    throw invalid(`The wire profile has no path for ${name}: set its entry paths.${name}.`, {
      suggestion: `Ask the service for it: defineProfile(defaultProfile, { paths: { ${name}: '/v1/…' } }).`,
    });
  }
  const { merchantId } = options;
  const id = profile.forms.merchantId === 'number' ? Number(merchantId) : merchantId;
  const { merchantId: field } = profile.fields;
  const isNamed = group === 'session' && field !== null;
  if (isNamed && written !== null && Object.hasOwn(written, field)) {
    throw invalid(`Two members of a body have the name ${field}.`);
  }
  const named = isNamed ? { [field]: id, ...written } : written;
  const headers = {
    accept,
    ...(group === 'comfort' && { [profile.headers.merchantId]: merchantId }),
  };
  return {
    url: `${bases[group]}${path}`,
    method: written === null ? 'GET' : 'POST',
    body: written === null ? new Uint8Array() : serialised(name, named, profile),
    headers,
    limit,
  };
}

function serialised(name: Operation, body: unknown, { reshape }: WireProfile): Bytes {
  try {
    const reshaped = reshape(name, body);
    // A promise would be written as {}.
    const isBody = typeof reshaped === 'object' && !(reshaped instanceof Promise);
    if (isBody && reshaped !== null) return utf8(JSON.stringify(reshaped));
  } catch (cause) {
    throw invalid('The reshape of the wire profile failed, or the body is no JSON.', { cause });
  }
  throw invalid('The reshape of the wire profile must answer a body, and not the promise of one.');
}

async function send(message: Message, wire: Wire, end: Deadline): Promise<Bytes> {
  const { options, profile } = wire;
  const { url, method, body, limit } = message;
  const isGet = method === 'GET';
  const headers = {
    ...(!isGet && { 'content-type': 'application/json' }),
    ...message.headers,
    [profile.signature.header]: await sign(body, wire, end),
  };
  const { fetch = globalThis.fetch } = options;
  let response: FetchAnswer;
  let answer: Bytes;
  try {
    const init = {
      method,
      headers,
      body: isGet ? null : body,
      redirect: 'manual',
      signal: end.signal,
      limit,
    } as const;
    response = await end.orSooner(fetch(url, init));
    answer = await end.orSooner(readAnswer(response, limit));
  } catch (cause) {
    if (isUnsent(cause)) {
      throw new WalletServerError('service_unreachable', 'No connection was made.', { cause });
    }
    throw new WalletServerError('service_no_answer', 'No whole answer came.', { cause });
  }
  const { status } = response;
  if (status >= 200 && status < 300) return answer;
  const requestId = plain(response.headers.get(profile.headers.requestId));
  throw refusal({ status, body: answer, requestId }, profile);
}

/** Whatever goes wrong here, nothing was sent. */
async function sign(body: Bytes, { options, profile }: Wire, end: Deadline): Promise<string> {
  let signature: string;
  try {
    signature = await end.orSooner(options.signer.sign(body, profile.signature));
  } catch (cause) {
    // Who leaves was not failed by the signer; who has waited in vain was.
    if (end.signal.aborted && !isTimeout(end.signal.reason)) throw left(cause);
    throw new WalletServerError('signer_failed', 'The signer failed.', { cause });
  }
  if (end.signal.aborted) throw left(end.signal.reason);
  if (/^[\x21-\x7e]+$/.test(signature)) return signature;
  throw new WalletServerError('signer_failed', 'The signer gave no header value.');
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

function left(cause: unknown): WalletServerError {
  return new WalletServerError('service_unreachable', 'It was ended before it was sent.', {
    cause,
  });
}

/** A quarter to three quarters of a second, so that not all ask again at once. */
async function pause({ orSooner }: Deadline): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, 250 + Math.random() * 500, undefined);
  await orSooner(promise).catch(() => undefined);
  clearTimeout(timer);
}

function mayPass(error: unknown): boolean {
  const passing = ['service_unreachable', 'service_no_answer', 'service_failed'];
  return error instanceof WalletServerError && passing.includes(error.code);
}

function invalid(message: string, details?: ErrorDetails): WalletServerError {
  return new WalletServerError('config_invalid', message, details);
}
