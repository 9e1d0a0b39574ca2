import type { Amount, Wallet } from '@wallet-buttons/protocol';
import { toBase64, utf8 } from '../bytes.ts';
import { WalletServerError } from '../errors.ts';
import {
  anything,
  invalid,
  isWord,
  jsonObject,
  members,
  need,
  nothing,
  pick,
  readPayment,
  row,
  writeAmount,
} from './operation.ts';
import type { JsonObject, SessionStatus } from './operation.ts';
import type { WireProfile } from './profile.ts';

/** Of `session`: what every payment begins with. */
export interface SessionInput {
  /** Where this session's webhooks go. */
  readonly callbackUrl: string;
  /** Where the bank's page sends the payer, where the profile says that the session carries it. */
  readonly redirectUrl?: string | undefined;
  /** Further members of the service's session, sent as they are (`client_phone`, …). */
  readonly extra?: JsonObject | undefined;
}

/** Of `payment`: what is paid for, in a session that is open. */
export interface PaymentInput {
  readonly sessionId: string;
  readonly amount: Amount;
  /** The merchant's own reference. */
  readonly externalId: string;
  /** Where the bank's page sends the payer, where the profile says that the payment carries it. */
  readonly redirectUrl?: string | undefined;
  /** Further members of the service's payment, sent as they are (`products`, …). */
  readonly extra?: JsonObject | undefined;
}

/** Of `validateMerchant`: who calls it has checked URL and domain. */
export interface ValidateMerchantInput {
  readonly sessionId: string;
  readonly validationUrl: string;
  readonly domain: string;
}

/** Of `payToken`, the charge: what is sent twice may be charged twice. */
export interface PayTokenInput {
  readonly sessionId: string;
  readonly wallet: Wallet;
  /** As the wallet gave it. */
  readonly token: string;
  readonly redirectUrl: string;
}

/** Of operations that need no more than the session. */
export interface SessionOnlyInput {
  readonly sessionId: string;
}

/** Of a void: what gives back a payment, or what is held for it. */
export interface VoidInput {
  readonly sessionId: string;
  /** `operations` for a part of the session, for example; sent as it is. */
  readonly extra?: JsonObject | undefined;
}

/** Of `completeHold`: takes what is held, or a part of it. */
export interface CompleteHoldInput {
  readonly sessionId: string;
  /** Less than was held; all of it where this is left out. */
  readonly amount?: Amount | undefined;
  readonly extra?: JsonObject | undefined;
}

/** Of `deliveryPrice`: what is sent, and where to. */
export interface DeliveryPriceInput {
  readonly amount: Amount;
  /** Cubic metres divided by the carrier's factor, as the service wants it; 0.0004 at least. */
  readonly volumeWeight: number;
  /** Kilograms; 0.1 at least. */
  readonly weight: number;
  readonly recipientCity: string;
  readonly recipientWarehouse: string;
}

/** For operations of which nothing but the name is known. */
export interface RawInput {
  /** The whole body beside the merchant's id. */
  readonly body: JsonObject;
}

const waybillLimit = 16 * 1024 * 1024;

/** Opens a payment session, which every payment begins with. */
export const openSession = row(
  ({ callbackUrl, redirectUrl, extra }: SessionInput, profile) =>
    members(profile, { callbackUrl, ...returnTo('session', redirectUrl, profile) }, extra),
  (body, { answers }) => {
    const sessionId = need(jsonObject(body), answers.sessionId);
    if (isWord(sessionId, 255)) return { sessionId };
    throw invalid('The id of the session is none.');
  },
);

/** Adds a payment to a session. Its id is `''` where the service gives none; `url` is its own page. */
export const addPayment = row(
  ({ sessionId, amount, externalId, redirectUrl, extra }: PaymentInput, profile) => {
    const money = writeAmount(amount, 'amount', profile);
    const back = returnTo('payment', redirectUrl, profile);
    const { currency } = amount;
    return members(profile, { sessionId, amount: money, currency, externalId, ...back }, extra);
  },
  (body, { answers }) => {
    const answer = jsonObject(body);
    return { paymentId: pick(answer, answers.paymentId) ?? '', url: pick(answer, answers.url) };
  },
);

