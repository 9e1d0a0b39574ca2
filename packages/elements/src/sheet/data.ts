import type { Address, FieldError } from '@wallet-buttons/protocol';
import type { ProviderRequest } from '../providers/provider-request.ts';
import type { Texts } from '../texts.ts';

/** An amount in the sheet: a decimal string in the tag's currency. */
type Price = string;

/** A line above the total. */
export interface SheetItem {
  /** The text for the payer. */
  readonly label: string;
  /** Negative for a discount. */
  readonly amount: Price;
  /** The amount may still change. */
  readonly pending?: boolean;
  /** The kind of line. Wallet B shows a subtotal, tax or discount as such. */
  readonly type?: 'item' | 'subtotal' | 'tax' | 'discount';
}

/** A shipping option. The first of a list is selected until the payer selects another. */
export interface ShippingOption {
  /** The merchant's id of it, which is sent to the backend. */
  readonly id: string;
  /** The text for the payer. */
  readonly label: string;
  /** Its price. The sheet shows it, but does not add it to the total. */
  readonly amount: Price;
  /** More text for the payer, such as the delivery time. */
  readonly detail?: string;
}

/** The common members of the three kinds of later charges. */
interface Plan {
  /** The text in the sheet. */
  readonly description: string;
  /** Absolute https URL of the page where the payer changes or ends it. */
  readonly managementUrl: string;
  /** The terms, in the payer's language. */
  readonly agreement?: string;
  /** Absolute https URL that is notified of a changed card. */
  readonly tokenUrl?: string;
}

export interface RecurringPrice {
  readonly label: string;
  readonly amount: Price;
  readonly every: 'day' | 'week' | 'month' | 'year';
  /** The number of these units between two charges; 1 by default. */
  readonly count?: number;
  readonly from?: Date;
  readonly until?: Date;
}

/** A subscription. Today's charge is the tag's own `amount`. */
export interface RecurringPayment extends Plan {
  /** The price of each charge. */
  readonly price: RecurringPrice;
  /** A price for the time before; wallet B needs its end. */
  readonly trial?: RecurringPrice;
}

/** One charge on a later day, such as a booking's. */
export interface DeferredPayment extends Plan {
  /** The price, and the day of the charge. */
  readonly price: { readonly label: string; readonly amount: Price; readonly on: Date };
  /** The end of free cancellation, and the IANA time zone for it. Only wallet A shows it. */
  readonly freeUntil?: { readonly date: Date; readonly timeZone: string };
}

/** A stored balance that is topped up by `amount` when it falls below `below`. */
export interface AutomaticReload extends Plan {
  /** The price of each charge, and the balance that starts it. */
  readonly price: { readonly label: string; readonly amount: Price; readonly below: Price };
}

/** Later charges of one of the three kinds. The price shows which. */
export type PaymentPlan = RecurringPayment | DeferredPayment | AutomaticReload;

/**
 * Wallet A: a token for another merchant that receives a part of the total.
 * @see https://developer.apple.com/documentation/applepayontheweb/applepaypaymenttokencontext
 */
export interface TokenContext {
  /** That merchant's id at the provider. */
  readonly merchantIdentifier: string;
  /** The page's own name for that merchant. */
  readonly externalIdentifier: string;
  /** That merchant's name in the sheet. */
  readonly merchantName: string;
  /** That merchant's own domain. */
  readonly merchantDomain?: string;
  /** That merchant's part of the total. */
  readonly amount: Price;
}

/** The content and the questions of the sheet: the tag's properties of the same names. */
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
  /** Shipping options. */
  readonly shippingOptions: readonly ShippingOption[];
  /** If it is undefined, the sheet has no field for a coupon. */
  readonly couponCode: string | undefined;
  readonly recurring: RecurringPayment | undefined;
  readonly deferred: DeferredPayment | undefined;
  readonly automaticReload: AutomaticReload | undefined;
  /** Members to merge into the provider's request, or a function that changes it. */
  readonly providerRequest: ProviderRequest;
  /** The payer's language, BCP 47; `''` for the browser's own. */
  readonly language: string;
  /** The page's own texts, which take precedence over those of the language. */
  readonly texts: Partial<Texts> | undefined;
}

/** {@link SheetData} in the form that providers need: amounts normalised, an option selected. */
export interface SheetRequest extends Omit<
  SheetData,
  'recurring' | 'deferred' | 'automaticReload'
> {
  /** `id` of the selected option. */
  readonly shippingOption: string | undefined;
  readonly plan: PaymentPlan | undefined;
  readonly texts: Partial<Texts>;
}

/** The changes after a choice of the payer. Missing members do not change. */
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
  /** Wallet A: the parts of other merchants, if they change with the total. */
  readonly multiTokenContexts?: readonly TokenContext[];
  /** Shown in the sheet, beside the fields to correct. */
  readonly errors?: readonly FieldError[];
}

/** The card that is selected in the sheet, with the data that the wallet gives before the payer agrees. */
export interface PaymentMethod {
  /** The provider's name of the network, in lower case. Wallet A gives it only after the payer has agreed. */
  readonly network?: string;
  /** `debit`, `credit`, `prepaid` or `store`. Only wallet A gives it. */
  readonly type?: string;
  /** The card's billing address, as far as the wallet gives it before consent. Only wallet A gives it. */
  readonly billingAddress?: Address;
}
