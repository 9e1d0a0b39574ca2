import type { OperationName, OperationProfile } from '@wallet-buttons/protocol';
import { invalidConfig, WalletServerError, wholeNumber } from '../errors.ts';
import type { CallOptions, ServiceClientOptions } from './client.ts';
import {
  type Bytes,
  defaultFetch,
  type FetchAnswer,
  type FetchRequest,
  isUnsent,
  readAnswer,
} from './fetch.ts';
import { refusalOf, utf8 } from './operations.ts';
import type { JsonObject, Profile } from './profile.ts';
import { recorder } from './record.ts';

/** Sends one signed call, and gives the body of a successful answer. */
export type Send = (name: OperationName, body: unknown, options?: CallOptions) => Promise<Bytes>;

interface Message extends Omit<FetchRequest, 'redirect' | 'signal'> {
  readonly url: string;
  /** What is signed: the body, where there is one. */
  readonly signed: Bytes;
}

const repeatable: readonly OperationName[] = ['getStatus', 'checkoutStatus'];
const passing: readonly unknown[] = ['service_unreachable', 'service_no_answer', 'service_failed'];
const mebibyte = 1024 * 1024;

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
        const mayPass = error instanceof WalletServerError && passing.includes(error.code);
        if (left <= 0 || signal.aborted || !mayPass) throw error;
      }
      // A quarter to three quarters of a second, so that not all ask again at once.
      const pause = new Promise((resolve) => setTimeout(resolve, 250 + Math.random() * 500));
      await untilAborted(signal, pause).catch(() => undefined);
    }
  };
}

/** Serialised once: the bytes that are signed are the bytes that are sent. */
function messageOf(
  name: OperationName,
  body: unknown,
  merchantId: string,
  { operations, signing }: Profile,
  bases: Readonly<Record<OperationProfile['group'], string>>,
): Message {
  const { method, path, group, encoding, accept, headers } = operations[name];
  if (path === null) {
    throw invalidConfig(`The wire profile has no path for ${name}: set operations.${name}.path.`);
  }
  const [isGet, isForm] = [method === 'GET', encoding === 'form'];
  const query = isGet ? formOf(body) : '';
  const target = query === '' ? path : `${path}?${query}`;
  const ofGet = { empty: '', query, path: target }[signing.get];
  const bytes = utf8(isGet ? ofGet : isForm ? formOf(body) : jsonOf(body));
  return {
    url: `${bases[group]}${target}`,
    method,
    headers: {
      accept,
      ...(!isGet && {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      }),
      ...(headers.merchantId !== null && { [headers.merchantId]: merchantId }),
    },
    body: isGet ? null : bytes,
    signed: bytes,
    limit: accept === 'application/json' ? mebibyte : 16 * mebibyte,
  };
}

function jsonOf(body: unknown): string {
  try {
    // A promise would be written as {}.
    if (typeof body === 'object' && body !== null && !(body instanceof Promise)) {
      return JSON.stringify(body);
    }
  } catch (cause) {
    throw invalidConfig('The body is not JSON.', { cause });
  }
  throw invalidConfig('The body must be an object or a list; reshape must not answer a promise.');
}

/** Text and numbers as they are, everything else as JSON. */
function formOf(body: unknown): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(JSON.parse(jsonOf(body)) as JsonObject)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
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
