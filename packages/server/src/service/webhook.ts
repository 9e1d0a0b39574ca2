import { parseJson } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { isWord, pick, pickAny, pickText, readPayment, unreadable } from './operation.ts';
import type { JsonObject, PaymentAnswer } from './operation.ts';
import type { WireProfile } from './profile.ts';
import type { Verifier } from './signature.ts';

/** A webhook of any version and either group, in the words of get-status. */
export interface WebhookMessage {
  readonly sessionId: string;
  /** `null` where it tells no status that could be read: only the service can then say how it stands. */
  readonly answer: PaymentAnswer | null;
  /** The merchant's own reference, where the message has just one. */
  readonly externalId: string | null;
  /** `checkout` is told from `acquiring` by the delivery in it. */
  readonly group: 'acquiring' | 'checkout';
}

/**
 * Whether the service signed exactly these bytes. Of the profile's signatures, the first whose header
 * is there decides, so a weaker one that is accepted as well cannot be put in its place.
 */
export async function isSigned(
  headers: Pick<Headers, 'get' | 'has'>,
  body: Bytes,
  verifier: Verifier,
  { webhookSignatures }: Pick<WireProfile, 'webhookSignatures'>,
): Promise<boolean> {
  const scheme = webhookSignatures.find(({ header }) => headers.has(header));
  return scheme ? verifier.verify(body, headers.get(scheme.header), scheme) : false;
}

/**
 * Reads a webhook by its shape: flat, one a payment, or with a list of payments, one a session. What
 * the labels v1, v2 and v3 mean is not documented, so the label is only a hint: where a message has
 * both shapes, v1 is read as flat. `null` for anything that names no session.
 * @assumed that the payments of a session's webhook add up to what was paid.
 */
export function readWebhook(
  body: Bytes,
  profile: WireProfile,
  label?: string,
): WebhookMessage | null {
  try {
    const message = parseJson(body) as JsonObject;
    const { answers } = profile;
    const sessionId = pick(message, answers.sessionId);
    if (sessionId === null || !isWord(sessionId, 255)) return null;
    const payments = listOf(pickAny(message, answers.payments));
    const merged: JsonObject = { ...(payments.length === 1 && payments[0]), ...message };
    return {
      sessionId,
      answer: readAnswer(message, merged, payments, profile, label),
      externalId: pick(merged, answers.externalId),
      group: pickAny(message, answers.delivery) === undefined ? 'acquiring' : 'checkout',
    };
  } catch {
    return null;
  }
}

function readAnswer(
  message: JsonObject,
  merged: JsonObject,
  payments: readonly JsonObject[],
  profile: WireProfile,
  label?: string,
): PaymentAnswer | null {
  const { amount, currency } = profile.answers;
  const answer = readOrNull(merged, profile);
  if (!answer) return null;
  const amounts = payments.map((payment) => pickText(payment, amount));
  const own = label === 'v1' ? pickText(message, amount) : null;
  const named = amounts.some((each) => each !== null) ? unreadable : null;
  return {
    ...answer,
    amount: own ?? sum(amounts) ?? answer.amount ?? named,
    currency: common([message, ...payments].map((part) => pickText(part, currency))),
  };
}

function readOrNull(body: JsonObject, profile: WireProfile): PaymentAnswer | null {
  try {
    return readPayment(body, profile);
  } catch {
    return null;
  }
}

/** The same for one fact, whatever the version, spelling and number of its messages. */
export function factKey(sessionId: string, { status, amount, currency }: PaymentAnswer): string {
  const fact = [sessionId, status, amount === null ? null : shortest(amount)];
  return JSON.stringify(currency === null ? fact : [...fact, currency]);
}

function listOf(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) => Object(item) as JsonObject);
}

/** The currency that all have that name one. */
function common(texts: readonly (string | null)[]): string | null {
  const named = new Set(
    texts.flatMap((text) => (text === unreadable ? text : (text?.toUpperCase() ?? []))),
  );
  const [first = null] = named;
  return named.size > 1 ? unreadable : first;
}

/** The payments' amounts together, exactly; `null` unless each has one. */
function sum(amounts: readonly (string | null)[]): string | null {
  if (amounts.length === 0 || !amounts.every((amount) => exact.test(amount ?? ''))) return null;
  const total = amounts
    .map((amount) => (amount ?? '').split('.'))
    .map(([whole = '', decimals = '']) => BigInt(whole + decimals.padEnd(6, '0')))
    .reduce((one, other) => one + other);
  const digits = String(total).padStart(7, '0');
  return shortest(`${digits.slice(0, -6)}.${digits.slice(-6)}`);
}

const exact = /^\d{1,15}(?:\.\d{1,6})?$/;

/** 199.90 and 199.9 are one amount. */
function shortest(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
