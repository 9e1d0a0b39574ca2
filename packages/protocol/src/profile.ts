import type { Wallet } from './payment.ts';

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
  /** The wallets that the backend takes: an entry adds one. */
  readonly wallets: Readonly<Record<Wallet, WalletProfile>>;
  readonly signing: SignatureScheme & {
    readonly header: string;
    /** What is signed of a GET request. */
    readonly get: 'empty' | 'query' | 'path';
  };
  readonly errors: {
    readonly code: Places;
    readonly type: Places;
    /** The types of a refusal: a body with one of them is a refusal, whatever its HTTP status. */
    readonly types: readonly string[];
    /** A flag of an answer whose `false` means that the call did not succeed. */
    readonly success: Places;
    readonly requestId: Places;
    readonly requestIdHeader: string;
    readonly fields: Places;
    readonly fieldPath: Places;
    /** Codes of get-status for a session that the service does not know. */
    readonly notFound: readonly string[];
    /** Codes of a refusal that means that the service is at work on the same session. */
    readonly inProgress: readonly string[];
  };
  /** Any other status is pending. If two statuses have one meaning, the one further down comes later in time. */
  readonly statuses: Readonly<Record<string, Meaning>>;
  readonly webhook: {
    readonly signatures: readonly (SignatureScheme & { readonly header: string })[];
    readonly message: WebhookProfile;
    /** Where the webhooks of a version differ from `message`. */
    readonly versions: Readonly<Record<WebhookVersion, Partly<WebhookProfile>>>;
    readonly answer: {
      readonly status: number;
      readonly body: string;
      readonly contentType: string | null;
    };
  };
  /** In seconds. */
  readonly lifetimes: {
    readonly session: number;
    /** How long a bank holds an amount, by the network of the card (`visa`); `default` for every other network. */
    readonly hold: Readonly<Record<string, number>> & { readonly default: number };
  };
  /** The file that the service exports, as CSV or XLSX. */
  readonly export: {
    /** The titles of each column; the first one that the file has counts. */
    readonly columns: Readonly<Record<ExportColumn, readonly string[]>>;
    /** What a value of the column `kind` means; a row with any other value is a payment. */
    readonly kinds: Readonly<Record<string, 'payment' | 'refund' | 'void'>>;
    /** Between the fields of CSV. */
    readonly delimiter: string;
    /** What begins the decimals of an amount; the other one, blanks and apostrophes group its digits. */
    readonly decimal: '.' | ',';
    /** The zone of days, and of times without one: `+02:00`. */
    readonly zone: string;
    /** The fee of a charge, as decimal strings; where both are `null`, fees are added up and not compared. */
    readonly fee: { readonly percent: string | null; readonly fixed: string | null };
  };
  /** The basis of each entry, by its path; the longest matching path counts. */
  readonly basis: Readonly<Record<string, Basis>>;
}

/** The columns of an export. `id` names a row, `paymentId` its payment. */
export type ExportColumn =
  | 'id'
  | 'paymentId'
  | 'sessionId'
  | 'externalId'
  | 'kind'
  | 'status'
  | 'amount'
  | 'refundedAmount'
  | 'currency'
  | 'fee'
  | 'createdAt';

/** `configured` entries are overridden by the merchant. */
export type Basis = 'documented' | 'observed' | 'assumed' | 'configured';

/** The meaning of a provider status. */
export type Meaning =
  /** The session exists, and no payment was tried in it. */
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

/** The places of a value in an answer, with dots and indices (`payments[0].status`). The first one with a value counts. */
export type Places = readonly string[];

/** The form of a signature, and of its header's value (RFC 8017 8.1, 8.2). */
export interface SignatureScheme {
  readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SHA-1';
  readonly padding: 'PKCS1-v1_5' | 'PSS';
  readonly encoding: 'base64' | 'base64url' | 'hex';
  /** Must be `true` for SHA-1, whose collisions are practical (RFC 9155). */
  readonly allowSha1?: boolean;
}

interface WalletProfile {
  /** The value of the field `wallet`. */
  readonly name: string;
  /** The place of the token in the body of pay-token. */
  readonly place: string;
  /** The token unchanged, as the JSON value that it contains, or in base64. */
  readonly token: 'string' | 'object' | 'base64';
  /** Wallet A: the hosts of the provider that may issue a merchant session. */
  readonly gateways?: readonly string[];
}

/** The call of one operation, and the places of the values in its answer. */
export interface OperationProfile<Field extends string = string, Answer extends string = string> {
  readonly method: 'POST' | 'GET';
  /** `null` if it is not known. */
  readonly path: string | null;
  /** The group, which determines the base URL. */
  readonly group: 'acquiring' | 'checkout' | 'comfort';
  readonly encoding: 'json' | 'form';
  /** Any type but `application/json` is passed on as bytes. */
  readonly accept: string;
  /** The place of each field in the body; `null`: it is not sent. */
  readonly fields: Readonly<Record<Field, string | null>>;
  readonly headers: { readonly merchantId: string | null };
  /** Constant fields of the body, by their place in it. */
  readonly constants: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<Answer, Places>>;
}

/** An operation on a session that exists. */
interface ChangeProfile<Field extends string> extends OperationProfile<Field, never> {
  /**
   * Whether an empty body or `null` says that the operation was accepted. Any other answer is read where `getStatus`
   * names the same values.
   */
  readonly emptyAnswer: boolean;
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

/** The places of each value in a webhook. */
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
    'paymentId' | 'sessionId' | 'externalId' | 'amount' | 'currency' | 'url'
  >;
  readonly validateMerchant: OperationProfile<InSession | 'validationUrl' | 'domain', never> & {
    readonly merchantSession: {
      /** `null`: the whole answer. */
      readonly path: string | null;
      readonly as: 'json' | 'json-string' | 'base64-json';
    };
  };
  readonly payToken: OperationProfile<
    InSession | 'wallet' | 'redirectUrl' | 'paymentId' | 'externalId' | 'amount' | 'currency',
    Payment | 'acsUrl' | 'paymentId'
  >;
  readonly getStatus: OperationProfile<
    InSession | 'paymentId' | 'externalId',
    Payment | 'acsUrl' | 'paymentId' | 'refundedAmount' | 'transactionStatus' | 'payments'
  > & { readonly payment: Item };
  readonly void: ChangeProfile<InSession | 'paymentId' | 'amount'>;
  readonly refund: ChangeProfile<InSession | 'paymentId' | 'amount'>;
  readonly completeHold: ChangeProfile<InSession | 'paymentId' | 'amount'>;
  readonly expire: ChangeProfile<InSession>;
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

/** A part of a profile: objects are merged, all other values are replaced. */
export type ProfileOverrides = Partly<Omit<WireProfile, 'basis'>>;
