import type { Address, FieldError } from '@wallet-buttons/protocol';
import type { ProviderRequest } from '../providers/provider-request.ts';
import type { Texts } from '../texts.ts';

/** Money in the sheet: a decimal string in the tag's currency. */
type Price = string;

/** A line above the total. */
export interface SheetItem {
  /** For the payer. */
  readonly label: string;
  /** Negative for a discount. */
  readonly amount: Price;
  /** The amount may still change. */
  readonly pending?: boolean;
  /** What kind of line it is. Wallet B shows a subtotal, tax or discount as such. */
  readonly type?: 'item' | 'subtotal' | 'tax' | 'discount';
}

/** A way to deliver. The first of a list is the chosen one until the payer takes another. */
export interface ShippingOption {
  /** The merchant's own name for it, which goes to the backend. */
  readonly id: string;
  /** For the payer. */
  readonly label: string;
  /** Its price, which the sheet shows and does not add to the total. */
  readonly amount: Price;
  /** More for the payer, such as how long it takes. */
  readonly detail?: string;
}

/** What the three kinds of later charges have in common. */
interface Plan {
  /** For the payer, who reads it in the sheet. */
  readonly description: string;
  /** Absolute https URL where the payer changes or ends it. */
  readonly managementUrl: string;
  /** The terms, in the payer's language. */
  readonly agreement?: string;
  /** Absolute https URL that hears of a changed card. */
  readonly tokenUrl?: string;
}

export interface RecurringPrice {
  readonly label: string;
  readonly amount: Price;
  readonly every: 'day' | 'week' | 'month' | 'year';
  /** How many of those units lie between two charges; 1 unless set. */
  readonly count?: number;
  readonly from?: Date;
  readonly until?: Date;
}

/** A subscription. Today's charge is the tag's own `amount`. */
export interface RecurringPayment extends Plan {
  /** What every charge is. */
  readonly price: RecurringPrice;
  /** Goes before `price`; wallet B wants its end. */
  readonly trial?: RecurringPrice;
}

/** One charge on a later day, such as a booking's. */
export interface DeferredPayment extends Plan {
  /** What is charged on that day. */
  readonly price: { readonly label: string; readonly amount: Price; readonly on: Date };
  /** Until when a cancellation is free, and the IANA zone to show it in. Wallet A alone shows it. */
  readonly freeUntil?: { readonly date: Date; readonly timeZone: string };
}

/** A card that is filled up by `amount` whenever it falls below `below`. */
export interface AutomaticReload extends Plan {
  /** What is charged each time, and the balance that starts it. */
  readonly price: { readonly label: string; readonly amount: Price; readonly below: Price };
}

/** What is charged later: one of the three kinds, which its price tells. */
export type PaymentPlan = RecurringPayment | DeferredPayment | AutomaticReload;

/**
 * Wallet A: a token for another merchant who has a part in the order.
 * @see https://developer.apple.com/documentation/applepayontheweb/applepaypaymenttokencontext
 */
export interface TokenContext {
  /** That merchant's id at the provider. */
  readonly merchantIdentifier: string;
  /** The page's own name for that merchant. */
  readonly externalIdentifier: string;
  /** What the sheet calls that merchant. */
  readonly merchantName: string;
  /** That merchant's own domain. */
  readonly merchantDomain?: string;
  /** That merchant's part of the total. */
  readonly amount: Price;
}

/** What the sheet shows and asks for: the tag's properties of the same names. */
export interface SheetData {
  /** The total. */
  readonly amount: Price;
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The name beside the total. */
  readonly label: string;
  /** Whether the total may still change. */
  readonly totalStatus: 'final' | 'estimated';
  /** Lines above the total. */
  readonly displayItems: readonly SheetItem[];
  /** `name email phone shipping-address billing-address payment-method`, space-separated. */
  readonly request: string;
  /** Ways to deliver. */
  readonly shippingOptions: readonly ShippingOption[];
  /** Undefined: the sheet has no field for one. */
  readonly couponCode: string | undefined;
  readonly recurring: RecurringPayment | undefined;
  readonly deferred: DeferredPayment | undefined;
  readonly automaticReload: AutomaticReload | undefined;
  /** Merged into the provider's own request, or makes another one of it. */
  readonly providerRequest: ProviderRequest;
  /** BCP 47, of the payer; `''` for the browser's own. */
  readonly language: string;
  /** The page's own texts, before those of the language. */
  readonly texts: Partial<Texts> | undefined;
}

/** {@link SheetData} as a provider can take it: amounts normalised, an option chosen. */
export interface SheetRequest extends Omit<
  SheetData,
  'recurring' | 'deferred' | 'automaticReload'
> {
  /** `id` of the chosen option. */
  readonly shippingOption: string | undefined;
  readonly plan: PaymentPlan | undefined;
  readonly texts: Partial<Texts>;
}

/** What a choice of the payer changes; what is left out stays as it is. */
export interface SheetUpdate extends Partial<
  Pick<
    SheetData,
    | 'amount'
    | 'totalStatus'
    | 'displayItems'
    | 'shippingOptions'
    | 'recurring'
    | 'deferred'
    | 'automaticReload'
  >
> {
  /** Wallet A: the parts of other merchants, when they change with the total. */
  readonly multiTokenContexts?: readonly TokenContext[];
  /** Shown in the sheet, beside what is to be put right. */
  readonly errors?: readonly FieldError[];
}

/** The card chosen in the sheet, as far as the wallet tells before the payer agrees. */
export interface PaymentMethod {
  /** The provider's word, lower case. Wallet A keeps it back until the payer agrees. */
  readonly network?: string;
  /** `debit`, `credit`, `prepaid` or `store`. Wallet A alone tells it. */
  readonly type?: string;
  /** The card's own, as far as the wallet tells it by now. Wallet A alone tells it. */
  readonly billingAddress?: Address;
}
