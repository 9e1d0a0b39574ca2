import type { OperationName, Places } from '@wallet-buttons/protocol';
import { type Contradiction, contradictionIn } from './contradiction.ts';
import { CodedError } from './errors.ts';
import {
  firstAt,
  invalidAnswer,
  knownAt,
  longestOrder,
  type PaymentAnswer,
  readAmount,
  readPayment,
  sameDecimal,
  sumOf,
  textAt,
  unreadable,
} from './operations.ts';
import type { Profile } from './profile.ts';
import type { PaymentInput } from './requests.ts';

/** What a call, a question or a webhook proves. HTTP 200 by itself proves nothing. */
export type Evidence =
  /** No byte left: the only proof that nothing happened. */
  | { readonly kind: 'not_sent' }
  /** The status of this payment, as the service named it. */
  | { readonly kind: 'status'; readonly answer: PaymentAnswer }
  /** The operation was accepted, and no status was named. Its status confirms it. */
  | { readonly kind: 'accepted' }
  /** Refused in the service's own words. A question has to confirm that nothing happened. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The service knows the session, or none such, and no payment in it. */
  | { readonly kind: 'nothing' }
  /** The answer names another session, order or payment. */
  | { readonly kind: 'mismatch'; readonly answer: PaymentAnswer }
  /** The answer contradicts itself, so it proves nothing. Only a later question can tell. */
  | {
      readonly kind: 'contradicted';
      readonly by: Contradiction;
      readonly answer: PaymentAnswer;
    }
  /** It may have happened: no answer, or one that proves nothing. Only a question can tell. */
  | { readonly kind: 'unknown' };

/** The payment that a call is about. */
export interface Subject {
  readonly sessionId: string;
  /** The order's reference. */
  readonly order: string;
  /** `''` if the service gave the payment no id, `null` before there is one. */
  readonly paymentId: string | null;
}

/** The result of a call: its answer, `null` for the empty answer of an operation, or its error. */
export type CallResult = { readonly answer: PaymentAnswer | null } | { readonly error: unknown };

/** The result of a call that may fail. */
export async function resultOf(call: () => Promise<PaymentAnswer | null>): Promise<CallResult> {
  try {
    return { answer: await call() };
  } catch (error) {
    return { error };
  }
}

const changeNames = ['void', 'refund', 'completeHold', 'expire'] as const;
/** The operations that change a payment that exists. */
export type ChangeName = (typeof changeNames)[number];

/**
 * Reads the result of a call, a question or a webhook. Nothing else decides that something worked, was refused, or
 * never happened.
 * @param name the call; `webhook` for a verified webhook.
 */
export function readEvidence(
  name: OperationName | 'webhook',
  result: CallResult,
  subject: Subject,
  profile: Profile,
): Evidence {
  if ('error' in result) return evidenceOfError(name, result.error, profile);
  const { answer } = result;
  if (answer === null) return { kind: 'accepted' };
  if (!isAbout(subject, answer)) return { kind: 'mismatch', answer };
  const by = contradictionIn(answer, profile);
  if (by !== null) return { kind: 'contradicted', by, answer };
  if (answer.acsUrl === null && profile.meaningOf(answer.status) === 'untouched') {
    return { kind: 'nothing' };
  }
  // A bare status in the answer to an operation may be about the call itself.
  const isNamed = answer.sessionId !== null || orders(answer).length > 0;
  const isChange = changeNames.some((each) => each === name);
  return isChange && !isNamed ? { kind: 'unknown' } : { kind: 'status', answer };
}

function evidenceOfError(name: string, error: unknown, profile: Profile): Evidence {
  if (!(error instanceof CodedError)) return { kind: 'unknown' };
  const { code, origin, details } = error;
  // These are refused before anything is sent.
  const isRefusedHere = ['request', 'configuration', 'store'].includes(origin);
  if (isRefusedHere || code === 'service_unreachable') return { kind: 'not_sent' };
  const { serviceCode } = details;
  if (code !== 'service_refused' || serviceCode === undefined) return { kind: 'unknown' };
  const { notFound, inProgress } = profile.errors;
  if (name === 'getStatus' && notFound.includes(serviceCode)) return { kind: 'nothing' };
  const isAtWork = inProgress.includes(serviceCode);
  return isAtWork ? { kind: 'unknown' } : { kind: 'refused', code: serviceCode };
}

