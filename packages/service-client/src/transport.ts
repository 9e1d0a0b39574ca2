import type { OperationName, ProfileOverrides, WireProfile } from '@wallet-buttons/protocol';
import { defaultFetch } from './default-fetch.ts';
import { CodedError, invalidConfig, safeText, ServiceError, wholeNumber } from './errors.ts';
import { type Bytes, type Fetch, type FetchAnswer, readAnswer } from './fetch.ts';
import { firstAt, knownAt } from './operations.ts';
import type { JsonObject, Profile } from './profile.ts';
import { parsed, type Record, recorder } from './record.ts';
import { messageOf } from './requests.ts';
import type { Signer } from './signature.ts';

/**
 * Runs `work` and may observe it, for example with a span of a tracer or a channel of `node:diagnostics_channel`.
 * The fields are method and path of a request, or the name of a signed call; never a body. An error of the work is
 * a {@link CodedError}; an error of the trace itself is dropped.
 */
export type Trace = (
  name: 'request' | 'call',
  fields: JsonObject,
  work: () => Promise<void>,
) => unknown;

/** Runs work under a trace. The work runs once, and neither its result nor its end depends on the trace. */
export function traced<Result>(
  trace: Trace | undefined,
  name: 'request' | 'call',
  fields: JsonObject,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!trace) return work();
  const { promise, resolve } = Promise.withResolvers<Result>();
  let result: Promise<Result> | undefined;
  const runOnce = (): Promise<void> => {
    resolve((result ??= work()));
    const end = result.then(() => undefined);
    // A trace need not wait for it.
    end.catch(() => undefined);
    return end;
  };
  const watch = async () => await trace(name, fields, runOnce);
  watch()
    .then(runOnce, runOnce)
    .catch(() => undefined);
  return promise;
}

/** Aborts `work` after a time or with `stopSignal`, and rejects then even if the work ignores its signal. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  stopSignal?: AbortSignal,
): Promise<Result> {
  const ending = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const end = (): void => {
    ending.abort(
      stopSignal?.aborted
        ? stopSignal.reason
        : new ServiceError('internal', 'The work did not end in time.'),
    );
    // A turn later, so that work that heeds the signal can reject first, with what it knows.
    setTimeout(reject, 0, ending.signal.reason);
  };
  const timer = setTimeout(end, milliseconds);
  stopSignal?.addEventListener('abort', end);
  if (stopSignal?.aborted) end();
  try {
    work(ending.signal).then(resolve, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    stopSignal?.removeEventListener('abort', end);
  }
}

/** Where the service is, who the merchant is there, and how a call is signed and sent. */
export interface ServiceClientOptions {
  /** The service's base URL, without the version: https, or http on loopback. */
  readonly baseUrl: string;
  /** Base URLs of the groups that have their own. */
  readonly baseUrls?: { readonly checkout?: string; readonly comfort?: string };
  readonly merchantId: string;
  readonly signer: Signer;
  /** A part of `profile.json`, or a result of `defineProfile`. */
  readonly profile?: ProfileOverrides | Profile;
  /** For differences that the profile cannot express. */
  readonly reshape?: Reshape;
  /** By default `nodeFetch()` on Node, else the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** The time limit of one call, in whole milliseconds; 30,000 by default. */
  readonly timeout?: number;
  /** How often get-status is sent again after a temporary failure; 1 by default. No other call is repeated. */
  readonly statusRetries?: number;
  /** Receives every call with its answer, redacted: see {@link Record}. */
  readonly record?: Record;
}

/** Changes a body before it is sent, or JSON after it was received. Each function returns the changed value. */
export interface Reshape {
  readonly request?: (operation: OperationName, body: unknown) => unknown;
  readonly answer?: (operation: OperationName, body: unknown) => unknown;
  readonly webhook?: (version: string, body: unknown) => unknown;
}

/** Options of one call. */
export interface CallOptions {
  /** Aborts the call. If it was sent by then, the service may have processed it. */
  readonly signal?: AbortSignal | undefined;
}

const repeatable: readonly OperationName[] = ['getStatus', 'checkoutStatus'];
const temporary: readonly string[] = ['service_unreachable', 'service_no_answer', 'service_failed'];
const callErrors: readonly string[] = [...temporary, 'service_refused', 'signer_failed'];

