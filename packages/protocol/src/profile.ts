/**
 * The shape of `profile.json`: what the payment service's document leaves open, as data.
 * `profile.schema.json` describes every member.
 */
export interface WireProfile {
  readonly $schema?: string;
  readonly operations: OperationProfiles;
  readonly forms: {
    readonly merchantId: 'string' | 'number';
    /** A JSON number or a string in major units, or an integer in minor units. */
    readonly amount: 'major-number' | 'major-string' | 'minor-integer';
    readonly answeredAmount: 'major' | 'minor';
  };
  /** ISO 4217. */
  readonly currencies: readonly string[];
  readonly wallets: {
    readonly 'wallet-a': WalletProfile & { readonly gateways: readonly string[] };
    readonly 'wallet-b': WalletProfile;
  };
  readonly signing: SignatureScheme & {
    readonly header: string;
    /** What is signed of a GET request. */
    readonly get: 'empty' | 'query' | 'path';
  };
  readonly errors: {
    readonly code: Places;
    readonly type: Places;
    readonly requestId: Places;
    readonly requestIdHeader: string;
    readonly fields: Places;
    readonly fieldPath: Places;
    /** Codes of get-status for a session that the service does not know. */
    readonly notFound: readonly string[];
    /** Codes of pay-token that prove that the token was not processed. */
    readonly notProcessed: readonly string[];
  };
  /** Any other status is pending. Of two with one meaning the later one here is the later one in time. */
  readonly statuses: Readonly<Record<string, Meaning>>;
  readonly webhook: {
    readonly signatures: readonly (SignatureScheme & { readonly header: string })[];
    readonly versions: Readonly<Record<WebhookVersion, WebhookProfile>>;
    readonly answer: {
      readonly status: number;
      readonly body: string;
      readonly contentType: string | null;
    };
  };
  /** In seconds. */
  readonly lifetimes: { readonly session: number };
  /** What each entry rests on, by its path; the longest path that fits counts. */
  readonly basis: Readonly<Record<string, Basis>>;
}

/** `configured` is what a merchant has overridden. */
export type Basis = 'documented' | 'observed' | 'assumed' | 'configured';

/** What a provider status means. */
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

/** The formats of a webhook. */
export type WebhookVersion = 'v1' | 'v2' | 'v3';

/** Where an answer holds a value: dots and indices lead into it (`payments[0].status`). The first place counts. */
export type Places = readonly string[];

/** How bytes become a signature, and a signature a header's value (RFC 8017 8.1, 8.2). */
export interface SignatureScheme {
  readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SHA-1';
  readonly padding: 'PKCS1-v1_5' | 'PSS';
  readonly encoding: 'base64' | 'base64url' | 'hex';
  /** Has to be `true` for SHA-1: its collisions are practical (RFC 9155). */
  readonly allowSha1?: boolean;
}

interface WalletProfile {
  /** What the field `wallet` says. */
  readonly name: string;
  /** The token as it is, as the JSON value that it holds, or in base64. */
  readonly token: 'string' | 'object' | 'base64';
}

/** How one operation is called, and where its answer holds what is read of it. */
export interface OperationProfile<Field extends string = string, Answer extends string = string> {
  readonly method: 'POST' | 'GET';
  /** `null` where it is not known. */
  readonly path: string | null;
  /** Which base URL it is called on. */
  readonly group: 'acquiring' | 'checkout' | 'comfort';
  readonly encoding: 'json' | 'form';
  /** What is not `application/json` is handed on as bytes. */
  readonly accept: string;
  /** Where each field stands in the body; `null`: it is not sent. */
  readonly fields: Readonly<Record<Field, string | null>>;
  readonly headers: { readonly merchantId: string | null };
  /** Constant fields of the body, by their place in it. */
  readonly constants: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<Answer, Places>>;
}

type Item = Readonly<
  Record<'paymentId' | 'externalId' | 'status' | 'amount' | 'currency' | 'refundedAmount', Places>
>;
type InSession = 'merchantId' | 'sessionId';
type Payment =
  | 'status'
  | 'sessionId'
  | 'externalId'
  | 'amount'
  | 'currency'
  | 'cardMask'
  | 'cardType'
  | 'bankReference';

/** Where a webhook of one version holds each value. */
export type WebhookProfile = Readonly<Record<Payment | 'refundedAmount' | 'payments', Places>> & {
  readonly payment: Item;
};

interface OperationProfiles {
  readonly session: OperationProfile<
    'merchantId' | 'callbackUrl' | 'redirectUrl' | 'externalId',
    'sessionId'
  >;
  readonly payment: OperationProfile<
    InSession | 'amount' | 'currency' | 'externalId' | 'redirectUrl',
    'paymentId' | 'sessionId' | 'url'
  >;
  readonly validateMerchant: OperationProfile<InSession | 'validationUrl' | 'domain', never> & {
    readonly merchantSession: {
      /** `null`: the whole answer. */
      readonly path: string | null;
      readonly as: 'json' | 'json-string' | 'base64-json';
    };
  };
  readonly payToken: OperationProfile<
    | InSession
    | 'walletAToken'
    | 'walletBToken'
    | 'wallet'
    | 'redirectUrl'
    | 'paymentId'
    | 'externalId'
    | 'amount'
    | 'currency',
    Payment | 'acsUrl' | 'paymentId'
  >;
  readonly getStatus: OperationProfile<
    InSession | 'paymentId' | 'externalId',
    Payment | 'acsUrl' | 'paymentId' | 'refundedAmount' | 'transactionStatus' | 'payments'
  > & { readonly payment: Item };
  readonly void: OperationProfile<InSession | 'paymentId' | 'amount', never>;
  readonly refund: OperationProfile<InSession | 'paymentId' | 'amount', never>;
  readonly completeHold: OperationProfile<InSession | 'paymentId' | 'amount', never>;
  readonly expire: OperationProfile<InSession, never>;
  readonly confirmDeliveryHold: OperationProfile;
  readonly printExpressWaybill: OperationProfile;
  readonly deliveryPrice: OperationProfile;
  readonly exportOperations: OperationProfile;
  readonly initSecureDelivery: OperationProfile;
  readonly createCheckoutSession: OperationProfile;
  readonly addCheckoutPayment: OperationProfile;
  readonly checkoutStatus: OperationProfile;
  readonly voidCheckoutSession: OperationProfile;
  readonly expireCheckoutSession: OperationProfile;
  readonly createOperations: OperationProfile;
  readonly refundOperations: OperationProfile;
  readonly operationStatus: OperationProfile;
  readonly changeRecipientData: OperationProfile;
  readonly balance: OperationProfile;
  readonly exportComfortOperations: OperationProfile;
}

/** The operations of the service. */
export type OperationName = keyof OperationProfiles;

type Partly<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { readonly [Key in keyof T]?: Partly<T[Key]> };

/** A part of a profile: objects are merged, every other value is replaced. */
export type ProfileOverrides = Partly<Omit<WireProfile, 'basis'>>;
