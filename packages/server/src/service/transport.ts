import type { OperationName, ProfileOverrides, WireProfile } from '@wallet-buttons/protocol';
import { type ErrorCode, invalidConfig, WalletServerError, wholeNumber } from '../errors.ts';
import { type Bytes, defaultFetch, type Fetch, type FetchAnswer, readAnswer } from './fetch.ts';
import { firstAt, knownAt } from './operations.ts';
import type { JsonObject, Profile } from './profile.ts';
import { parsed, type Record, recorder } from './record.ts';
import { messageOf } from './requests.ts';
import type { Signer } from './signature.ts';

/**
 * Runs `work` and may watch it: a span of a tracer, a channel of `node:diagnostics_channel`. The fields are
 * method and path of a request, or the name of a signed call; never a body. An error of the work is a
 * `WalletServerError`; one of the trace itself is dropped.
 */
export type Trace = (
  name: 'request' | 'call',
  fields: JsonObject,
  work: () => Promise<void>,
) => unknown;

/** Work that a trace only watches: it runs once and ends as it ends, whatever the trace does with it. */
export function traced<Result>(
  trace: Trace | undefined,
  name: 'request' | 'call',
  fields: JsonObject,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!trace) return work();
  let result: Promise<Result> | undefined;
  const once = (): Promise<Result> => (result ??= work());
  const watch = async (): Promise<void> => {
    await trace(name, fields, () => {
      const ended = once().then(() => undefined);
      // A trace need not wait for it.
      ended.catch(() => undefined);
      return ended;
    });
  };
  return watch().then(once, once);
}

/** Gives `work` a signal that aborts after so long, or with `ended`, and rejects then: not all work heeds a signal. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  ended?: AbortSignal,
): Promise<Result> {
  const ending = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const end = (): void => {
    const late = new WalletServerError('internal', 'The work did not end in time.');
    ending.abort(ended?.aborted ? ended.reason : late);
    // A little later, so that work that heeds the signal can first say how far it had come.
    setTimeout(reject, 0, ending.signal.reason);
  };
  const timer = setTimeout(end, milliseconds);
  ended?.addEventListener('abort', end);
  if (ended?.aborted) end();
  try {
    work(ending.signal).then(resolve, reject);
    return await promise;
  } finally {
    clearTimeout(timer);
    ended?.removeEventListener('abort', end);
  }
}

/** Where the service is, who the merchant is there, and how a call is signed and sent. */
export interface ServiceClientOptions {
  /** The service's base URL, without the version: https, or http on loopback. */
  readonly baseUrl: string;
  /** Base URLs of the groups that have another one. */
  readonly baseUrls?: { readonly checkout?: string; readonly comfort?: string };
  readonly merchantId: string;
  readonly signer: Signer;
  /** A part of `profile.json`, or what `defineProfile` made of it. */
  readonly profile?: ProfileOverrides | Profile;
  /** For what the profile cannot say. */
  readonly reshape?: Reshape;
  /** `nodeFetch()` by default on Node, else the platform's. */
  readonly fetch?: Fetch;
  /** For one call, in whole milliseconds; 30,000 by default. */
  readonly timeout?: number;
  /** How often get-status, and no other call, is sent again when no answer came; 1 by default. */
  readonly statusRetries?: number;
  /** Gets every call with its answer, redacted: see {@link Record}. */
  readonly record?: Record;
}

/** Changes a body as it would be sent, or JSON as it was received. Each answers the changed one. */
export interface Reshape {
  readonly request?: (operation: OperationName, body: unknown) => unknown;
  readonly answer?: (operation: OperationName, body: unknown) => unknown;
  readonly webhook?: (version: string, body: unknown) => unknown;
}

/** When one call is given up. */
export interface CallOptions {
  /** Ends the call. What was sent by then may have been processed. */
  readonly signal?: AbortSignal | undefined;
}

const repeatable: readonly OperationName[] = ['getStatus', 'checkoutStatus'];
const temporary: readonly string[] = ['service_unreachable', 'service_no_answer', 'service_failed'];
const known: readonly string[] = [...temporary, 'service_refused', 'signer_failed'];

/** The way of every call: serialised once, signed, sent once; the body of a successful answer comes back. */
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

  return async (name: OperationName, body: unknown, { signal: ended }: CallOptions = {}) => {
    const { url, signed, ...sent } = messageOf(name, body, merchantId, profile, bases);
    let isSigned = false;
    const failure = (cause: unknown): WalletServerError => {
      if (cause instanceof WalletServerError && known.includes(cause.code)) return cause;
      const as = (code: ErrorCode, text: string) => new WalletServerError(code, text, { cause });
      if (isSigned) return as('service_no_answer', 'No complete answer came.');
      if (ended?.aborted) return as('service_unreachable', 'Nothing was sent.');
      return as('signer_failed', 'The signer failed.');
    };
    const send = async (signal: AbortSignal): Promise<Bytes> => {
      for (let left = repeatable.includes(name) ? statusRetries : 0; ; left -= 1) {
        try {
          isSigned = false;
          const signature = await signer.sign(signed, profile.signing);
          signal.throwIfAborted();
          if (!/^[\x21-\x7e]+$/.test(signature)) throw new TypeError('No value of a header.');
          isSigned = true;
          const headers = { ...sent.headers, [profile.signing.header]: signature };
          const answer = await fetch(url, { ...sent, headers, redirect: 'manual', signal });
          const bytes = await readAnswer(answer, sent.limit);
          record?.(name, body, answer.status, bytes);
          if (answer.status >= 200 && answer.status < 300) return bytes;
          throw refusalOf(answer, bytes, profile);
        } catch (cause) {
          const error = failure(cause);
          if (left <= 0 || signal.aborted || !temporary.includes(error.code)) throw error;
        }
        // A quarter to three quarters of a second, so that not all ask again at once.
        await new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 500));
      }
    };
    return traced(trace, 'call', { operation: name }, () =>
      withTimeout(timeout, send, ended).catch((cause: unknown) => {
        throw failure(cause);
      }),
    );
  };
}

/** Absolute https (http on loopback), no credentials, at most 8 KiB, nothing that a parser repairs. The tags’ rule too. */
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

/** An answer that is not a success: codes, ids and names of fields are kept; the text beside them may hold anything. */
function refusalOf({ status, headers }: FetchAnswer, bytes: Bytes, { errors }: WireProfile) {
  const body = parsed(bytes);
  const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status);
  const serviceCode = plain(knownAt(body, errors.code) ?? knownAt(body, errors.type));
  const requestId = plain(knownAt(body, errors.requestId) ?? headers.get(errors.requestIdHeader));
  const items = firstAt(body, errors.fields);
  const serviceFields = (Array.isArray(items) ? items.slice(0, 10) : [])
    .map((item: unknown) => knownAt(item, errors.fieldPath) ?? '')
    .filter((field) => /^[\w.[\]/-]{1,64}$/.test(field));
  const code = isRefused ? 'service_refused' : 'service_failed';
  return new WalletServerError(code, `The service answered ${String(status)}.`, {
    serviceStatus: status,
    ...(serviceCode !== null && { serviceCode }),
    ...(serviceFields.length > 0 && { serviceFields }),
    ...(requestId !== null && { requestId }),
  });
}

/** A code or an id; anything longer or stranger may be personal data. */
function plain(text: string | null): string | null {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null;
}
