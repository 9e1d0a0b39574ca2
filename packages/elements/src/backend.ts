import {
  isOrderRef,
  readPayTokenAnswer,
  readProblem,
  readStatusAnswer,
  type OrderRequest,
  type Outcome,
  type PayTokenAnswer,
  type PayTokenRequest,
  type Problem,
  type StatusAnswer,
  type ValidateMerchantRequest,
} from '@wallet-buttons/protocol';
import { WalletError } from './errors.ts';
import { camel } from './names.ts';
import { isNative, PlatformPromise, timeoutSignal, toJson } from './platform.ts';

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
 * @throws {WalletError} `config`, naming the first invalid address, or `fetch` if the page has none.
 */
export function backendOf(tag: Backend): Backend {
  if (typeof (tag.fetch ?? globalThis.fetch) !== 'function')
    throw new WalletError('config', 'fetch');
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
 * backend has no payment, the request is sent once more: the idempotency key prevents a second payment. Only the first
 * request has `keepalive`, so that a reload of the page does not interrupt it: the page may have used up the quota.
 * @param ends Only of the second request: the time at which the sheet gives up.
 * @throws {WalletError} `refused` if the backend did not send the token on, or if the token certainly did not leave
 * (`not_sent`); `unreachable` if the backend answers neither request.
 */
export async function payToken(
  tag: Backend,
  body: PayTokenRequest,
  key: string,
  ends?: number,
): Promise<PayTokenAnswer> {
  const now = performance.now();
  const left = ends ? ends - now : payTimeout;
  const isOffline = () => !navigator.onLine;
  const wasOffline = isOffline();
  try {
    const headers = { 'idempotency-key': key };
    return await post(tag, 'pay-token', body, payTokenAnswer, left, headers, !ends);
  } catch (error) {
    if (isRefused(error)) {
      const { outcome, payment_status = '', acs_url } = error.cause;
      if (!outcome) throw error;
      return payTokenAnswer({ outcome, status: payment_status, acs_url });
    }
    const status = unsent.get(error as object);
    // The first request may have left.
    if (status !== undefined && !ends) throw notSent(error, status);
    try {
      const answer = await askStatus(tag, body);
      // A status that is not final never frees the order.
      return answer.final ? answer : { ...answer, outcome: 'pending' };
    } catch (refusal) {
      if (ends) throw error;
      if (hasNoPayment(refusal)) return payToken(tag, body, key, now + payTimeout);
      throw wasOffline && isOffline() && !isRefused(refusal) ? notSent(error, 0) : error;
    }
  }
}

/** Every backend refuses an order that is unusable. @throws {WalletError} `config` */
export function checkOrder(order: string): void {
  if (!isOrderRef(order)) throw new WalletError('config', `order ${JSON.stringify(order)}`);
}

/** @throws {WalletError} `config`, `unreachable` or `refused` */
export async function askStatus(tag: Backend, { order }: OrderRequest): Promise<StatusAnswer> {
  checkOrder(order);
  const read = (body: unknown) => asItStands(readStatusAnswer(body));
  return post(tag, 'status', { order }, read, askTimeout);
}

/** Whether the backend certainly did not send the token on. */
export function isRefused(error: unknown): error is WalletError & { readonly cause: Problem } {
  return error instanceof WalletError && error.code === 'refused';
}

/** Whether the backend received no token of the order. */
export function hasNoPayment(error: unknown): boolean {
  return isRefused(error) && error.cause.code === 'no_payment';
}

/** Whether the sheet may show success: always, except for a certain failure. */
export function isTaken(outcome: Outcome): boolean {
  return !/failed|cancelled|expired|refunded/.test(outcome);
}

/** Whether an answer to a question says that the order may be paid. */
export function isFree(answer: StatusAnswer | WalletError): boolean {
  if (answer instanceof WalletError) return hasNoPayment(answer);
  return answer.final && !isTaken(answer.outcome);
}

/**
 * Posts to an endpoint. Only a problem document is a certain refusal. After any other error the outcome is open, unless
 * it is one of `unsent`.
 */
async function post<T>(
  tag: Backend,
  name: string,
  body: object,
  read: (answer: unknown) => T,
  timeout: number,
  headers?: Record<string, string>,
  keepalive = false,
): Promise<T> {
  const url = endpoint(tag, name);
  const { fetch: call = globalThis.fetch } = tag;
  let response: Response | undefined;
  let problem: Problem;
  // A function of the page that throws before it waits for anything has sent nothing, nor has the browser then.
  let isCalled = false;
  let isAtOnce = true as boolean;
  try {
    const signal = timeoutSignal(timeout);
    const asked = call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: toJson(body),
      keepalive,
      redirect: 'error',
      signal,
    });
    isCalled = true;
    void turns().then(() => {
      isAtOnce = false;
    });
    // The page's `fetch` may ignore the signal.
    const late = new PlatformPromise<never>((_resolve, reject) => {
      signal.onabort = reject;
    });
    const answered = async () => {
      response = await asked;
      return response.text();
    };
    const text = await PlatformPromise.race([answered(), late]);
    const answer: unknown = text && JSON.parse(text);
    if (response?.ok) return read(answer);
    problem = readProblem(answer);
  } catch (cause) {
    const error = new WalletError('unreachable', url, cause);
    const isUnsent = response
      ? early.test(String(response.status))
      : !isCalled || (isAtOnce && (isNative(call) || !isNetworkError(cause)));
    if (isUnsent) unsent.set(error, response?.status ?? 0);
    throw error;
  }
  throw new WalletError('refused', problem.title, problem);
}

