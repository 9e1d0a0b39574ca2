import type { Amount } from './money.ts';
import type { OrderRef, Outcome, Wallet, WalletToken } from './payment.ts';

/**
 * The bodies between the browser and the merchant's backend. Names are snake_case as on the payment
 * service's own wire; `openapi.yaml` says the same for backends in other languages.
 */

/** `POST {backend}/prepare` and `POST {backend}/status`. */
export interface OrderRequest {
  readonly order: OrderRef;
}

/** `POST {backend}/validate-merchant` (wallet A). The answer is the merchant session, untouched. */
export interface ValidateMerchantRequest {
  readonly order: OrderRef;
  /** `validationURL` of the provider's event. */
  readonly validation_url: string;
  /** The domain registered with the provider; usually `location.hostname`. */
  readonly domain: string;
}

/** What the payer agreed to hand over; both wallets' shapes come to this one. */
export interface Payer {
  readonly name?: string;
  readonly email?: string;
  /** As the wallet gave it, E.164 where it did. */
  readonly phone?: string;
}

/** A postal address with who is there, as the wallet gave it: what it left out is left out. */
export interface Address extends Payer {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly administrative_area?: string;
  readonly locality?: string;
  readonly sub_locality?: string;
  readonly postal_code?: string;
  readonly address_lines?: readonly string[];
}

/** What the provider tells of the card, as far as it does; never the number. */
export interface Card {
  /** In the words of the tag's `networks`: `visa`, `mastercard`, … */
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
  /** What the sheet showed; compared with the merchant's order, never charged. */
  readonly shown: Amount;
  readonly payer?: Payer;
  readonly shipping_address?: Address;
  readonly billing_address?: Address;
  /** Identifier of the chosen shipping option. */
  readonly shipping_option?: string;
  readonly coupon_code?: string;
  readonly card?: Card;
}

/** Answer to pay-token: 200, or 202 while the outcome is `pending` or `unknown`. */
export interface PayTokenAnswer {
  readonly outcome: Outcome;
  /** The provider status, untouched; `''` before there is one. */
  readonly status: string;
  /** The bank's page; present only when the bank wants to see the payer. */
  readonly acs_url?: string;
}

/** Answer to status. */
export interface StatusAnswer {
  readonly outcome: Outcome;
  readonly status: string;
  /** True once there is nothing left to wait for. Until then the page asks again, whatever the outcome. */
  readonly final: boolean;
  /** The bank's page, while it waits for the payer: who left it can go back. */
  readonly acs_url?: string;
}

/** Something that the payer can put right in the open sheet, which shows it. */
export interface FieldError {
  readonly code:
    | 'shipping_address_invalid'
    | 'shipping_address_unserviceable'
    | 'shipping_option_invalid'
    | 'billing_address_invalid'
    | 'coupon_invalid'
    | 'coupon_expired'
    | 'other';
  /** The part of the address or contact at fault, where there is one. */
  readonly field?: keyof Address;
  /** For the payer, in the payer's language. */
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
  /** The field that is at fault, where there is one. */
  readonly field?: string;
  /** How the order's payment stands, where the refusal is because there is one already. */
  readonly outcome?: Outcome;
  readonly payment_status?: string;
  /** The bank's page, while that payment waits for its payer there. */
  readonly acs_url?: string;
  /** What the payer can put right; the sheet stays open for it. */
  readonly errors?: readonly FieldError[];
}
