import { Buffer } from 'node:buffer';
import {
  type Amount,
  type OperationName,
  sameAmount,
  toMinor,
  type Wallet,
  type WireProfile,
} from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { type JsonObject, putAt } from './profile.ts';

/** Of `session`. */
export interface SessionInput {
  /** Where this session's webhooks go. */
  readonly callbackUrl: string;
  /** Where the bank's page sends the payer back to; sent where the profile has a field for it. */
  readonly redirectUrl?: string | undefined;
  readonly externalId?: string | undefined;
  /** Extra fields of the service, sent as they are (`client_phone`, …). */
  readonly extra?: JsonObject | undefined;
}

/** Of `payment`. */
export interface PaymentInput {
  readonly sessionId: string;
  readonly amount: Amount;
  /** The merchant's own reference. */
  readonly externalId: string;
  readonly redirectUrl?: string | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Of `validateMerchant`. The caller has checked URL and domain. */
export interface ValidateMerchantInput {
  readonly sessionId: string;
  readonly validationUrl: string;
  readonly domain: string;
}

/** Of `payToken`, the charge. */
export interface PayTokenInput {
  readonly sessionId: string;
  readonly wallet: Wallet;
  /** As the wallet gave it. */
  readonly token: string;
  readonly redirectUrl?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly externalId?: string | undefined;
  readonly amount?: Amount | undefined;
}

/** Of `getStatus`. */
export interface StatusInput {
  readonly sessionId: string;
  readonly paymentId?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Of `void`, `refund` and `completeHold`. */
export interface ChangeInput {
  readonly sessionId: string;
  /** For a part: the payment, and how much of it. Without them, all of the session. */
  readonly paymentId?: string | undefined;
  readonly amount?: Amount | undefined;
  readonly extra?: JsonObject | undefined;
}

/**
 * The body of a call: the merchant's id, the values in their fields, constants, extra fields.
 * @throws {WalletServerError} `order_invalid` where an extra field stands where the server writes, or an amount
 *   has no exact form.
 */
export function writeBody(
  name: OperationName,
  values: JsonObject,
  extra: JsonObject,
  profile: WireProfile,
): JsonObject {
  const { constants, ...operation } = profile.operations[name];
  const fields: Readonly<Record<string, string | null>> = operation.fields;
  const body: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    const place = fields[field] ?? null;
    if (place === null || value === undefined) continue;
    putAt(body, place, isAmount(value) ? writeAmount(value, profile) : value);
  }
  for (const [place, value] of Object.entries(constants)) putAt(body, place, value);
  const taken = Object.keys(extra).find((key) => Object.hasOwn(body, key));
  if (taken === undefined) return { ...body, ...extra };
  throw new WalletServerError('order_invalid', `The server writes the field ${taken} itself.`, {
    suggestion: `Leave ${taken} out of the extra fields.`,
  });
}

/** The token and the amount of a pay-token call, as its fields. */
export function payTokenFields(input: PayTokenInput, { wallets }: WireProfile): JsonObject {
  const { wallet, token, ...rest } = input;
  const field = wallet === 'wallet-a' ? 'walletAToken' : 'walletBToken';
  const { name, token: form } = wallets[wallet];
  const written = form === 'base64' ? Buffer.from(token).toString('base64') : token;
  return {
    ...withCurrency(rest),
    [field]: form === 'object' ? tokenJson(token) : written,
    wallet: name,
  };
}

/** Fields with the currency of their amount beside it. */
export function withCurrency(fields: JsonObject): JsonObject {
  const { amount } = fields;
  return isAmount(amount) ? { ...fields, currency: amount.currency } : fields;
}

/**
 * An amount in its form on the wire, exactly.
 * @throws {WalletServerError} `order_invalid` for a currency that the profile does not name, and where the form
 *   cannot hold the amount: with more than 15 digits a JSON number is another amount.
 */
export function writeAmount(money: Amount, { forms, currencies }: WireProfile): number | string {
  const { amount, currency } = money;
  if (!currencies.includes(currency)) {
    throw new WalletServerError('order_invalid', `The service does not take ${currency}.`, {
      suggestion: `If it does, add "${currency}" to currencies in the wire profile.`,
    });
  }
  const minor = toMinor(money);
  const written = forms.amount === 'minor-integer' ? minor : Number(amount);
  const isExact =
    forms.amount !== 'major-number' || sameAmount({ amount: String(written), currency }, money);
  if (minor > 0 && isExact) return forms.amount === 'major-string' ? amount : written;
  throw new WalletServerError('order_invalid', 'The amount has no exact form on the wire.');
}

function isAmount(value: unknown): value is Amount {
  return typeof value === 'object' && value !== null && 'currency' in value && 'amount' in value;
}

function tokenJson(token: string): unknown {
  try {
    return JSON.parse(token);
  } catch {
    throw new WalletServerError('invalid_field', 'The token is not JSON.', { field: 'token' });
  }
}
