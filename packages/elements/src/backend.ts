import {
  readPayTokenAnswer,
  readProblem,
  readStatusAnswer,
  type OrderRequest,
  type PayTokenAnswer,
  type PayTokenRequest,
  type Problem,
  type StatusAnswer,
  type ValidateMerchantRequest,
} from '@wallet-buttons/protocol';
import { WalletError } from './errors.ts';

/** Timeouts in milliseconds. The sheets give up after 30 seconds; ours must have an honest answer before. */
const [askTimeout, payTimeout] = [4_000, 20_000];

/** As the global `fetch`; what it is given has method, headers, body and a signal. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where a tag finds the merchant's endpoints: a base, each moved alone where one is, and how to call. */
export interface Backend {
  readonly backend: string;
  readonly validateMerchantUrl?: string;
  readonly payTokenUrl?: string;
  readonly statusUrl?: string;
  readonly fetch?: Fetch | undefined;
}

/** @throws {WalletError} `config`, naming the first address that no request can be sent to. */
export function checkUrls(tag: Backend): void {
  endpoint(tag.backend, 'validate-merchant', tag.validateMerchantUrl);
  endpoint(tag.backend, 'pay-token', tag.payTokenUrl);
  endpoint(tag.backend, 'status', tag.statusUrl);
}

/**
 * The merchant session for wallet A, parsed and otherwise untouched.
 * @throws {WalletError} `unreachable` or `refused`
 */
export async function validateMerchant(
  tag: Backend,
  body: ValidateMerchantRequest,
): Promise<object> {
  const url = endpoint(tag.backend, 'validate-merchant', tag.validateMerchantUrl);
  return post(tag, url, body, readObject, payTimeout);
}

/** Lets the backend open session and payment early. A failure does no harm: pay-token opens them. */
export function prepare(tag: Backend, body: OrderRequest): void {
  const url = endpoint(tag.backend, 'prepare');
  post(tag, url, body, () => undefined, askTimeout).catch(() => undefined);
}

/**
 * Pays, once. When the answer is lost the backend is asked how the payment stands, because a token
 * that may have arrived is not a failed payment.
 * @throws {WalletError} `refused` when the backend did not send the token on, `unreachable` when it
 * answers neither question.
 */
export async function payToken(
  tag: Backend,
  body: PayTokenRequest,
  key: string,
): Promise<PayTokenAnswer> {
  const url = endpoint(tag.backend, 'pay-token', tag.payTokenUrl);
  try {
    return await post(tag, url, body, readPayTokenAnswer, payTimeout, { 'idempotency-key': key });
  } catch (error) {
    if (!isRefused(error)) {
      return askStatus(tag, body).catch(() => {
        throw error;
      });
    }
    const { outcome, payment_status = '', acs_url } = error.cause;
    if (!outcome) throw error;
    return readPayTokenAnswer({ outcome, status: payment_status, acs_url });
  }
}

/** @throws {WalletError} `config`, `unreachable` or `refused` */
export async function askStatus(tag: Backend, { order }: OrderRequest): Promise<StatusAnswer> {
  const url = endpoint(tag.backend, 'status', tag.statusUrl);
  return post(tag, url, { order }, readStatusAnswer, askTimeout);
}

/** Only a clear no is a failure: a token that may have arrived is not one. */
export function isRefused(error: unknown): error is WalletError & { readonly cause: Problem } {
  return error instanceof WalletError && error.code === 'refused';
}

/** A problem document is a clear no; any other answer leaves open what happened. */
async function post<T>(
  { fetch: call = fetch }: Backend,
  url: string,
  body: object,
  read: (answer: unknown) => T,
  timeout: number,
  headers?: Record<string, string>,
): Promise<T> {
  let problem: Problem;
  try {
    const signal = AbortSignal.timeout(timeout);
    const asked = call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // A reload in the middle must not tear the token from the wire.
      keepalive: true,
      redirect: 'error',
      signal,
    });
    // The page's own `fetch` may not heed the signal.
    const late = new Promise<never>((_resolve, reject) => {
      signal.onabort = reject;
    });
    const response = await Promise.race([asked, late]);
    const text = await Promise.race([response.text(), late]);
    const answer: unknown = text && JSON.parse(text);
    if (response.ok) return read(answer);
    problem = readProblem(answer);
  } catch (error) {
    throw new WalletError('unreachable', url, error);
  }
  throw new WalletError('refused', problem.title, problem);
}

/** An endpoint below the base, whose query it keeps, or where it was moved to: relative to the document. */
function endpoint(backend: string, name: string, moved?: string): string {
  let url: URL | undefined;
  try {
    // A request refuses a name before the host.
    url = new URL(new Request(moved || backend || '/wallet').url);
  } catch {
    // No URL.
  }
  if (!url || !/^https?:/.test(url.protocol)) {
    throw new WalletError('config', moved ? `${name}-url` : 'backend');
  }
  if (!moved) url.pathname = url.pathname.replace(/\/*$/, `/${name}`);
  url.hash = '';
  return url.href;
}

function readObject(answer: unknown): object {
  if (answer && typeof answer === 'object') return answer;
  throw new TypeError('Not an object.');
}