/** Asks how a session stands. No money moves: where no answer comes it is asked again. */
export const askStatus = row(
  ({ sessionId }: SessionOnlyInput, profile) => members(profile, { sessionId }),
  (body, profile): SessionStatus => {
    const raw = jsonObject(body);
    return { ...readPayment(raw, profile), raw };
  },
  { repeatable: true },
);

/** Takes a session back: a hold, or what was paid. */
export const voidIt = row(
  ({ sessionId, extra }: VoidInput, profile) => members(profile, { sessionId }, extra),
  nothing,
);

/** Ends a session in which nothing was paid. */
export const expireIt = row(
  ({ sessionId }: SessionOnlyInput, profile) => members(profile, { sessionId }),
  nothing,
);

/** The wallets' payment, and what can be done with it later. */
export const acquiring = {
  /** Opens a payment session, which every payment begins with. */
  session: openSession,
  /** Adds a payment to a session. Its id is `''` where the service gives none; `url` is its own page. */
  payment: addPayment,
  /** Wallet A: asks for the merchant session, which goes to the browser byte for byte. */
  validateMerchant: row(
    ({ sessionId, validationUrl, domain }: ValidateMerchantInput, profile) =>
      members(profile, { sessionId, validationUrl, domain }),
    (body) => {
      if (Object.keys(jsonObject(body)).length > 0) return body;
      throw invalid('The merchant session is empty.');
    },
  ),
  /** Sends the wallet's token. Never repeated: the service knows no idempotency key. */
  payToken: row(
    ({ sessionId, wallet, token, redirectUrl }: PayTokenInput, profile) =>
      members(profile, {
        sessionId,
        token: writeToken(token, profile.tokenForms[wallet]),
        wallet: profile.walletWords[wallet],
        ...returnTo('payToken', redirectUrl, profile),
      }),
    (body, profile) => readPayment(jsonObject(body), profile),
  ),
  /** Asks how a session stands; `raw` is the whole answer. The one call that is asked again. */
  getStatus: askStatus,
  /** Takes a session back: gives up a hold, or gives back what was paid. */
  voidSession: voidIt,
  /** Takes the money that a hold keeps. */
  completeHold: row(
    ({ sessionId, amount, extra }: CompleteHoldInput, profile) =>
      members(
        profile,
        { sessionId, amount: amount && writeAmount(amount, 'amount', profile) },
        extra,
      ),
    nothing,
  ),
  /** Ends a session in which nothing was paid, so that nobody can pay it any more. */
  expireSession: expireIt,
  /** Hands a held payment's goods to the carrier. */
  confirmDeliveryHold: row(
    ({ sessionId }: SessionOnlyInput, profile) => members(profile, { sessionId }),
    (body, { answers }) => ({ expressWaybill: pick(jsonObject(body), answers.expressWaybill) }),
  ),
  /** The waybill to print, as bytes of a PDF. */
  printExpressWaybill: row(
    ({ sessionId }: SessionOnlyInput, profile) => members(profile, { sessionId }),
    (body) => {
      if (body.length > 0) return body;
      throw invalid('The waybill is empty.');
    },
    { accept: 'application/pdf', limit: waybillLimit },
  ),
  /** What a delivery costs, in major units. */
  deliveryPrice: row(
    ({ amount, ...parcel }: DeliveryPriceInput, profile) =>
      members(profile, { amount: writeAmount(amount, 'amount', profile), ...parcel }),
    (body, { answers }) => ({ price: need(jsonObject(body), answers.deliveryPrice) }),
  ),
  /** The acquiring group's own export; only its name is known. */
  exportOperations: row(({ body }: RawInput) => body, anything),
  /** Begins a secure delivery; only its name is known. */
  initSecureDelivery: row(({ body }: RawInput) => body, anything),
};

/** Which call carries the payer's way back is not documented, so the profile says it. */
function returnTo(
  operation: WireProfile['redirectUrlOn'],
  redirectUrl: string | undefined,
  { redirectUrlOn }: WireProfile,
): { readonly redirectUrl?: string | undefined } {
  return operation === redirectUrlOn ? { redirectUrl } : {};
}

function writeToken(token: string, form: WireProfile['tokenForms'][Wallet]): unknown {
  if (form === 'string') return token;
  if (form === 'base64') return toBase64(utf8(token));
  try {
    return JSON.parse(token) as unknown;
  } catch {
    throw new WalletServerError('invalid_field', 'The token is not JSON.', { field: 'token' });
  }
}
