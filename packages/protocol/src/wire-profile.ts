// Written by `node .ci/profile-types.mjs` from profile.schema.json.
import type { Wallet } from './payment.ts';

/** What the payment service's document leaves open, as data. An override is a part of the same JSON: objects are merged, all other values are replaced. */
export interface WireProfile {
  readonly $schema: string;
  /** One entry for each operation of the service. `fields`: the name of each request field, or `null`: it is not sent; dots and indices make a nested member. `answer`: the places of each value in the answer; the first place with a value counts, and no place has two meanings. */
  readonly operations: {
    /** Opens a payment session. Every payment begins with it. */
    readonly session: {
      readonly method: 'POST' | 'GET';
      readonly path: string;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly callbackUrl: string | null;
        readonly redirectUrl: string | null;
        readonly externalId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: {
        readonly sessionId: readonly string[];
      };
    };
    /** Adds a payment to a session. */
    readonly payment: {
      readonly method: 'POST' | 'GET';
      readonly path: string;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly amount: string | null;
        readonly currency: string | null;
        readonly externalId: string | null;
        readonly redirectUrl: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: {
        readonly paymentId: readonly string[];
        readonly sessionId: readonly string[];
        readonly externalId: readonly string[];
        readonly amount: readonly string[];
        readonly currency: readonly string[];
        readonly url: readonly string[];
      };
    };
    /** Wallet A: asks for the merchant session, which goes to the browser. */
    readonly validateMerchant: {
      readonly method: 'POST' | 'GET';
      readonly path: string;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly validationUrl: string | null;
        readonly domain: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
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
    readonly payToken: {
      readonly method: 'POST' | 'GET';
      readonly path: string;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly wallet: string | null;
        readonly redirectUrl: string | null;
        readonly paymentId: string | null;
        readonly externalId: string | null;
        readonly amount: string | null;
        readonly currency: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: {
        readonly status: readonly string[];
        readonly acsUrl: readonly string[];
        readonly sessionId: readonly string[];
        readonly paymentId: readonly string[];
        readonly externalId: readonly string[];
        readonly amount: readonly string[];
        readonly currency: readonly string[];
        readonly refundedAmount: readonly string[];
        readonly transactionStatus: readonly string[];
        readonly cardMask: readonly string[];
        readonly cardType: readonly string[];
        readonly bankReference: readonly string[];
        readonly payments: readonly string[];
      };
    };
    /** Asks for the status of a session. */
    readonly getStatus: {
      readonly method: 'POST' | 'GET';
      readonly path: string;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly paymentId: string | null;
        readonly externalId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: {
        readonly status: readonly string[];
        readonly acsUrl: readonly string[];
        readonly sessionId: readonly string[];
        readonly paymentId: readonly string[];
        readonly externalId: readonly string[];
        readonly amount: readonly string[];
        readonly currency: readonly string[];
        readonly refundedAmount: readonly string[];
        readonly transactionStatus: readonly string[];
        readonly cardMask: readonly string[];
        readonly cardType: readonly string[];
        readonly bankReference: readonly string[];
        readonly payments: readonly string[];
      };
      readonly payment: ItemProfile;
    };
    /** Releases the hold of a session, or reverses its charge. */
    readonly void: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly paymentId: string | null;
        readonly amount: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Refunds the charge of a session, or a part of it. The document names no refund: void does it. */
    readonly refund: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly paymentId: string | null;
        readonly amount: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Charges the held amount of a session, or a part of it. */
    readonly completeHold: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly paymentId: string | null;
        readonly amount: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Ends a session in which nothing was paid. */
    readonly expire: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
      readonly emptyAnswer: boolean;
    };
    /** Confirms a held payment with delivery. */
    readonly confirmDeliveryHold: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** The waybill of a delivery, as PDF. */
    readonly printExpressWaybill: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** The price of a delivery. */
    readonly deliveryPrice: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly amount: string | null;
        readonly volumeWeight: string | null;
        readonly weight: string | null;
        readonly recipientCity: string | null;
        readonly recipientWarehouse: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Export of the operations. Its path is not documented. */
    readonly exportOperations: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly from: string | null;
        readonly to: string | null;
        readonly format: string | null;
        readonly email: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Begins a secure delivery. Its path is not documented. */
    readonly initSecureDelivery: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Opens a session of the hosted checkout page. */
    readonly createCheckoutSession: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly callbackUrl: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Adds a payment to a checkout session. */
    readonly addCheckoutPayment: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
        readonly amount: string | null;
        readonly currency: string | null;
        readonly externalId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Asks for the status of a checkout session. */
    readonly checkoutStatus: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Voids a checkout session. */
    readonly voidCheckoutSession: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Ends a checkout session in which nothing was paid. */
    readonly expireCheckoutSession: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly sessionId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: creates payments to recipients. The body is a list. */
    readonly createOperations: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: Readonly<Record<string, never>>;
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: reverses payments. The body is a list. */
    readonly refundOperations: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: Readonly<Record<string, never>>;
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: the status of a payment. */
    readonly operationStatus: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly guid: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: corrects the recipient of a payment. */
    readonly changeRecipientData: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly guid: string | null;
        readonly recipient: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: the merchant's balance. */
    readonly balance: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
      readonly answer: Readonly<Record<string, never>>;
    };
    /** Comfort API: orders an export of the operations, sent by mail. */
    readonly exportComfortOperations: {
      readonly method: 'POST' | 'GET';
      readonly path: string | null;
      readonly group: 'acquiring' | 'checkout' | 'comfort';
      readonly encoding: 'json' | 'form';
      readonly accept: string;
      readonly fields: {
        readonly merchantId: string | null;
        readonly from: string | null;
        readonly to: string | null;
        readonly format: string | null;
        readonly email: string | null;
      };
      readonly headers: HeadersProfile;
      readonly constants: Readonly<Record<string, unknown>>;
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
    readonly versions: {
      readonly v1: MessageProfilePart;
      readonly v2: MessageProfilePart;
      readonly v3: MessageProfilePart;
    };
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
    readonly columns: {
      readonly id: readonly string[];
      readonly paymentId: readonly string[];
      readonly sessionId: readonly string[];
      readonly externalId: readonly string[];
      readonly kind: readonly string[];
      readonly status: readonly string[];
      readonly amount: readonly string[];
      readonly refundedAmount: readonly string[];
      readonly currency: readonly string[];
      readonly fee: readonly string[];
      readonly createdAt: readonly string[];
    };
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
    readonly fee: {
      readonly percent: string | null;
      readonly fixed: string | null;
    };
  };
  /** The basis of each entry, by its path; the longest path that fits counts. documented: in the document of the service, or for gateways of the wallet provider. observed: seen in published sources; it may have changed. assumed: a guess, to be confirmed with the service. configured: overridden by the merchant. */
  readonly basis: Readonly<Record<string, 'documented' | 'observed' | 'assumed' | 'configured'>>;
}

type HeadersProfile = Readonly<{
  /** The header that carries the merchant's id. `null`: none. */
  readonly merchantId: string | null;
}>;

type ItemProfile = Readonly<{
  readonly paymentId: readonly string[];
  readonly externalId: readonly string[];
  readonly status: readonly string[];
  readonly amount: readonly string[];
  readonly currency: readonly string[];
  readonly refundedAmount: readonly string[];
}>;

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

type ItemProfilePart = Readonly<{
  readonly paymentId?: readonly string[];
  readonly externalId?: readonly string[];
  readonly status?: readonly string[];
  readonly amount?: readonly string[];
  readonly currency?: readonly string[];
  readonly refundedAmount?: readonly string[];
}>;

type MessageProfilePart = Readonly<{
  readonly sessionId?: readonly string[];
  readonly status?: readonly string[];
  readonly externalId?: readonly string[];
  readonly amount?: readonly string[];
  readonly currency?: readonly string[];
  readonly refundedAmount?: readonly string[];
  readonly transactionStatus?: readonly string[];
  readonly cardMask?: readonly string[];
  readonly cardType?: readonly string[];
  readonly bankReference?: readonly string[];
  readonly payments?: readonly string[];
  readonly payment?: ItemProfilePart;
}>;
