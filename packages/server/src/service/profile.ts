import type { Wallet } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';

/** What a status word of the service means for an attempt. */
export type Meaning =
  /** The session exists, no payment was tried in it. */
  | 'untouched'
  | 'pending'
  | 'authorized'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'paid'
  | 'paid_off'
  | 'refunded';

/** The operations of a wallet payment, in order of use. */
export type Operation = 'session' | 'payment' | 'validateMerchant' | 'payToken' | 'getStatus';

/**
 * Everything that the payment service's document leaves open, as one typed value. Field names are
 * data; where a name is a guess, `@assumed` says so.
 */
export interface WireProfile {
  readonly name: string;
  /** Documented. Absolute paths, with their version. */
  readonly paths: Readonly<Record<Operation, string>>;
  /** Documented: the request's signature. */
  readonly signatureHeader: string;
  /** Names of request fields. */
  readonly fields: {
    /** Observed: first in every body. */
    readonly merchantId: string;
    /** Documented, a field of the session: where its webhooks go. */
    readonly callbackUrl: string;
    /** Observed. */
    readonly sessionId: string;
    /** Observed: major units as a JSON number, on the payment. */
    readonly amount: string;
    /** Observed: the merchant's own reference, on the payment. */
    readonly externalId: string;
    /** @assumed on validate-merchant */
    readonly validationUrl: string;
    /** @assumed on validate-merchant */
    readonly domain: string;
    /** @assumed on pay-token: the wallet's token as a string, untouched */
    readonly token: string;
    /** @assumed on pay-token: which wallet it is from */
    readonly wallet: string;
    /** @assumed on pay-token: where the bank's page sends the payer back to */
    readonly redirectUrl: string;
  };
  /** @assumed The words for `fields.wallet`; observed as `paytype` of a finished payment. */
  readonly walletWords: Readonly<Record<Wallet, string>>;
  /** Names of answer fields. The first one that is present counts. */
  readonly answers: {
    /** Observed. */
    readonly sessionId: readonly string[];
    /** Observed. */
    readonly paymentId: readonly string[];
    /** Documented. */
    readonly status: readonly string[];
    /** Documented. */
    readonly acsUrl: readonly string[];
    /** Observed: decimal string or number, on get-status and webhooks. */
    readonly amount: readonly string[];
  };
  /** `paid`, `paid_off`, `refunded` are documented, the rest observed. Any other word is pending, and an alarm. */
  readonly statuses: Readonly<Record<string, Meaning>>;
  /** Observed error codes and types that prove that a token was not processed. */
  readonly notProcessed: readonly string[];
  /** Observed error codes of get-status for a session it does not know. */
  readonly notFound: readonly string[];
  /** Observed: the webhook's signature, over its raw bytes. */
  readonly webhookSignatureHeader: string;
}

/** The documented service, completed by what was observed of it and, where nothing was, by guesses. */
export const defaultProfile: WireProfile = freeze({
  name: 'default',
  paths: {
    session: '/v1/session',
    payment: '/v1/payment',
    validateMerchant: '/v1/walleta-pay/validate-merchant',
    payToken: '/v1/pay-token',
    getStatus: '/v1/get-status',
  },
  signatureHeader: 'x-sign',
  fields: {
    merchantId: 'merchant_id',
    callbackUrl: 'callback_url',
    sessionId: 'session_id',
    amount: 'amount',
    externalId: 'external_id',
    validationUrl: 'validation_url',
    domain: 'domain',
    token: 'token',
    wallet: 'paytype',
    redirectUrl: 'redirect_url',
  },
  walletWords: { 'wallet-a': 'apple_pay', 'wallet-b': 'google_pay' },
  answers: {
    sessionId: ['id', 'session_id'],
    paymentId: ['id'],
    status: ['status'],
    acsUrl: ['acs_url'],
    amount: ['amount'],
  },
  statuses: {
    created: 'untouched',
    precreated: 'untouched',
    preprocessing: 'pending',
    async_preprocessing: 'pending',
    processing: 'pending',
    processing_hold_completion: 'pending',
    processing_void: 'pending',
    holded: 'authorized',
    hold_confirmed: 'authorized',
    failed: 'failed',
    blocked: 'failed',
    voided: 'cancelled',
    expired: 'expired',
    paid: 'paid',
    paid_off: 'paid_off',
    refunded: 'refunded',
  },
  notProcessed: ['validation', 'SessionNotFoundError', 'NotFoundError'],
  notFound: ['SessionNotFoundError', 'NotFoundError'],
  webhookSignatureHeader: 'x-sign-v2',
});

/** What may be said otherwise, to any depth; `statuses` may also gain words. */
export type ProfileOverrides = {
  readonly [K in keyof WireProfile]?: WireProfile[K] extends string | readonly string[]
    ? WireProfile[K]
    : Partial<WireProfile[K]>;
};

/**
 * A profile with some entries replaced.
 * @throws {WalletServerError} `config_invalid` for a name that the base does not have.
 */
export function defineProfile(base: WireProfile, overrides: ProfileOverrides): WireProfile {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(overrides)) {
    const present = Object.hasOwn(base, key) ? base[key as keyof WireProfile] : undefined;
    if (present === undefined || typeof present !== typeof value) throw unknown(key);
    const nested = typeof present === 'object' && !Array.isArray(present);
    for (const name of nested && key !== 'statuses' ? Object.keys(value) : []) {
      if (!Object.hasOwn(present as object, name)) throw unknown(`${key}.${name}`);
    }
    merged[key] = nested ? { ...(present as object), ...(value as object) } : value;
  }
  return freeze(merged as unknown as WireProfile);
}

function unknown(key: string): WalletServerError {
  return new WalletServerError('config_invalid', `The wire profile has no entry like ${key}.`);
}

function freeze(profile: WireProfile): WireProfile {
  for (const value of Object.values(profile)) Object.freeze(value);
  return Object.freeze(profile);
}
