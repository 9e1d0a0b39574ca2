import type { Amount } from './money.ts';
import type { OrderRef, Outcome, Wallet, WalletToken } from './payment.ts';

/**
 * The bodies between the browser and the merchant's backend. Names are snake_case as on the payment
 * service's own wire; `openapi.yaml` describes the same for backends in other languages.
 */

/** `POST {backend}/prepare`. */
export interface OrderRequest {
  readonly order: OrderRef;
}

/** `POST {backend}/status`. */
export interface StatusRequest extends OrderRequest {
  /**
   * From the address of the page that the bank sent the payer to. For an hour it replaces the shop's permission, for the
   * outcome of its own payment alone.
   */
  readonly receipt?: string;
}

/** `POST {backend}/validate-merchant` (wallet A). The answer is the merchant session, untouched. */
export interface ValidateMerchantRequest {
  readonly order: OrderRef;
  /** `validationURL` of the provider's event. */
  readonly validation_url: string;
  /** The domain registered with the provider; usually `location.hostname`. */
  readonly domain: string;
}

/** The payer's data, in one shape for both wallets. */
export interface Payer {
  readonly name?: string;
  readonly email?: string;
  /** As the wallet gave it, usually E.164. */
  readonly phone?: string;
}

/** A postal address with its recipient, with the fields that the wallet gave. */
export interface Address extends Payer {
  /** How the name is spoken, for example in kana. Wallet A gives it, where the page asks for it. */
  readonly phonetic_name?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly administrative_area?: string;
  /** ISO 3166-2, such as `US-CA`. Wallet B gives it in the format FULL-ISO3166. */
  readonly administrative_area_code?: string;
  /** A county or a district. Wallet A. */
  readonly sub_administrative_area?: string;
  readonly locality?: string;
  readonly sub_locality?: string;
  readonly postal_code?: string;
  /** For example the CEDEX of France. Wallet B. */
  readonly sorting_code?: string;
  readonly address_lines?: readonly string[];
}

/** The provider's data of the card; never its number. */
export interface Card {
  /** Spelt as in the tag's `networks`: `visa`, `mastercard`, … */
  readonly network?: string;
  /** The last four digits of the card or of its device number. */
  readonly last4?: string;
  readonly funding?: 'credit' | 'debit' | 'prepaid' | 'store';
  /** Wallet B: the issuer verified the account (`assuranceDetails.accountVerified`). */
  readonly account_verified?: boolean;
  /** Wallet B: the cardholder was authenticated (`assuranceDetails.cardHolderAuthenticated`). */
  readonly cardholder_authenticated?: boolean;
}

/** `POST {backend}/pay-token` with the header `Idempotency-Key`. */
export interface PayTokenRequest {
  readonly order: OrderRef;
  readonly wallet: Wallet;
  readonly token: WalletToken;
  /** The amount in the sheet. It is compared with the merchant's order, never charged. */
  readonly shown: Amount;
  readonly payer?: Payer;
  readonly shipping_address?: Address;
  readonly billing_address?: Address;
  /** Identifier of the chosen shipping option. */
  readonly shipping_option?: string;
  readonly coupon_code?: string;
  readonly card?: Card;
}

/** A payment that no page sends: without a sheet there may be no amount that the payer was shown. */
export type PaymentRequest = Omit<PayTokenRequest, 'shown'> &
  Partial<Pick<PayTokenRequest, 'shown'>>;

/** Answer to pay-token: 200, or 202 while the outcome is `pending` or `unknown`. */
export interface PayTokenAnswer {
  readonly outcome: Outcome;
  /** The provider status; `''` before there is one. */
  readonly status: string;
  /** The bank's page; present only if the bank has to check the payer. */
  readonly acs_url?: string;
}

/** Answer to status. */
export interface StatusAnswer {
  readonly outcome: Outcome;
  readonly status: string;
  /** True once the outcome will not change by itself. Until then the page asks again, with any outcome. */
  readonly final: boolean;
  /** The bank's page, while it waits for the payer: a payer who left it can return. */
  readonly acs_url?: string;
}

/**
 * How far the payer had come: whether the wallet can be used was asked; the button was pressed; the sheet was open; for
 * wallet A the merchant was validated; the payer had agreed; the page was to leave for the bank.
 */
export type ReportPhase =
  | 'readiness'
  | 'press'
  | 'opened'
  | 'validated'
  | 'authorized'
  | 'redirect';
/** Every {@link ReportPhase}. */
export const reportPhases: readonly ReportPhase[] = [
  'readiness',
  'press',
  'opened',
  'validated',
  'authorized',
  'redirect',
];

/** Who has to act. `payment` stands for the payment itself: the bank, the card, the order. */
export type ReportOrigin = 'integration' | 'provider' | 'payer' | 'network' | 'payment';
/** Every {@link ReportOrigin}. */
export const reportOrigins: readonly ReportOrigin[] = [
  'integration',
  'provider',
  'payer',
  'network',
  'payment',
];

/**
 * `POST {backend}/report`, at most 1 kB: what ended in the payer's browser, in codes alone. Each code begins with a
 * letter, and has at most 40 letters, digits and `_-.`.
 */
export interface ReportRequest {
  readonly order: OrderRef;
  readonly wallet: Wallet;
  readonly phase: ReportPhase;
  readonly origin: ReportOrigin;
  /** The `code` of the tag's error, or the `reason` of its `wallet-unavailable`. */
  readonly code: string;
  /** The provider's own code, such as `DEVELOPER_ERROR`, or that of the backend's refusal. */
  readonly cause_code?: string;
  /** The version of the tag. */
  readonly tag_version: string;
  /** The version of the provider's API, where it is known. */
  readonly api_version?: string;
}

/** An error that the payer can correct in the open sheet, which shows it. */
export interface FieldError {
  readonly code:
    | 'shipping_address_invalid'
    | 'shipping_address_unserviceable'
    | 'shipping_option_invalid'
    | 'billing_address_invalid'
    | 'coupon_invalid'
    | 'coupon_expired'
    | 'other';
  /** The wrong part of the address or contact, if it is known. */
  readonly field?: keyof Address;
  /** The text for the payer, in the payer's language. */
  readonly message: string;
}

/** `application/problem+json` (RFC 9457). */
export interface Problem {
  /** Stable, for programs: `order_not_found`, `amount_mismatch`, … */
  readonly code: string;
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  readonly type?: string;
  readonly detail?: string;
  /** The invalid field, if there is one. */
  readonly field?: string;
  /** The outcome of the order's payment, if the order is refused because it has one. */
  readonly outcome?: Outcome;
  readonly payment_status?: string;
  /** The bank's page, while that payment waits for its payer there. */
  readonly acs_url?: string;
  /** The errors that the payer can correct; the sheet stays open for them. */
  readonly errors?: readonly FieldError[];
}
