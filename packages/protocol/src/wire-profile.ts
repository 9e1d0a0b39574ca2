// Written by `node .ci/profile-types.mjs` from profile.schema.json.
import type { Wallet } from './payment.ts';

/** What the payment service's document leaves open, as data. An override is a part of the same JSON: objects are merged, all other values are replaced. */
export interface WireProfile {
  readonly $schema: string;
  /** One entry for each operation of the service. `fields`: the name of each request field, or `null`: it is not sent; dots and indices make a nested member. `answer`: the places of each value in the answer; the first place with a value counts, and no place has two meanings. */
  readonly operations: {
    /** Opens a payment session. Every payment begins with it. */
    readonly session: Operation & {
      readonly path: string;
      readonly fields: Texts<'merchantId' | 'callbackUrl' | 'redirectUrl' | 'externalId'>;
      readonly answer: Lists<'sessionId'>;
    };
    /** Adds a payment to a session. */
    readonly payment: Operation & {
      readonly path: string;
      readonly fields: Texts<
        'merchantId' | 'sessionId' | 'amount' | 'currency' | 'externalId' | 'redirectUrl'
      >;
      readonly answer: Lists<
        'paymentId' | 'sessionId' | 'externalId' | 'amount' | 'currency' | 'url'
      >;
    };
    /** Wallet A: asks for the merchant session, which goes to the browser. */
    readonly validateMerchant: Operation & {
      readonly path: string;
      readonly fields: Texts<'merchantId' | 'sessionId' | 'validationUrl' | 'domain'>;
      readonly answer: Readonly<Record<string, never>>;
      /** The merchant session in the answer. A whole answer is passed on byte for byte. */
      readonly merchantSession: {
        /** Where the merchant session is. `null`: the whole answer. */
        readonly path: string | null;
        /** `json`: unchanged. `json-string`: JSON in a string. `base64-json`: JSON in base64. */
        readonly as: 'json' | 'json-string' | 'base64-json';
      };
    };
    /** The charge: sends the token of the wallet. It is sent once. */
    readonly payToken: Operation & {
      readonly path: string;
      readonly fields: Texts<
        | 'merchantId'
        | 'sessionId'
        | 'wallet'
        | 'redirectUrl'
        | 'paymentId'
        | 'externalId'
        | 'amount'
        | 'currency'
      >;
      readonly answer: Lists<
        | 'status'
        | 'acsUrl'
        | 'sessionId'
        | 'paymentId'
        | 'externalId'
        | 'amount'
        | 'currency'
        | 'refundedAmount'
        | 'transactionStatus'
        | 'cardMask'
        | 'cardType'
        | 'bankReference'
        | 'payments'
      >;
    };
    /** Asks for the status of a session. */
    readonly getStatus: Operation & {
      readonly path: string;
      readonly fields: Texts<'merchantId' | 'sessionId' | 'paymentId' | 'externalId'>;
      readonly answer: Lists<
        | 'status'
        | 'acsUrl'
        | 'sessionId'
        | 'paymentId'
        | 'externalId'
        | 'amount'
        | 'currency'
        | 'refundedAmount'
        | 'transactionStatus'
        | 'cardMask'
        | 'cardType'
        | 'bankReference'
        | 'payments'
      >;
      readonly payment: ItemProfile;
    };
    /** Releases the hold of a session, or reverses its charge. */
    readonly void: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId' | 'paymentId' | 'amount'>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Refunds the charge of a session, or a part of it. The document names no refund: void does it. */
    readonly refund: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId' | 'paymentId' | 'amount'>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Charges the held amount of a session, or a part of it. */
    readonly completeHold: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId' | 'paymentId' | 'amount'>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Ends a session in which nothing was paid. */
    readonly expire: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId'>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Confirms a held payment with delivery. */
    readonly confirmDeliveryHold: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** The waybill of a delivery, as PDF. */
    readonly printExpressWaybill: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** The price of a delivery. */
    readonly deliveryPrice: Operation & {
      readonly path: string | null;
      readonly fields: Texts<
        'merchantId' | 'amount' | 'volumeWeight' | 'weight' | 'recipientCity' | 'recipientWarehouse'
      >;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Export of the operations. Its path is not documented. */
    readonly exportOperations: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'from' | 'to' | 'format' | 'email'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Begins a secure delivery. Its path is not documented. */
    readonly initSecureDelivery: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Opens a session of the hosted checkout page. */
    readonly createCheckoutSession: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'callbackUrl'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Adds a payment to a checkout session. */
    readonly addCheckoutPayment: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId' | 'amount' | 'currency' | 'externalId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Asks for the status of a checkout session. */
    readonly checkoutStatus: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Voids a checkout session. */
    readonly voidCheckoutSession: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Ends a checkout session in which nothing was paid. */
    readonly expireCheckoutSession: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'sessionId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: creates payments to recipients. The body is a list. */
    readonly createOperations: Operation & {
      readonly path: string | null;
      readonly fields: Readonly<Record<string, never>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: reverses payments. The body is a list. */
    readonly refundOperations: Operation & {
      readonly path: string | null;
      readonly fields: Readonly<Record<string, never>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: the status of a payment. */
    readonly operationStatus: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'guid'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: corrects the recipient of a payment. */
    readonly changeRecipientData: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'guid' | 'recipient'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: the merchant's balance. */
    readonly balance: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId'>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: orders an export of the operations, sent by mail. */
    readonly exportComfortOperations: Operation & {
      readonly path: string | null;
      readonly fields: Texts<'merchantId' | 'from' | 'to' | 'format' | 'email'>;
      readonly answer: Readonly<Record<string, never>>;
    };
  };
  /** How values are written. */
  readonly forms: {
    /** How the merchant's id is written in a body. */
    readonly merchantId: 'string' | 'number';
    /** How an amount is written: a JSON number or a string in major units, or an integer in minor units. */
    readonly amount: 'major-number' | 'major-string' | 'minor-integer';
    /** The unit of the amounts in answers and webhooks. */
    readonly answeredAmount: 'major' | 'minor';
  };
  /** The currencies (ISO 4217) that the service accepts. Several need `operations.payment.fields.currency`. */
  readonly currencies: readonly string[];
  /** The wallets that the backend takes, by the tags' names for them. An entry adds one. */
  readonly wallets: Readonly<Record<Wallet, WalletProfile>>;
  /** The signature of a request. It is made of the exact bytes of the body. */
  readonly signing: {
    /** The header that carries the signature. */
    readonly header: string;
    /** The hash function. SHA-1 needs `allowSha1`. */
    readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SHA-1';
    /** The RSA padding (RFC 8017). The salt of PSS is as long as the hash. */
    readonly padding: 'PKCS1-v1_5' | 'PSS';
    /** How the signature is written. */
    readonly encoding: 'base64' | 'base64url' | 'hex';
    /** Consent to SHA-1, whose collisions are practical (RFC 9155). */
    readonly allowSha1: boolean;
    /** What is signed of a GET request: nothing (the empty body), its query string, or its path with the query string. */
    readonly get: 'empty' | 'query' | 'path';
  };
  /** How a refusal is read. */
  readonly errors: {
    /** The error code of a refusal. */
    readonly code: readonly string[];
    /** The type of a refusal, if it has no code. */
    readonly type: readonly string[];
    /** The types of a refusal. A body with one of them is a refusal, whatever its HTTP status. */
    readonly types: readonly string[];
    /** A flag of an answer whose `false` means that the call did not succeed. */
    readonly success: readonly string[];
    /** The service's id of the call. */
    readonly requestId: readonly string[];
    /** The header with the service's id of the call. */
    readonly requestIdHeader: string;
    /** The list of the fields that a validation refuses. */
    readonly fields: readonly string[];
    /** The name of the field in an item of that list. */
    readonly fieldPath: readonly string[];
    /** Codes of get-status for a session that the service does not know. */
    readonly notFound: readonly string[];
    /** Codes of a refusal that means that the service is at work on the same session. Its outcome stays unknown. */
    readonly inProgress: readonly string[];
  };
  /** The meaning of each provider status. `disputed`: a bank has taken the money back, or may. Any other status is pending, with an alarm. If two statuses have one meaning, the one further down comes later in time. */
  readonly statuses: Readonly<
    Record<
      string,
      | 'untouched'
      | 'pending'
      | 'authorized'
      | 'failed'
      | 'cancelled'
      | 'expired'
      | 'paid'
      | 'paid_off'
      | 'disputed'
      | 'refunded'
    >
  >;
  /** What a status of the bank's transaction says: the money is held or charged (`approved`), or it went back (`returned`). It contradicts a provider status that says otherwise. Any other one says nothing. */
  readonly transactionStatuses: Readonly<Record<string, 'approved' | 'returned'>>;
  /** Messages of the service to the merchant. */
  readonly webhook: {
    /** The accepted signatures. The first one whose header is present decides. */
    readonly signatures: readonly {
      /** The header that carries the signature. */
      readonly header: string;
      /** The hash function. SHA-1 needs `allowSha1`. */
      readonly hash: 'SHA-256' | 'SHA-384' | 'SHA-512' | 'SHA-1';
      /** The RSA padding (RFC 8017). The salt of PSS is as long as the hash. */
      readonly padding: 'PKCS1-v1_5' | 'PSS';
      /** How the signature is written. */
      readonly encoding: 'base64' | 'base64url' | 'hex';
      /** Consent to SHA-1, whose collisions are practical (RFC 9155). */
      readonly allowSha1?: boolean;
    }[];
    /** The places of each value in a webhook. */
    readonly message: MessageProfile;
    /** Where the webhooks of a version differ from `message`. */
    readonly versions: Readonly<Record<'v1' | 'v2' | 'v3', Partly<MessageProfile>>>;
    /** The answer to an accepted webhook. */
    readonly answer: {
      /** The HTTP status. */
      readonly status: number;
      /** The body. */
      readonly body: string;
      /** The content type. `null`: none. */
      readonly contentType: string | null;
    };
  };
  /** In seconds. */
  readonly lifetimes: {
    /** How long a session can be paid in. */
    readonly session: number;
    /** How long a bank holds an amount, counted from the sending of the token, by the network of the card. The service's document does not say. Seven days is the shortest time that the large networks grant for an online payment by the payer. */
    readonly hold: Readonly<Record<string, number>> & {
      /** For a card of another network, or of an unknown one. */
      readonly default: number;
    };
  };
  /** The file that the service exports, as CSV or XLSX, which `wallet-buttons reconcile` compares with the store. */
  readonly export: {
    /** The titles of each column; the first one that the file has counts. It needs the amount, the status, and one that names the payment. */
    readonly columns: Lists<
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
      | 'createdAt'
    >;
    /** What a value of the column kind means, whatever the case of its letters; a row with any other value cannot be read. fee: added up, and not compared. chargeback: the payer's bank took the money back; chargeback_reversal: it came again. other: left out, as a payout. */
    readonly kinds: Readonly<
      Record<
        string,
        | 'payment'
        | 'capture'
        | 'refund'
        | 'void'
        | 'chargeback'
        | 'chargeback_reversal'
        | 'fee'
        | 'other'
      >
    >;
    /** Between the fields of CSV. */
    readonly delimiter: string;
    /** What begins the decimals of an amount; the other one, blanks and apostrophes group its digits. */
    readonly decimal: '.' | ',';
    /** The zone of days, and of times without one. */
    readonly zone: string;
    /** The fee of a charge; where both are null, fees are added up and not compared. */
    readonly fee: Texts<'percent' | 'fixed'>;
  };
  /** The basis of each entry, by its path; the longest path that fits counts. documented: in the document of the service, or for gateways of the wallet provider. observed: seen in published sources; it may have changed. assumed: a guess, to be confirmed with the service. configured: overridden by the merchant. */
  readonly basis: Readonly<Record<string, 'documented' | 'observed' | 'assumed' | 'configured'>>;
}

type Texts<Name extends string> = Readonly<Record<Name, string | null>>;
type Lists<Name extends string> = Readonly<Record<Name, readonly string[]>>;
type HeadersProfile = Readonly<{
  /** The header that carries the merchant's id. `null`: none. */
  readonly merchantId: string | null;
}>;
type Operation = Readonly<{
  readonly method: 'POST' | 'GET';
  readonly group: 'acquiring' | 'checkout' | 'comfort';
  readonly encoding: 'json' | 'form';
  readonly accept: string;
  readonly headers: HeadersProfile;
  readonly constants: Readonly<Record<string, unknown>>;
}>;
type ItemProfile = Lists<
  'paymentId' | 'externalId' | 'status' | 'amount' | 'currency' | 'refundedAmount'
>;
type WalletProfile = Readonly<{
  /** The name of the wallet in the field `wallet`. */
  readonly name: string;
  /** The place of the token in the body of `payToken`. */
  readonly place: string;
  /** How the token is written: unchanged, as the JSON value that it contains, or in base64. */
  readonly token: 'string' | 'object' | 'base64';
  /** Wallet A: the hosts of the wallet provider that may issue a merchant session. */
  readonly gateways?: readonly string[];
}>;
type MessageProfile = Readonly<{
  readonly sessionId: readonly string[];
  readonly status: readonly string[];
  readonly externalId: readonly string[];
  readonly amount: readonly string[];
  readonly currency: readonly string[];
  readonly refundedAmount: readonly string[];
  readonly transactionStatus: readonly string[];
  readonly cardMask: readonly string[];
  readonly cardType: readonly string[];
  readonly bankReference: readonly string[];
  readonly payments: readonly string[];
  readonly payment: ItemProfile;
}>;

/** Any part of it. */
export type Partly<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { readonly [Key in keyof T]?: Partly<T[Key]> };
