import { parseJson, readCapped, utf8 } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import { operations, pick } from './operations.ts';
import type { JsonObject } from './operations.ts';
import { defaultProfile } from './profile.ts';
import type { Operation, WireProfile } from './profile.ts';
import type { Signer } from './signature.ts';

export interface ServiceClientOptions {
  /** The service's origin, as it gave it to the merchant: https, or http on loopback. */
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly signer: Signer;
  readonly profile?: WireProfile;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** For one call, in milliseconds; 30 000 by default. */
  readonly timeout?: number;
}

type Call<Row> = Row extends {
  readonly write: (input: infer Input, profile: WireProfile) => JsonObject;
  readonly read: (body: Bytes, profile: WireProfile) => infer Output;
}
  ? (input: Input) => Promise<Output>
  : never;

/** The signed calls, one method an operation. Each is sent once: nothing is ever retried here. */
export type ServiceClient = { readonly [Name in Operation]: Call<(typeof operations)[Name]> };

const answerLimit = 1024 * 1024;

/**
 * The signed calls of the payment service.
 *
 * A call rejects with a {@link WalletServerError}: `service_unreachable` (provably nothing was sent),
 * `service_no_answer`, `service_failed`, `service_answer_invalid` (it may have been processed), or
 * `service_refused` (a 4xx; `details.serviceCode` says why).
 * @throws {WalletServerError} `config_invalid`.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  if ('window' in globalThis && 'document' in globalThis) {
    throw invalid('The signed calls must not run in a browser: they hold the private key.');
  }
  if (!options.merchantId) throw invalid('service.merchantId is missing.');
  const origin = readBaseUrl(options.baseUrl);
  const profile = options.profile ?? defaultProfile;
  const call =
    <Input, Output>(
      name: Operation,
      row: {
        readonly write: (input: Input, profile: WireProfile) => JsonObject;
        readonly read: (body: Bytes, profile: WireProfile) => Output;
      },
    ) =>
    async (input: Input): Promise<Output> => {
      const body = {
        [profile.fields.merchantId]: options.merchantId,
        ...row.write(input, profile),
      };
      const answer = await send(options, profile, `${origin}${profile.paths[name]}`, body);
      return row.read(answer, profile);
    };
  return {
    session: call('session', operations.session),
    payment: call('payment', operations.payment),
    validateMerchant: call('validateMerchant', operations.validateMerchant),
    payToken: call('payToken', operations.payToken),
    getStatus: call('getStatus', operations.getStatus),
  };
}

/** Serialised once: the bytes that are signed are the bytes that are sent. */
async function send(
  { signer, fetch = globalThis.fetch, timeout = 30_000 }: ServiceClientOptions,
  profile: WireProfile,
  url: string,
  message: JsonObject,
): Promise<Bytes> {
  const body = utf8(JSON.stringify(message));
  const signature = await sign(signer, body);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    [profile.signatureHeader]: signature,
  };
  let response: Response;
  let answer: Bytes;
  try {
    // A redirect is never followed: it would carry the token and its signature elsewhere.
    const signal = AbortSignal.timeout(timeout);
    response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    answer = await readCapped(response.body, answerLimit);
  } catch (cause) {
    if (provablyUnsent(cause)) {
      throw new WalletServerError('service_unreachable', 'No connection was made.', { cause });
    }
    throw new WalletServerError('service_no_answer', 'No whole answer came.', { cause });
  }
  if (response.ok) return answer;
  throw refusal(response.status, answer);
}

/** Whatever goes wrong here, nothing was sent. */
async function sign(signer: Signer, body: Bytes): Promise<string> {
  try {
    const signature = await signer.sign(body);
    if (/^[\x21-\x7e]+$/.test(signature)) return signature;
  } catch (cause) {
    throw new WalletServerError('service_unreachable', 'The signer failed.', { cause });
  }
  throw new WalletServerError('service_unreachable', 'The signer gave no header value.');
}

function refusal(status: number, answer: Bytes): WalletServerError {
  const details = { serviceStatus: status, ...serviceCode(answer) };
  if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
    return new WalletServerError('service_refused', `It answered ${String(status)}.`, details);
  }
  return new WalletServerError('service_failed', `It answered ${String(status)}.`, details);
}

/** `code` is the contract, then `type`; the text beside them is localised and may hold anything. */
function serviceCode(answer: Bytes): { readonly serviceCode?: string } {
  try {
    const found = pick(parseJson(answer) as JsonObject, ['code', 'type']);
    return found !== null && /^\w{1,64}$/.test(found) ? { serviceCode: found } : {};
  } catch {
    return {};
  }
}

/** Causes that arise before a request's first byte, in the names of Node's resolver, sockets and TLS. */
const beforeFirstByte = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function provablyUnsent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== 'object' || cause === null) return false;
  if ('syscall' in cause && cause.syscall === 'connect') return true;
  return 'code' in cause && typeof cause.code === 'string' && beforeFirstByte.has(cause.code);
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw invalid('service.baseUrl must be an absolute URL.');
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw invalid('service.baseUrl must be https; http serves on loopback only.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw invalid('service.baseUrl must have no credentials, query or fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v\d+$/.test(path)) {
    throw invalid('service.baseUrl must end before the version: the paths begin with it.');
  }
  return `${url.origin}${path}`;
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('config_invalid', message);
}
