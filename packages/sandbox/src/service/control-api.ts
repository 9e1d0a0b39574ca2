/**
 * Every type of the control API, which is unsigned JSON on loopback.
 *
 * | request | body | answer |
 * | --- | --- | --- |
 * | `GET /control/ledger` | – | {@link LedgerView} |
 * | `GET /control/calls` | – | `{calls: RecordedCall[]}` |
 * | `POST /control/scenario` | {@link ScenarioRequest} | `{external_id, scenario}` |
 * | `POST /control/webhook` | {@link WebhookRequest} | `{sent}` |
 * | `POST /control/status` | {@link StatusRequest} | `{done: true}` |
 * | `GET /control/operations` | – | `{operations: OperationView[]}` |
 * | `GET /control/setup` | – | {@link Setup} |
 * | `POST /control/profile` | {@link ProfileRequest} | `{profile}` |
 *
 * A request that is not understood is answered with 400 and `{error}`, which names the field.
 */
import type { CardAuth, CardNetwork } from '../cards.ts';
import type { OperationName } from './operations/names.ts';
import type { Scenario, ScenarioFields, ScenarioRequest } from './payment/scenario.ts';
import type { SignatureCheck } from './wire/signature.ts';

export { type OperationName } from './operations/names.ts';
export { type Scenario, type ScenarioFields, type ScenarioRequest };
export { type SignatureCheck, type SignatureResult } from './wire/signature.ts';

/** The statuses that the sandbox brings a session to. */
export type SessionStatus =
  | 'precreated'
  | 'created'
  | 'processing'
  | 'holded'
  | 'hold_confirmed'
  | 'processing_hold_completion'
  | 'processing_void'
  | 'paid'
  | 'paid_off'
  | 'failed'
  | 'expired'
  | 'voided'
  | 'refunded';

/** What is sent to the payer by a carrier. */
export interface Delivery {
  readonly volume_weight: number;
  /** Kilograms. */
  readonly weight: number;
  readonly recipient_city: string;
  readonly recipient_warehouse: string;
  /** Decimal string. */
  readonly price: string;
  /** The waybill's number, once the delivery is confirmed. */
  express_waybill: string | null;
}

/** A payment added to a session. Amounts are decimal strings in major units. */
export interface Operation {
  /** Digits. */
  readonly id: string;
  readonly external_id: string | null;
  /** What was asked for. */
  readonly amount: string;
  /** What was taken: nothing while it is only held, less than `amount` after a capture of a part. */
  charged: string;
  /** What was given back of `charged`. */
  refunded: string;
  readonly use_hold: boolean;
  readonly products: unknown;
  readonly delivery: Delivery | null;
  /** The session's, or `voided` for a payment that was voided alone. */
  status: SessionStatus;
}

/** One accepted call of pay-token, or one press on the hosted page. */
export interface Attempt {
  /** UUID; names the bank's page. */
  readonly id: string;
  /** ISO 8601. */
  readonly created_at: string;
  readonly paytype: 'apple_pay' | 'google_pay' | 'card';
  readonly card: {
    readonly id: string;
    readonly network: CardNetwork;
    readonly last4: string;
    readonly auth: CardAuth;
  };
  readonly amount: string;
  readonly currency: string;
  /** The token is never kept; this tells whether one came twice. */
  readonly token_sha256: string;
  readonly redirect_url: string | null;
  /** Scenario fields that came with the call itself. */
  readonly header: ScenarioFields;
  bank: 'none' | 'waiting' | 'approved' | 'declined';
  status: 'processing' | 'paid' | 'holded' | 'failed';
  /** Money was taken or held. */
  charged: boolean;
  /** Milliseconds since the epoch at which a delayed result arrives. */
  due_at: number | null;
}

/** One webhook with everything that became of it. */
export interface WebhookRecord {
  readonly id: string;
  readonly version: 'v1' | 'v2' | 'v3';
  /** The session status that it reports. */
  readonly status: string;
  readonly url: string;
  /** The exact text that is signed and posted. */
  readonly body: string;
  /** Tries so far. */
  attempts: number;
  /** Answered with 2xx. */
  delivered: boolean;
  /** Last HTTP status, or the network error's code. */
  last_answer: number | string | null;
}

/** A session with all that belongs to it. */
export interface Session {
  readonly id: string;
  readonly group: 'acquiring' | 'checkout';
  readonly merchant_id: string;
  /** ISO 8601 with its offset. */
  readonly created_at: string;
  readonly callback_url: string | null;
  readonly success_url: string | null;
  readonly fail_url: string | null;
  /** Where the profile lets session or payment carry it. */
  redirect_url: string | null;
  readonly client: {
    readonly phone: string | null;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly patronymic: string | null;
    readonly email: string | null;
  };
  readonly metadata: unknown;
  status: SessionStatus;
  /** A change that comes by itself, such as to `paid_off`; in milliseconds since the epoch. */
  next: { readonly status: SessionStatus; readonly due_at: number } | null;
  readonly operations: Operation[];
  readonly attempts: Attempt[];
  readonly webhooks: WebhookRecord[];
}

