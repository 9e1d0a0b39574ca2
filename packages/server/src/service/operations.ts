import type { Amount, Wallet } from '@wallet-buttons/protocol';
import { sameAmount, toMinor } from '@wallet-buttons/protocol';
import { parseJson } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import type { WireProfile } from './profile.ts';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

export interface SessionInput {
  /** Where this session's webhooks go. */
  readonly callbackUrl: string;
  /** Further members of the service's session, sent as they are (`client_phone`, …). */
  readonly extra?: JsonObject | undefined;
}

export interface PaymentInput {
  readonly sessionId: string;
  readonly amount: Amount;
  /** The merchant's own reference. */
  readonly externalId: string;
  /** Further members of the service's payment, sent as they are (`products`, …). */
  readonly extra?: JsonObject | undefined;
}

export interface ValidateMerchantInput {
  readonly sessionId: string;
  readonly validationUrl: string;
  readonly domain: string;
}

export interface PayTokenInput {
  readonly sessionId: string;
  readonly wallet: Wallet;
  readonly token: string;
  readonly redirectUrl: string;
}

export interface GetStatusInput {
  readonly sessionId: string;
}

/** What the service says about a payment. */
export interface PaymentAnswer {
  /** Its own word; `''` where it only gave the bank's page. */
  readonly status: string;
  /** As received: whoever passes it on has to check it. */
  readonly acsUrl: string | null;
  /** As received, where it was named. */
  readonly amount: string | null;
}

/** An operation: how its input is written, how its answer is read. */
interface OperationRow<Input, Output> {
  readonly write: (input: Input, profile: WireProfile) => JsonObject;
  readonly read: (body: Bytes, profile: WireProfile) => Output;
}

/** The calls of a wallet payment. The path of each is in the profile. */
export const operations = {
  /** Opens a payment session. */
  session: row(
    ({ callbackUrl, extra }: SessionInput, { fields }) => ({
      [fields.callbackUrl]: callbackUrl,
      ...extra,
    }),
    (body, { answers }) => {
      const sessionId = pick(jsonObject(body), answers.sessionId);
      if (sessionId === null) throw invalid('The new session has no id.');
      return { sessionId };
    },
  ),
  /** Adds the payment to the session. Its id is `''` where the service gives none. */
  payment: row(
    ({ sessionId, amount, externalId, extra }: PaymentInput, { fields }) => ({
      [fields.sessionId]: sessionId,
      [fields.amount]: majorNumber(amount),
      [fields.externalId]: externalId,
      ...extra,
    }),
    (body, { answers }) => ({ paymentId: pick(jsonObject(body), answers.paymentId) ?? '' }),
  ),
  /** Wallet A: asks for the merchant session, which goes to the browser byte for byte. */
  validateMerchant: row(
    ({ sessionId, validationUrl, domain }: ValidateMerchantInput, { fields }) => ({
      [fields.sessionId]: sessionId,
      [fields.validationUrl]: validationUrl,
      [fields.domain]: domain,
    }),
    (body) => {
      if (Object.keys(jsonObject(body)).length === 0)
        throw invalid('The merchant session is empty.');
      return body;
    },
  ),
  /** Sends the wallet's token. Never repeated: the service knows no idempotency key. */
  payToken: row(
    ({ sessionId, wallet, token, redirectUrl }: PayTokenInput, { fields, walletWords }) => ({
      [fields.sessionId]: sessionId,
      [fields.token]: token,
      [fields.wallet]: walletWords[wallet],
      [fields.redirectUrl]: redirectUrl,
    }),
    (body, profile) => readPayment(jsonObject(body), profile),
  ),
  /** Asks how the session's payment stands. */
  getStatus: row(
    ({ sessionId }: GetStatusInput, { fields }) => ({ [fields.sessionId]: sessionId }),
    (body, profile) => readPayment(jsonObject(body), profile),
  ),
} as const;

/** Reads the members that an answer and a webhook share. */
export function readPayment(body: JsonObject, { answers }: WireProfile): PaymentAnswer {
  const status = pick(body, answers.status);
  const acsUrl = pick(body, answers.acsUrl);
  if (status === null && acsUrl === null) throw invalid('The answer has no status.');
  return { status: status ?? '', acsUrl, amount: pick(body, answers.amount) };
}

/** The first of these members that holds something, as text. */
export function pick(body: JsonObject, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function jsonObject(body: Bytes): JsonObject {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch {
    throw invalid('The answer is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The answer is not a JSON object.');
  }
  return value as JsonObject;
}

/** Exact or refused: beyond 15 digits a JSON number is another amount. */
function majorNumber({ amount, currency }: Amount): number {
  const number = Number(amount);
  const written = String(number);
  if (
    toMinor({ amount, currency }) <= 0 ||
    !sameAmount({ amount: written, currency }, { amount, currency })
  ) {
    throw new WalletServerError('order_invalid', 'The amount has no exact form on the wire.');
  }
  return number;
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('service_answer_invalid', message);
}

function row<Input, Output>(
  write: OperationRow<Input, Output>['write'],
  read: OperationRow<Input, Output>['read'],
): OperationRow<Input, Output> {
  return { write, read };
}
