import {
  isSettled,
  readPayTokenAnswer,
  readStatusAnswer,
  type Outcome,
  type PayTokenAnswer,
  type Problem,
  type StatusAnswer,
} from '@wallet-buttons/protocol';
import { closedCode, WalletError } from './errors.ts';

/** @throws {TypeError} that names the field. */
export function payTokenAnswer(body: unknown): PayTokenAnswer {
  const answer = readPayTokenAnswer(body);
  // Of the answer alone, whatever a page has done to `Object.prototype`.
  const final: unknown = Object.getOwnPropertyDescriptor(body, 'final')?.value;
  return asItStands({ ...answer, ...(final === false && { final }) });
}

/** @throws {TypeError} that names the field. */
export function statusAnswer(body: unknown): StatusAnswer {
  return asItStands(readStatusAnswer(body));
}

/** Whether the sheet may show success: always, except for a certain failure. */
export function isTaken(outcome: Outcome): boolean {
  return !/failed|cancelled|expired|refunded/.test(outcome);
}

/** Whether the payer's bank disputes the payment: it is neither paid nor free. */
export function isDisputed(outcome: Outcome): boolean {
  return outcome === 'disputed';
}

/** Whether the backend certainly did not send the token on. */
export function isRefused(error: unknown): error is WalletError & { readonly cause: Problem } {
  return error instanceof WalletError && error.code === 'refused';
}

/** Whether the backend takes no more attempts to pay the order, so that another press is refused too. */
export function isClosed(error: unknown): boolean {
  return isRefused(error) && error.cause.code === closedCode;
}

/** The answer about the order's payment, if a call is refused because of it. */
export function presentAnswer(problem: Problem): PayTokenAnswer | undefined {
  const { outcome, payment_status = '', acs_url } = problem;
  return outcome && payTokenAnswer({ outcome, status: payment_status, acs_url });
}

/** The answer about the payment of a paid order, if that is why the backend refused a call. */
export function paidAnswer(error: unknown): PayTokenAnswer | undefined {
  const answer = isRefused(error) ? presentAnswer(error.cause) : undefined;
  return answer && isSettled(answer.outcome) && isTaken(answer.outcome) ? answer : undefined;
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
