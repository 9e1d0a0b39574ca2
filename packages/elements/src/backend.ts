import {
  isOrderRef,
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
import { camel } from './names.ts';

/** Timeouts in milliseconds. The sheets give up after 30 seconds and need an answer before that. */
const [askTimeout, payTimeout] = [4_000, 20_000];

/** Like the global `fetch`. It is called with method, headers, body and a signal. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The merchant's endpoints: a base, the endpoints that have their own URL, and the function that calls them. */
export interface Backend {
  readonly backend: string;
  readonly validateMerchantUrl?: string;
  readonly payTokenUrl?: string;
  readonly statusUrl?: string;
  readonly fetch?: Fetch | undefined;
}

/**
 * A copy of the tag's backend. A payment keeps it, even if the tag changes.
 * @throws {WalletError} `config`, naming the first invalid address.
 */
export function backendOf(tag: Backend): Backend {
  return {
    backend: tag.backend,
    validateMerchantUrl: endpoint(tag, 'validate-merchant'),
    payTokenUrl: endpoint(tag, 'pay-token'),
    statusUrl: endpoint(tag, 'status'),
    fetch: tag.fetch,
  };
}

/**
 * The merchant session for wallet A, parsed and otherwise untouched.
 * @throws {WalletError} `unreachable` or `refused`
 */
export async function validateMerchant(
  tag: Backend,
  body: ValidateMerchantRequest,
): Promise<object> {
  return post(tag, 'validate-merchant', body, readObject, payTimeout);
}

/** Lets the backend open session and payment early. A failure does no harm: pay-token opens them then. */
export function prepare(tag: Backend, body: OrderRequest): void {
  post(tag, 'prepare', body, () => undefined, askTimeout).catch(() => undefined);
}

/**
 * Pays once. If the answer is lost, the backend is asked for the status, because the token may have arrived. If the
 * backend has no payment, the request is sent once more: the idempotency key prevents a second payment. That request
 * is sent without `keepalive`, whose quota the page may have used up.
 * @param ends Only of the second request: the time at which the sheet gives up.
 * @throws {WalletError} `refused` if the backend did not send the token on, `unreachable` if it answers neither
 * request.
 */
export async function payToken(
  tag: Backend,
  body: PayTokenRequest,
  key: string,
  ends?: number,
): Promise<PayTokenAnswer> {
  const now = performance.now();
  const left = ends ? ends - now : payTimeout;
  try {
    const headers = { 'idempotency-key': key };
    return await post(tag, 'pay-token', body, readPayTokenAnswer, left, headers, !ends);
  } catch (error) {
    if (!isRefused(error)) {
      return askStatus(tag, body).then(
        // A status that is not final never frees the order.
        (answer) => (answer.final ? answer : { ...answer, outcome: 'pending' }),
        (refusal: unknown) => {
          if (ends || !hasNoPayment(refusal)) throw error;
          return payToken(tag, body, key, now + payTimeout);
        },
      );
    }
    const { outcome, payment_status = '', acs_url } = error.cause;
    if (!outcome) throw error;
    return readPayTokenAnswer({ outcome, status: payment_status, acs_url });
  }
}

/** Every backend refuses an order that is unusable. @throws {WalletError} `config` */
export function checkOrder(order: string): void {
  if (!isOrderRef(order)) throw new WalletError('config', `order ${JSON.stringify(order)}`);
}

/** @throws {WalletError} `config`, `unreachable` or `refused` */
export async function askStatus(tag: Backend, { order }: OrderRequest): Promise<StatusAnswer> {
  checkOrder(order);
  return post(tag, 'status', { order }, readStatusAnswer, askTimeout);
}

/** Whether the backend certainly did not send the token on. */
export function isRefused(error: unknown): error is WalletError & { readonly cause: Problem } {
  return error instanceof WalletError && error.code === 'refused';
}

/** Whether the backend received no token of the order. */
export function hasNoPayment(error: unknown): boolean {
  return isRefused(error) && error.cause.code === 'no_payment';
}

/** Posts to an endpoint. Only a problem document is a certain refusal; after any other error the outcome is open. */
async function post<T>(
  tag: Backend,
  name: string,
  body: object,
  read: (answer: unknown) => T,
  timeout: number,
  headers?: Record<string, string>,
  // A reload of the page must not interrupt the request.
  keepalive = true,
): Promise<T> {
  const url = endpoint(tag, name);
  const { fetch: call = fetch } = tag;
  let problem: Problem;
  try {
    const signal = AbortSignal.timeout(timeout);
    const ask = async () => {
      const response = await call(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        keepalive,
        redirect: 'error',
        signal,
      });
      return [response, await response.text()] as const;
    };
    // The page's `fetch` may ignore the signal.
    const late = new Promise<never>((_resolve, reject) => {
      signal.onabort = reject;
    });
    const [response, text] = await Promise.race([ask(), late]);
    const answer: unknown = text && JSON.parse(text);
    if (response.ok) return read(answer);
    problem = readProblem(answer);
  } catch (error) {
    throw new WalletError('unreachable', url, error);
  }
  throw new WalletError('refused', problem.title, problem);
}

/** The URL of an endpoint: its own, or below the base, whose query is kept. Relative to the document. */
function endpoint(tag: Backend, name: string): string {
  const moved = tag[camel(`${name}-url`) as 'statusUrl'];
  try {
    // `Request` refuses a URL with a user name.
    const url = new URL(new Request(moved || tag.backend).url);
    if (!moved) url.pathname = url.pathname.replace(/\/*$/, `/${name}`);
    url.hash = '';
    if (/^https?:/.test(url.protocol)) return url.href;
  } catch {
    // Not a URL.
  }
  throw new WalletError('config', moved ? `${name}-url` : 'backend');
}

function readObject(answer: unknown): object {
  if (answer && typeof answer === 'object') return answer;
  throw new TypeError('Not an object.');
}
