import {
  isOrderRef,
  type OrderRequest,
  type PayTokenAnswer,
  type PayTokenRequest,
  type Problem,
  type StatusAnswer,
  type StatusRequest,
  type ValidateMerchantRequest,
} from '@wallet-buttons/protocol';
import { isRefused, isTaken, payTokenAnswer, presentAnswer, statusAnswer } from './answers.ts';
import { post, unsentStatus, wasGivenUp, type Call } from './call.ts';
import { urlOf, type Backend } from './endpoint.ts';
import { WalletError } from './errors.ts';
import { PlatformEvent } from './platform.ts';

/** In milliseconds. The sheets give up after 30 seconds and need an answer before that. */
const payTimeout = 20_000;
/** In milliseconds, while no sheet waits: the answer may come by a slow network, or of a backend that has to start. */
export const questionTimeout = 15_000;

/**
 * A copy of the tag's backend. A payment keeps it, even if the tag changes.
 * @throws {WalletError} `config`, naming the first invalid address, or `fetch` if the page has none.
 */
export function backendOf(tag: Backend): Backend {
  if (typeof (tag.fetch ?? globalThis.fetch) !== 'function')
    throw new WalletError('config', 'fetch');
  return {
    backend: tag.backend,
    validateMerchantUrl: urlOf(tag, 'validate-merchant'),
    payTokenUrl: urlOf(tag, 'pay-token'),
    statusUrl: urlOf(tag, 'status'),
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
  return ask(tag, 'validate-merchant', { body, read: readObject, timeout: payTimeout });
}

/**
 * Lets the backend open session and payment early. A failure does no harm: pay-token opens them then.
 * @throws {WalletError} `unreachable` or `refused`
 */
export async function prepare(tag: Backend, body: OrderRequest): Promise<void> {
  await ask(tag, 'prepare', { body, read: () => undefined });
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
  // A page may have a variable `performance` of its own.
  const now = new PlatformEvent('').timeStamp;
  const timeLeft = ends ? ends - now : payTimeout;
  const isOffline = () => !navigator.onLine;
  const wasOffline = isOffline();
  try {
    return await ask(tag, 'pay-token', {
      body,
      read: payTokenAnswer,
      timeout: timeLeft,
      headers: { 'idempotency-key': key },
      keepalive: !ends,
    });
  } catch (error) {
    if (isRefused(error)) {
      const answer = presentAnswer(error.cause);
      if (answer) return answer;
      throw error;
    }
    const status = unsentStatus(error);
    // The first request may have left.
    if (status !== undefined && !ends) throw notSent(error, status);
    try {
      const answer = await askStatus(tag, body);
      // A status that is not final never frees the order.
      return answer.final ? answer : { ...answer, outcome: 'pending' };
    } catch (refusal) {
      if (ends) throw error;
      if (hasNoPayment(refusal)) return payToken(tag, body, key, now + payTimeout);
      // Without a network a call fails at once. One that waited may have left, whatever the browser says.
      const isUnsent = wasOffline && isOffline() && !isRefused(refusal) && !wasGivenUp(error);
      throw isUnsent ? notSent(error, 0) : error;
    }
  }
}

/** Every backend refuses an order that is unusable. @throws {WalletError} `config` */
export function checkOrder(order: string): void {
  if (!isOrderRef(order)) throw new WalletError('config', `order ${JSON.stringify(order)}`);
}

/** @throws {WalletError} `config`, `unreachable` or `refused` */
export async function askStatus(
  tag: Backend,
  { order, receipt }: StatusRequest,
  timeout?: number,
): Promise<StatusAnswer> {
  checkOrder(order);
  return ask(tag, 'status', { body: { order, receipt }, read: statusAnswer, timeout });
}

/** The status of an order, or the error of the question. Never rejects. */
export async function statusOf(
  tag: Backend,
  order: string,
  timeout?: number,
): Promise<StatusAnswer | WalletError> {
  return askStatus(tag, { order }, timeout).catch((error: unknown) => WalletError.from(error));
}

/** Whether the backend received no token of the order. */
export function hasNoPayment(error: unknown): boolean {
  return isRefused(error) && error.cause.code === 'no_payment';
}

/** Whether another question gets the same error: it changes neither a wrong address nor a refusal of the request. */
export function isLasting(error: WalletError): boolean {
  return isRefused(error) ? /^4(?!29)/.test(`${error.cause.status}`) : error.code === 'config';
}

/** Whether an answer to a question says that the order may be paid. */
export function isFree(answer: StatusAnswer | WalletError): boolean {
  if (answer instanceof WalletError) return hasNoPayment(answer);
  return answer.final && !isTaken(answer.outcome);
}

/** The error of a call with the token that certainly did not leave: it is a refusal, after which the order is free. */
function notSent(error: unknown, status: number): WalletError {
  const title = 'The token was not sent.';
  const { cause } = WalletError.from(error);
  const problem: Problem = { code: 'not_sent', title, status, detail: String(cause) };
  return new WalletError('refused', title, problem);
}

/** Calls an endpoint of the tag. */
async function ask<T>(tag: Backend, name: string, call: Call<T>): Promise<T> {
  return post(urlOf(tag, name), tag.fetch ?? globalThis.fetch, call);
}

function readObject(answer: unknown): object {
  if (answer && typeof answer === 'object') return answer;
  throw new TypeError('Not an object.');
}
