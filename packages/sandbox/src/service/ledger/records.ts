/** What the ledger keeps. Amounts are decimal strings in major units, times ISO 8601. */
import type { CardAuth, CardNetwork } from '../../cards.ts';
import type { Scenario, ScenarioFields } from '../payment/scenario.ts';
import type { WebhookVersion } from '../webhook/versions.ts';

/** The statuses that the sandbox brings a session to. */
export const sessionStatuses = [
  'precreated',
  'created',
  'processing',
  'holded',
  'hold_confirmed',
  'processing_hold_completion',
  'processing_void',
  'paid',
  'paid_off',
  'disputed',
  'failed',
  'expired',
  'voided',
  'refunded',
] as const;
export type SessionStatus = (typeof sessionStatuses)[number];

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
  /** The requested amount. */
  readonly amount: string;
  /** The charged amount: zero during a hold, less than `amount` after a part capture. */
  charged: string;
  /** What was given back of `charged`. */
  refunded: string;
  readonly use_hold: boolean;
  readonly products: unknown;
  readonly delivery: Delivery | null;
  /** The session's status, or `voided` for a payment that was voided separately. */
  status: SessionStatus;
}

/** One accepted call of pay-token, or one press on the hosted page. */
export interface Attempt {
  /** UUID; names the bank's page. */
  readonly id: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** The service's name of the wallet; `card` for a card on its own page. */
  readonly paytype: string;
  readonly card: {
    readonly id: string;
    readonly network: CardNetwork;
    readonly last4: string;
    readonly auth: CardAuth;
  };
  readonly amount: string;
  readonly currency: string;
  /** The token is never stored; its hash shows whether one came twice. */
  readonly token_sha256: string;
  /** The wallet’s own id of the token, which is the same in another spelling of the token. */
  readonly token_id: string;
  readonly redirect_url: string | null;
  /** Scenario fields that came with the call itself. */
  readonly header: ScenarioFields;
  bank: 'none' | 'waiting' | 'approved' | 'declined';
  status: 'processing' | 'paid' | 'holded' | 'failed';
  /** Whether money was charged or held. */
  charged: boolean;
  /** Milliseconds since the epoch at which a delayed result arrives. */
  due_at: number | null;
}

/** One webhook with everything that became of it. */
export interface WebhookRecord {
  readonly id: string;
  readonly version: WebhookVersion;
  /** The session status that it reports. */
  readonly status: string;
  readonly url: string;
  /** The exact text that is signed and posted, before `gzip`. */
  readonly body: string;
  /** Of an older ledger it is missing: JSON. */
  readonly form?: Scenario['webhookForm'];
  /** Milliseconds since the epoch before which it is not sent. */
  readonly due_at: number;
  /** Tries so far. */
  attempts: number;
  /** Answered with 2xx. */
  delivered: boolean;
  /** Last HTTP status, or the network error's code. */
  last_answer: number | string | null;
}

/** A change that the service accepted and takes back later. */
export interface DroppedChange {
  /** Milliseconds since the epoch. */
  readonly due_at: number;
  /** The session’s status before the change. */
  readonly status: SessionStatus;
  /** What the change did to each payment: the amounts that it added, and the status before it. */
  readonly parts: readonly {
    readonly id: string;
    readonly charged: string;
    readonly refunded: string;
    readonly status: SessionStatus;
  }[];
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
  /** ISO 4217: the terminal’s, until a payment names another one. */
  currency: string;
  status: SessionStatus;
  /** A scheduled change, such as to `paid_off`; in milliseconds since the epoch. */
  next: { readonly status: SessionStatus; readonly due_at: number } | null;
  /** Changes that will be taken back. */
  readonly drops: DroppedChange[];
  readonly operations: Operation[];
  readonly attempts: Attempt[];
  readonly webhooks: WebhookRecord[];
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
  /** Milliseconds since the epoch at which it is paid out; null for never. */
  readonly due_at: number | null;
}

export type ExportFormat = 'CSV' | 'JSON' | 'XLSX';

/** A list of operations that was ordered; a real service sends it by mail. */
export interface ExportRecord {
  readonly export_id: string;
  readonly group: 'acquiring' | 'comfort';
  readonly from_date: string;
  readonly to_date: string;
  readonly format: ExportFormat;
  readonly email: string;
  readonly requested_at: string;
  /** CSV and JSON as they are, XLSX in base64. */
  readonly content: string;
}
