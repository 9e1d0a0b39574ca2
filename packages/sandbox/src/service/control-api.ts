/**
 * Every type of the control API, which is unsigned JSON on loopback.
 *
 * | request | body | answer |
 * | --- | --- | --- |
 * | `GET /control/ledger` | – | {@link LedgerChanges} |
 * | `GET /control/calls` | – | `{calls: RecordedCall[]}` |
 * | `GET /control/ledger?external_id=`, `GET /control/calls?external_id=` | – | the same of one order |
 * | `GET /control/ledger?after=` | – | what has changed since that version |
 * | `GET /control/ledger?find=&last=` | – | the newest sessions that have this text in an id, status or amount |
 * | `GET /control/calls?after=&last=` | – | the last calls with a higher id |
 * | `POST /control/scenario` | {@link ScenarioRequest} | `{external_id, scenario}` |
 * | `POST /control/webhook` | {@link WebhookRequest} | `{sent}` |
 * | `POST /control/status` | {@link StatusRequest} | `{done: true}` |
 * | `GET /control/operations` | – | `{operations: OperationView[]}` |
 * | `GET /control/setup` | – | {@link Setup} |
 * | `POST /control/profile` | {@link ProfileRequest} | `{profile}` |
 *
 * A request that is not understood is answered with 400 and `{error}`, which names the field.
 */
import type {
  Attempt,
  ExportRecord,
  Operation,
  Payout,
  Session,
  SessionStatus,
} from './ledger/records.ts';
import type { OperationName } from './operations/names.ts';
import type { Scenario, ScenarioFields, ScenarioRequest } from './payment/scenario.ts';
import type { WebhookVersion } from './webhook/versions.ts';
import type { SignatureCheck } from './wire/signature.ts';

export { type OperationName } from './operations/names.ts';
export type * from './ledger/records.ts';
export { type Scenario, type ScenarioFields, type ScenarioRequest };
export { type WebhookVersion } from './webhook/versions.ts';
export { type SignatureCheck, type SignatureResult } from './wire/signature.ts';

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

/** Everything that the operations did. */
export interface LedgerView {
  readonly sessions: readonly LedgerSession[];
  readonly payouts: readonly Readonly<Payout>[];
  readonly exports: readonly ExportRecord[];
  /** The scenarios in force, by order; `''` is every payment. */
  readonly scenarios: Readonly<Record<string, ScenarioFields>>;
  /** The opening balance and what was charged, less what was given back and paid to recipients. */
  readonly balance: string;
}

/** The ledger as the control API answers. */
export interface LedgerChanges extends LedgerView {
  /** Rises with each change, from 0 at the start of the sandbox. */
  readonly version: number;
  /** How many sessions there are, shown or not. */
  readonly total: number;
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
  /**
   * The body as text, a token in it replaced by `sha256:…`, client data by its shape (`+000…`, `xxxx@xx.xx`); a
   * body that is not readable by its hash.
   */
  readonly body: string;
  readonly signature: SignatureCheck;
  /** HTTP status of the answer, `cut` when the connection was destroyed, null while it is open. */
  answer: number | 'cut' | null;
  /** The answer as sent, client data by its shape; of a PDF its type and length. */
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
  /** What a success answers, in the observed names. */
  readonly answers: string;
  /** What fields and answer rest on. */
  readonly basis: 'documented' | 'observed' | 'assumed';
}

/** A session, named by its own id or by the payment's external_id (then the newest one). */
export interface SessionRef {
  readonly session_id?: string;
  readonly external_id?: string;
}

/** A webhook out of turn. It reports what the request says and changes nothing in the ledger. */
export interface WebhookRequest extends SessionRef {
  /** Default: the scenario's. */
  readonly version?: WebhookVersion;
  /** Default: the session's status. Any text is allowed. */
  readonly status?: string;
  /** How many times the same bytes are delivered, 1 to 100; default 1. */
  readonly count?: number;
}

/** A change in the ledger, such as a refund by the bank. The scenario's webhook reports it. */
export interface StatusRequest extends SessionRef {
  readonly status: SessionStatus;
  /** What was given back in all, as a decimal string; default: everything with `refunded` and `voided`. */
  readonly refunded?: string;
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
  /** ISO 8601: with another start, ids of calls and versions begin anew. */
  readonly startedAt: string;
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
