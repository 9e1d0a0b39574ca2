import { createHmac, randomBytes } from 'node:crypto';
import type { OperationName, WireProfile } from '@wallet-buttons/protocol';
import { invalidConfig, WalletServerError, wholeNumber } from '../errors.ts';
import type { CallOptions, ServiceClientOptions } from './client.ts';
import { type Bytes, defaultFetch, type FetchAnswer, isUnsent, readAnswer } from './fetch.ts';
import { firstAt, jsonIn, knownAt } from './operations.ts';
import { leavesOf, type Profile } from './profile.ts';
import { type Message, messageOf } from './requests.ts';

/** Sends one signed call, and gives the body of a successful answer. */
export type Send = (name: OperationName, body: unknown, options?: CallOptions) => Promise<Bytes>;

/**
 * One call with its answer, redacted: what `wallet-buttons profile check` reads. Names of members, the kind of
 * every value, statuses, codes and amounts are kept. Any other text is replaced, the same text by the same
 * replacement within one client; so is a number of more than six digits.
 */
export interface RecordedCall {
  readonly operation: OperationName;
  /** ISO 8601. */
  readonly at: string;
  readonly request: unknown;
  /** The HTTP status. */
  readonly status: number;
  /** JSON, or the size of what is not JSON. */
  readonly answer: unknown;
}

/** Gets each call of a client. What it throws is passed over. */
export type Record = (call: RecordedCall) => void;

const repeatable: readonly OperationName[] = ['getStatus', 'checkoutStatus'];
const temporary: readonly string[] = ['service_unreachable', 'service_no_answer', 'service_failed'];

/**
 * The way of every call: serialised once, signed, sent once, its answer read.
 * @throws {WalletServerError} `config_invalid`.
 */
export function createTransport(options: ServiceClientOptions, profile: Profile): Send {
  const { baseUrl, merchantId, signer, fetch = defaultFetch() } = options;
  const { timeout = 30_000, statusRetries = 1 } = options;
  const { header } = profile.signing;
  wholeNumber(timeout, 'service.timeout');
  wholeNumber(statusRetries, 'service.statusRetries', 0);
  const { checkout = baseUrl, comfort = baseUrl } = options.baseUrls ?? {};
  const bases = {
    acquiring: baseOf(baseUrl, 'service.baseUrl'),
    checkout: baseOf(checkout, 'service.baseUrls.checkout'),
    comfort: baseOf(comfort, 'service.baseUrls.comfort'),
  };
  const record = options.record && recorder(options.record, profile);

  const sign = async (bytes: Bytes, signal: AbortSignal): Promise<string> => {
    let signature: string;
    try {
      signature = await untilAborted(signal, signer.sign(bytes, profile.signing));
    } catch (cause) {
      // The caller has left, or the signer has failed; a signer that takes too long has failed too.
      const hasLeft = signal.aborted && (signal.reason as Error | null)?.name !== 'TimeoutError';
      if (hasLeft) throw unsent(cause);
      throw new WalletServerError('signer_failed', 'The signer failed.', { cause });
    }
    if (signal.aborted) throw unsent(signal.reason);
    if (/^[\x21-\x7e]+$/.test(signature)) return signature;
    throw new WalletServerError('signer_failed', 'The signer gave no value for a header.');
  };

  const sendOnce = async (message: Message, signal: AbortSignal): Promise<[FetchAnswer, Bytes]> => {
    const { url, signed, ...sent } = message;
    const headers = { ...sent.headers, [header]: await sign(signed, signal) };
    try {
      const request = { ...sent, headers, redirect: 'manual', signal } as const;
      const answer = await untilAborted(signal, fetch(url, request));
      return [answer, await untilAborted(signal, readAnswer(answer, sent.limit))];
    } catch (cause) {
      if (isUnsent(cause)) throw unsent(cause);
      throw new WalletServerError('service_no_answer', 'No complete answer came.', { cause });
    }
  };

  return async (name, body, how = {}) => {
    wholeNumber(how.timeout ?? timeout, 'timeout');
    const message = messageOf(name, body, merchantId, profile, bases);
    const limit = AbortSignal.timeout(how.timeout ?? timeout);
    const signal = how.signal ? AbortSignal.any([how.signal, limit]) : limit;
    for (let left = repeatable.includes(name) ? statusRetries : 0; ; left -= 1) {
      try {
        const [answer, bytes] = await sendOnce(message, signal);
        record?.(name, body, answer.status, bytes);
        if (answer.status >= 200 && answer.status < 300) return bytes;
        throw refusalOf(answer, bytes, profile);
      } catch (error) {
        const isTemporary = error instanceof WalletServerError && temporary.includes(error.code);
        if (left <= 0 || signal.aborted || !isTemporary) throw error;
      }
      // A quarter to three quarters of a second, so that not all ask again at once.
      const pause = new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 500));
      await untilAborted(signal, pause).catch(() => undefined);
    }
  };
}