/** A session as `GET /control/ledger` shows it. */
export interface LedgerSession extends Readonly<Omit<Session, 'operations' | 'attempts'>> {
  /** Of the first payment that has one. */
  readonly external_id: string | null;
  /** Sum of the payments. */
  readonly amount: string;
  /** Sum of what was taken. */
  readonly charged: string;
  /** Sum of what was given back. */
  readonly refunded: string;
  readonly operations: readonly Readonly<Operation>[];
  readonly attempts: readonly Readonly<Attempt>[];
  /** How many attempts took or held money: more than one is a double charge. */
  readonly charges: number;
}

/** A payment to a recipient, of the comfort group. */
export interface Payout {
  /** The merchant's own id. */
  readonly guid: string;
  /** The service's id. */
  readonly public_id: string;
  readonly created_at: string;
  readonly amount: string;
  readonly purpose: string | null;
  recipient: unknown;
  status: 'paid' | 'paid_off' | 'refunded';
}

/** A list of operations that was ordered; a real service sends it by mail. */
export interface ExportRecord {
  readonly export_id: string;
  readonly group: 'acquiring' | 'comfort';
  readonly from_date: string;
  readonly to_date: string;
  readonly format: string;
  readonly email: string;
  readonly requested_at: string;
  /** CSV or JSON; null for another format. */
  readonly content: string | null;
}

/** Everything that the operations did. */
export interface LedgerView {
  readonly sessions: readonly LedgerSession[];
  readonly payouts: readonly Readonly<Payout>[];
  readonly exports: readonly ExportRecord[];
  /** The opening balance and what was charged, less what was given back and paid to recipients. */
  readonly balance: string;
}

/** One call of the merchant's server. */
export interface RecordedCall {
  /** Rises by one with each call. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Null where the profile has nothing at the path. */
  operation: OperationName | null;
  /** Those that tell something about the caller; each with every value it had. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The body as text, a token in it replaced by `sha256:…`; a body that is not readable by its hash. */
  readonly body: string;
  readonly signature: SignatureCheck;
  /** HTTP status of the answer, `cut` when the connection was destroyed, null while it is open. */
  answer: number | 'cut' | null;
  /** The answer as sent; of a PDF its type and length. */
  answerBody: string | null;
  /** What the answer says is wrong; null for a success. */
  error: string | null;
}

/** One operation of the service, as the profile has it. */
export interface OperationView {
  readonly name: OperationName;
  readonly group: 'acquiring' | 'checkout' | 'comfort';
  readonly method: string;
  readonly path: string;
  /** What its payload rests on. */
  readonly basis: 'documented' | 'observed' | 'assumed';
}

/** A session, named by its own id or by the payment's external_id (then the newest one). */
export interface SessionRef {
  readonly session_id?: string;
  readonly external_id?: string;
}

/** A webhook out of turn. It reports what it is told to and changes nothing in the ledger. */
export interface WebhookRequest extends SessionRef {
  /** Default: the scenario's. */
  readonly version?: 'v1' | 'v2' | 'v3';
  /** Default: the session's status. Any text is allowed. */
  readonly status?: string;
  /** How many times the same bytes are delivered, 1 to 100; default 1. */
  readonly count?: number;
}

/** A change in the ledger, such as a refund by the bank. The scenario's webhook reports it. */
export interface StatusRequest extends SessionRef {
  readonly status: SessionStatus;
}

/** Another wire profile: by its name in {@link Setup}, or what differs from the default. */
export interface ProfileRequest {
  readonly name?: string;
  readonly profile?: object;
}

/** Where the private and public keys of a merchant are, for a page that says so. */
export interface KeyFiles {
  readonly merchantPrivate?: string;
  readonly webhookPublic?: string;
}

/** How the sandbox was set up. */
export interface Setup {
  readonly url: string;
  readonly publicUrl: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly currency: string;
  readonly gateway: string;
  readonly gatewayMerchantId: string | null;
  /** PEM. */
  readonly merchantPublicKey: string;
  /** PEM. */
  readonly webhookPublicKey: string;
  readonly keyFiles: KeyFiles;
  /** The name of the profile in force, and of all that can be chosen. */
  readonly profile: string;
  readonly profiles: readonly string[];
  /** The scenario for everything: the fields that are set. */
  readonly scenario: ScenarioFields;
}