/** Failed calls that certainly did not reach the code behind an endpoint, with their HTTP status if they have one. */
const unsent = new WeakMap<object, number>();

/** The statuses of a proxy, a firewall or a router that refuses a request before the code behind the endpoint runs. */
const early = /^(4(0[13457]|1[13457]|2[1689]|31|51)|511)$/;

/** More turns than a function needs that only adds a header, and none of them lets the network in. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await PlatformPromise.resolve();
}

/** Errors of `fetch` itself, in which the request may have left. */
function isNetworkError(error: unknown): boolean {
  const { name = '' } = (error ?? {}) as { name?: string };
  return /^(Type|Abort|Timeout|Network)Error$/.test(name);
}

/** The error of a call with the token that certainly did not leave: it is a refusal, after which the order is free. */
function notSent(error: unknown, status: number): WalletError {
  const title = 'The token was not sent.';
  const problem: Problem = { code: 'not_sent', title, status };
  if (error instanceof WalletError) Object.assign(problem, { detail: String(error.cause) });
  return new WalletError('refused', title, problem);
}

/** The URL of an endpoint: its own, or below the base, whose query is kept. Relative to the document. */
function endpoint(tag: Backend, name: string): string {
  const moved = tag[camel(`${name}-url`) as 'statusUrl'];
  try {
    const url = new URL(moved || tag.backend, document.baseURI);
    if (!moved) url.pathname = url.pathname.replace(/\/*$/, `/${name}`);
    url.hash = '';
    if (/^https?:/.test(url.protocol) && !url.username && !url.password) return url.href;
  } catch {
    // Not a URL.
  }
  throw new WalletError('config', moved ? `${name}-url` : 'backend');
}

function payTokenAnswer(body: unknown): PayTokenAnswer {
  const answer = readPayTokenAnswer(body);
  const { final } = { __proto__: null, ...(body as object) } as { final?: unknown };
  return asItStands({ ...answer, ...(final === false && { final }) });
}

/**
 * An answer whose outcome may still change is `pending`, except for an authorization. The bank's page counts with
 * `pending` alone.
 */
function asItStands<T extends PayTokenAnswer & Partial<Pick<StatusAnswer, 'final'>>>(answer: T): T {
  const { outcome, final, acs_url } = answer;
  const isOpen = final === false && !/authorized|unknown/.test(outcome);
  return {
    ...answer,
    outcome: isOpen ? 'pending' : outcome,
    acs_url: outcome === 'pending' ? acs_url : undefined,
  };
}

function readObject(answer: unknown): object {
  if (answer && typeof answer === 'object') return answer;
  throw new TypeError('Not an object.');
}