/** A base URL without a slash at its end. */
function baseOf(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw invalidConfig(`${option} must be an absolute URL.`);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw invalidConfig(`${option} must be https; http is for loopback only.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw invalidConfig(`${option} must have no credentials, query or fragment.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (!/\/v\d+$/.test(path)) return `${url.origin}${path}`;
  throw invalidConfig(`${option} must end before the version: the paths begin with it.`);
}

function unsent(cause: unknown): WalletServerError {
  const message = 'The call ended before it was sent.';
  return new WalletServerError('service_unreachable', message, { cause });
}

/** What the work gives, or a rejection at the abort: not every signer and transport heeds a signal. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  // A little later, so that work that heeds the signal can first say how far it had come.
  const stop = (): void => {
    setTimeout(reject, 0, signal.reason);
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    promise.catch(() => undefined);
  }
}

/** An answer that is not a success: codes, ids and names of fields are kept; the text beside them may hold anything. */
function refusalOf(
  { status, headers }: FetchAnswer,
  bytes: Bytes,
  { errors }: WireProfile,
): WalletServerError {
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
    ...(status === 403 && {
      suggestion:
        "A 403 points to the IP allow-list: ask the service to add this server's outgoing address.",
    }),
  });
}

/** A code or an id; anything longer or stranger may be personal data. */
function plain(text: string | null): string | null {
  return text !== null && /^[\w-]{1,64}$/.test(text) ? text : null;
}

/** Redacts each call before `record` gets it. */
function recorder(
  record: Record,
  profile: WireProfile,
): (operation: OperationName, request: unknown, status: number, answer: Bytes) => void {
  const key = randomBytes(32);
  const open = openNames(profile);
  const clean = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => clean(item, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([inner, held]) => [inner, clean(held, inner)]),
      );
    }
    if (typeof value === 'number') return Math.abs(value) < 1e6 ? value : 1e6;
    if (typeof value !== 'string' || value === '') return value;
    if (open.has(name) && /^[\w.-]{1,40}$/.test(value) && !/\d{7}/.test(value)) return value;
    const mark = createHmac('sha256', key).update(value).digest('hex').slice(0, 12);
    return value.startsWith('https://') ? `https://redacted.example/${mark}` : `redacted-${mark}`;
  };
  return (operation, request, status, bytes) => {
    try {
      const json = parsed(bytes);
      const answer = json === undefined ? `${String(bytes.length)} bytes` : clean(json);
      record({ operation, at: new Date().toISOString(), request: clean(request), status, answer });
    } catch {
      // A payment does not fail because it could not be recorded.
    }
  };
}

/** The last names of all places that hold a status, a code, a currency or an amount. */
function openNames({ operations, errors, webhook }: WireProfile): ReadonlySet<string> {
  const values = ['status', 'transactionStatus', 'currency', 'amount', 'refundedAmount', 'wallet'];
  const lastOf = (path: string): string => path.split('.').pop() ?? '';
  const places = leavesOf({ operations, versions: webhook.versions })
    .filter(([path]) => values.includes(lastOf(path)))
    .map(([, held]) => held as string | readonly string[] | null);
  const named = [...places, errors.code, errors.type].flat();
  return new Set(named.flatMap((place) => (place === null ? [] : lastOf(place))));
}

function parsed(bytes: Bytes): unknown {
  try {
    return jsonIn(bytes);
  } catch {
    return undefined;
  }
}
