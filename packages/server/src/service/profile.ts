import type { Wallet } from '@wallet-buttons/protocol';
import type { HeaderScheme } from './scheme.ts';

/** What an entry of the profile rests on; `configured` is what a merchant said otherwise. */
export type Basis = 'documented' | 'observed' | 'assumed' | 'configured';

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

/** The operations of a wallet payment, in order of use. They always have a path. */
export type WalletOperation = 'session' | 'payment' | 'validateMerchant' | 'payToken' | 'getStatus';

/** Every operation that the service names. */
export type Operation =
  | WalletOperation
  | 'voidSession'
  | 'completeHold'
  | 'expireSession'
  | 'confirmDeliveryHold'
  | 'printExpressWaybill'
  | 'deliveryPrice'
  | 'exportOperations'
  | 'initSecureDelivery'
  | 'createCheckoutSession'
  | 'addCheckoutPayment'
  | 'checkoutStatus'
  | 'voidCheckoutSession'
  | 'expireCheckoutSession'
  | 'createOperations'
  | 'refundOperations'
  | 'operationStatus'
  | 'changeRecipientData'
  | 'balance'
  | 'exportComfortOperations';

/** What stands in a request's body. */
export type FieldName =
  /** First in every body of a session's. */
  | 'merchantId'
  | 'callbackUrl'
  | 'sessionId'
  | 'amount'
  | 'currency'
  | 'externalId'
  | 'validationUrl'
  | 'domain'
  | 'token'
  | 'wallet'
  | 'redirectUrl'
  | 'volumeWeight'
  | 'weight'
  | 'recipientCity'
  | 'recipientWarehouse'
  | 'guid'
  | 'comfortAmount'
  | 'purpose'
  | 'recipient'
  | 'exportFrom'
  | 'exportTo'
  | 'exportFormat'
  | 'email';

/** What is read from an answer, a refusal, or a webhook. */
export type AnswerName =
  | 'sessionId'
  | 'paymentId'
  | 'url'
  | 'status'
  | 'acsUrl'
  | 'amount'
  /** Of the amount, by its three letters (ISO 4217). */
  | 'currency'
  | 'externalId'
  | 'errorCode'
  | 'requestId'
  | 'expressWaybill'
  | 'deliveryPrice'
  | 'guid'
  | 'publicId'
  | 'balance'
  | 'exportId'
  /** The list of a webhook that comes once a session. */
  | 'payments'
  /** What only a webhook of the checkout group has. */
  | 'delivery'
  /** The list of what a validation complains of. */
  | 'fieldErrors'
  /** In one of these, the name of the field. */
  | 'fieldPath';

/** An amount as a JSON number or a string in major units, or as an integer in minor ones. */
export type AmountForm = 'major-number' | 'major-string' | 'minor-integer';

/** What the service's document leaves open, entry by entry. */
export interface WireValues {
  /** Absolute, with their version; `null` where none is known. */
  readonly paths: Readonly<Record<WalletOperation, string>> &
    Readonly<Record<Exclude<Operation, WalletOperation>, string | null>>;
  /** The signature of a request. */
  readonly signature: {
    readonly [Part in keyof HeaderScheme]-?: NonNullable<HeaderScheme[Part]>;
  };
  /** Signatures of a webhook; the first whose header is there decides. */
  readonly webhookSignatures: readonly HeaderScheme[];
  readonly headers: {
    /** Names the merchant to the comfort group. */
    readonly merchantId: string;
    /** The id of a call, on its answer. */
    readonly requestId: string;
  };
  /** Names of request fields; a field whose name is `null` is not sent. */
  readonly fields: Readonly<Record<FieldName, string | null>>;
  readonly forms: {
    readonly merchantId: 'string' | 'number';
    readonly amount: AmountForm;
    readonly comfortAmount: AmountForm;
    /** The amounts of its answers and webhooks, in major or minor units. */
    readonly answeredAmount: 'major' | 'minor';
  };
  /** The token as it is, as the JSON that it holds, or in base64. */
  readonly tokenForms: Readonly<Record<Wallet, 'string' | 'object' | 'base64'>>;
  /** The words for `fields.wallet`. */
  readonly walletWords: Readonly<Record<Wallet, string>>;
  /** Which call says where the bank's page sends the payer back to. */
  readonly redirectUrlOn: 'session' | 'payment' | 'payToken';
  /** Names of answer fields: the first one that is there counts; a dot leads into an object. */
  readonly answers: Readonly<Record<AnswerName, readonly string[]>>;
  /** How long a session may be paid in, in seconds. */
  readonly sessionLifetime: number;
  /** The currencies (ISO 4217) that the service takes; what is in another one is refused here. */
  readonly currencies: readonly string[];
  /** Any other word is pending, and an alarm. */
  readonly statuses: Readonly<Record<string, Meaning>>;
  /**
   * Error codes and types that prove that a token was not processed: the order can be paid again at once, so
   * leave out what the service does not confirm.
   */
  readonly notProcessed: readonly string[];
  /** Error codes of get-status for a session it does not know. */
  readonly notFound: readonly string[];
  /** For odd shapes: gets a body as it would be sent, answers the one to sign and send. */
  readonly reshape: (operation: Operation, body: unknown) => unknown;
}

/**
 * Everything that the payment service's document leaves open, as one typed, frozen value. Field names
 * are data. Made by `defineProfile` from another one.
 */
export interface WireProfile extends WireValues {
  /** What each entry rests on, by its path: `fields.token`. */
  readonly basis: Readonly<Record<string, Basis>>;
}