/** Whether an answer counts for a payment: all sessions, orders and payments that it names are its own. */
function isAbout({ sessionId, order, paymentId }: Subject, answer: PaymentAnswer): boolean {
  const isSession = answer.sessionId === null || answer.sessionId === sessionId;
  const ids = [answer, ...answer.payments].flatMap((each) => each.paymentId ?? []);
  const isPayment = !paymentId || ids.every((id) => id === paymentId);
  return isSession && isPayment && orders(answer).every((each) => each === order);
}

/** The orders that an answer and its payments name. */
function orders(answer: PaymentAnswer): readonly string[] {
  return [answer, ...answer.payments].flatMap(({ externalId }) => externalId ?? []);
}

/**
 * Reads the answer to an operation: `null` if it is empty and the profile says that an empty one accepts it.
 * @throws {ServiceError} `service_answer_invalid` for an answer that proves nothing.
 */
export function readChange(name: ChangeName, body: unknown, profile: Profile) {
  if (body === null) {
    if (profile.operations[name].emptyAnswer) return null;
    throw invalidAnswer('The answer is empty.');
  }
  const { answer, payment } = profile.operations.getStatus;
  return readStatus(body, answer, payment, profile);
}

/**
 * Reads an answer, or a webhook, that has to name a status. If its amount differs from the sum of its payments, the
 * amount is {@link unreadable}.
 * @throws {ServiceError} `service_answer_invalid` without status and bank's page, and for a refusal.
 */
export function readStatus(
  body: unknown,
  places: Readonly<Partial<Record<string, Places>>>,
  itemPlaces: Readonly<Partial<Record<string, Places>>>,
  profile: Profile,
): PaymentAnswer {
  checkSuccess(body, profile);
  const answer = readPayment(body, places, itemPlaces, profile);
  const sum = sumOf(answer.payments.map(({ amount }) => amount));
  const isOne = sum === null || sameDecimal(sum, answer.amount);
  return isOne ? answer : { ...answer, amount: unreadable };
}

/**
 * Checks the answer to `payment` against its request.
 * @throws {ServiceError} `service_answer_invalid` for a refusal, and for another session, order or amount.
 */
export function checkPayment(
  body: unknown,
  { sessionId, externalId, amount: amountToPay }: PaymentInput,
  profile: Profile,
): void {
  checkSuccess(body, profile);
  // A list may have the places of the profile.
  if (typeof body !== 'object' || body === null) throw invalidAnswer('The answer is no payment.');
  const places = profile.operations.payment.answer;
  const session = textAt(body, places.sessionId);
  const order = textAt(body, places.externalId, longestOrder);
  const currency = textAt(body, places.currency);
  const amount = readAmount(textAt(body, places.amount), amountToPay.currency, profile);
  const isSame =
    (session === null || session === sessionId) &&
    (order === null || order === externalId) &&
    (amount === null || sameDecimal(amount, amountToPay.amount)) &&
    (currency === null || currency.toUpperCase() === amountToPay.currency);
  if (!isSame) throw invalidAnswer('The answer names another session, order or amount.');
}

/** @throws {ServiceError} `service_answer_invalid` for a body that is a refusal in spite of its HTTP status. */
export function checkSuccess(body: unknown, { errors }: Profile): void {
  const type = knownAt(body, errors.type);
  const isRefusal = errors.types.some((each) => each === type);
  // A flag may be a text or a number, as many services write it.
  const flag = knownAt(body, errors.success) ?? '';
  const isFalse = firstAt(body, errors.success) === false || /^(?:false|0|no)$/i.test(flag);
  if (!isRefusal && !isFalse) return;
  throw invalidAnswer('The answer has the HTTP status of a success and the body of a refusal.');
}
