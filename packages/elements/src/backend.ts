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
import { camel } from './names.ts';

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

/**
 * The backend as it is now: a payment keeps it, whatever becomes of the tag.
 * @throws {WalletError} `config`, naming the first address that no request can be sent to.
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

/** Lets the backend open session and payment early. A failure does no harm: pay-token opens them. */
export function prepare(tag: Backend, body: OrderRequest): void {
  post(tag, 'prepare', body, () => undefined, askTimeout).catch(() => undefined);
}

/**
 * Pays, once. When the answer is lost the backend is asked how the payment stands, because a token
 * that may have arrived is not a failed payment. A backend without a payment gets it once more: the key
 * lets it pay once, and the quota of `keepalive`, which the page may have used up, is not asked for.
 * @param ends Of the second time alone: when the sheet can wait no longer.
 * @throws {WalletError} `refused` when the backend did not send the token on, `unreachable` when it
 * answers neither question.
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
        // What is not final does not free the order, whatever it is.
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

/** @throws {WalletError} `config`, `unreachable` or `refused` */
export async function askStatus(tag: Backend, { order }: OrderRequest): Promise<StatusAnswer> {
  return post(tag, 'status', { order }, readStatusAnswer, askTimeout);
}

/** Only a clear no is a failure: a token that may have arrived is not one. */
export function isRefused(error: unknown): error is WalletError & { readonly cause: Problem } {
  return error instanceof WalletError && error.code === 'refused';
}

/** The backend has got no token of the order. */
export function hasNoPayment(error: unknown): boolean {
  return isRefused(error) && error.cause.code === 'no_payment';
}

/** A problem document is a clear no; any other answer leaves open what happened. */
async function post<T>(
  tag: Backend,
  name: string,
  body: object,
  read: (answer: unknown) => T,
  timeout: number,
  headers?: Record<string, string>,
  // A reload in the middle must not tear the token from the wire.
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
    // The page's own `fetch` may not heed the signal.
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

/** An endpoint below the base, whose query it keeps, or where it was moved to: relative to the document. */
function endpoint(tag: Backend, name: string): string {
  const moved = tag[camel(`${name}-url`) as 'statusUrl'];
  try {
    // A request refuses a name before the host.
    const url = new URL(new Request(moved || tag.backend).url);
    if (!moved) url.pathname = url.pathname.replace(/\/*$/, `/${name}`);
    url.hash = '';
    if (/^https?:/.test(url.protocol)) return url.href;
  } catch {
    // No URL.
  }
  throw new WalletError('config', moved ? `${name}-url` : 'backend');
}

function readObject(answer: unknown): object {
  if (answer && typeof answer === 'object') return answer;
  throw new TypeError('Not an object.');
}