/** Sends every call: each message is serialised once, signed, and sent once. Resolves with the body of a successful answer. */
export function createTransport(options: ServiceClientOptions, profile: Profile, trace?: Trace) {
  const { baseUrl, merchantId, signer, fetch = defaultFetch() } = options;
  const { timeout = 30_000, statusRetries = 1 } = options;
  wholeNumber(timeout, 'service.timeout');
  wholeNumber(statusRetries, 'service.statusRetries', 0);
  const { checkout = baseUrl, comfort = baseUrl } = options.baseUrls ?? {};
  const bases = {
    acquiring: baseOf(baseUrl, 'service.baseUrl'),
    checkout: baseOf(checkout, 'service.baseUrls.checkout'),
    comfort: baseOf(comfort, 'service.baseUrls.comfort'),
  };
  const record = options.record && recorder(options.record, profile);

  return async (name: OperationName, body: unknown, { signal: stopSignal }: CallOptions = {}) => {
    const write = () => messageOf(name, body, merchantId, profile, bases);
    let message: ReturnType<typeof write> | undefined = write();
    const { limit } = message;
    let isSigned = false;
    const failure = (cause: unknown) => {
      // A fetch of the caller may reject with an error of the server.
      if (cause instanceof CodedError && callErrors.includes(cause.code)) return cause;
      if (isSigned) return new ServiceError('service_no_answer', 'No complete answer.', { cause });
      if (stopSignal?.aborted) {
        return new ServiceError('service_unreachable', 'Nothing was sent.', { cause });
      }
      return new ServiceError('signer_failed', 'The signer failed.', { cause });
    };
    // In a frame of its own, which ends before the wait: a waiting call must not hold its message.
    const begin = async (signal: AbortSignal) => {
      const { url, signed, ...sent } = message ?? write();
      message = undefined;
      isSigned = false;
      const signature: unknown = await signer.sign(signed, profile.signing);
      signal.throwIfAborted();
      if (typeof signature !== 'string' || !/^[\x21-\x7e]+$/.test(signature)) {
        throw new TypeError('No value of a header.');
      }
      isSigned = true;
      const headers = { ...sent.headers, [profile.signing.header]: signature };
      return fetch(url, { ...sent, headers, redirect: 'manual', signal });
    };
    const send = async (signal: AbortSignal) => {
      for (let retriesLeft = repeatable.includes(name) ? statusRetries : 0; ; retriesLeft -= 1) {
        try {
          const answer = await begin(signal);
          const bytes = await readAnswer(answer, limit);
          void record?.(name, body, answer.status, bytes);
          if (answer.status >= 200 && answer.status < 300) return bytes;
          throw refusalOf(answer, bytes, profile);
        } catch (cause) {
          const error = failure(cause);
          if (retriesLeft <= 0 || signal.aborted || !temporary.includes(error.code)) throw error;
        }
        // A quarter to three quarters of a second, so that not all ask again at once.
        await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 500));
      }
    };
    return traced(trace, 'call', { operation: name }, () =>
      withTimeout(timeout, send, stopSignal).catch((cause: unknown) => {
        throw failure(cause);
      }),
    );
  };
}

/** Absolute https (http on loopback), no credentials, at most 8 KiB, no repair by a parser; as in the tags. */
export function isSafeUrl(text: unknown): text is string {
  if (typeof text !== 'string' || !/^https?:\/\/[!-~]{1,8184}$/i.test(text)) return false;
  const url = URL.parse(text);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  return (url?.protocol === 'https:' || isLoopback) && !url?.username && !url?.password;
}

/** A base URL without a slash at its end. */
function baseOf(text: string, option: string): string {
  if (!isSafeUrl(text)) {
    throw invalidConfig(`${option} must be https (http on loopback), with no credentials.`);
  }
  const { origin, pathname, search, hash } = new URL(text);
  if (search || hash) throw invalidConfig(`${option} must have no query or fragment.`);
  const path = pathname.replace(/\/+$/, '');
  if (!/\/v\d+$/.test(path)) return `${origin}${path}`;
  throw invalidConfig(`${option} must end before the version: the paths begin with it.`);
}

/** Timed out, in conflict, locked, too early, too many: the service may be at work on the same, or take it later. */
const undecidedStatuses: readonly number[] = [408, 409, 423, 425, 429];

const idOrCode = /^[\w-]{1,64}$/;

/** The error for a refusal. It keeps codes, ids and field names, but no text, which may contain personal data. */
function refusalOf({ status, headers }: FetchAnswer, bytes: Bytes, { errors }: WireProfile) {
  const body = parsed(bytes);
  const isRefused = status >= 400 && status < 500 && !undecidedStatuses.includes(status);
  const serviceCode = safeText(knownAt(body, errors.code) ?? knownAt(body, errors.type), idOrCode);
  const requestId = safeText(
    knownAt(body, errors.requestId) ?? headers.get(errors.requestIdHeader),
    idOrCode,
  );
  const items = firstAt(body, errors.fields);
  const serviceFields = (Array.isArray(items) ? items.slice(0, 10) : [])
    .map((item: unknown) => knownAt(item, errors.fieldPath) ?? '')
    .filter((field) => /^[\w.[\]/-]{1,64}$/.test(field));
  const code = isRefused ? 'service_refused' : 'service_failed';
  return new ServiceError(code, `The service answered ${String(status)}.`, {
    serviceStatus: status,
    ...(serviceCode !== null && { serviceCode }),
    ...(serviceFields.length > 0 && { serviceFields }),
    ...(requestId !== null && { requestId }),
  });
}
