import type { Address, Card, Outcome, Payer, Wallet } from '@wallet-buttons/protocol';
import { camel } from './names.ts';
import { WalletError } from './errors.ts';
import type { WalletSheetEventMap } from './sheet/events.ts';
import { WalletEvent } from './base-event.ts';

/** Why a button does not show. More may come: treat an unknown one like `unsupported`. */
export type UnavailableReason =
  | 'unsupported'
  | 'insecure-context'
  | 'frame-permission'
  | 'disallowed'
  | 'no-card'
  | 'no-answer'
  | 'provider'
  | 'script-load';

/**
 * How far a payment had come when it was cancelled: its sheet was open, or the backend had validated the
 * merchant for wallet A too. Once the payer has agreed, the backend's answer outranks a cancel.
 */
export type CancelPhase = 'opened' | 'validated';

/** The button can be pressed. */
export class WalletReadyEvent extends WalletEvent {
  /** Whose button it is. */
  declare readonly wallet: Wallet;
  constructor(wallet: Wallet) {
    super('wallet-ready', { wallet });
  }
}

/** The button does not show, and what stands in the slot `unavailable` does. */
export class WalletUnavailableEvent extends WalletEvent {
  /** Why, for programs. */
  declare readonly reason: UnavailableReason;
  /** Present where something went wrong, such as a script that did not load. */
  declare readonly error: WalletError | undefined;
  constructor(reason: UnavailableReason, error?: WalletError) {
    super('wallet-unavailable', { reason, error });
  }
}

/** The button was pressed. Cancelable: then nothing of the provider is called. */
export class WalletClickEvent extends WalletEvent {
  constructor() {
    super('wallet-click', {}, true);
  }
}

/** What the payer handed over beside the token, in one shape for both wallets. */
export interface PayerData {
  /** Name, e-mail and phone, as far as the tag's `request` asks for them. */
  readonly payer?: Payer;
  /** Where to deliver, if `request` asks for it: by now with name and street. */
  readonly shipping_address?: Address;
  /** The card's, if `request` asks for it. */
  readonly billing_address?: Address;
  /** `id` of the chosen option. */
  readonly shipping_option?: string;
  /** The last one entered. */
  readonly coupon_code?: string;
  /** What the provider tells of the card. */
  readonly card?: Card;
}

/** The payer agreed; the token is on its way to the merchant's backend. */
export class WalletAuthorizedEvent extends WalletEvent {
  /** Name, e-mail and phone, as far as the tag's `request` asks for them. */
  declare readonly payer: Payer | undefined;
  /** Where to deliver, if `request` asks for it: by now with name and street. */
  declare readonly shippingAddress: Address | undefined;
  /** The card's, if `request` asks for it. */
  declare readonly billingAddress: Address | undefined;
  /** `id` of the chosen option. */
  declare readonly shippingOption: string | undefined;
  /** The last one entered. */
  declare readonly couponCode: string | undefined;
  /** What the provider tells of the card: its network, the last digits, how it is funded. */
  declare readonly card: Card | undefined;
  constructor(data: PayerData) {
    super('wallet-authorized');
    for (const [name, value] of Object.entries(data)) Reflect.set(this, camel(name), value);
  }
}

/** The bank wants to see the payer. Cancelable: then the page itself goes to `url`. */
export class WalletRedirectEvent extends WalletEvent {
  /** `acs_url` of the backend's answer: absolute https, or http on loopback. */
  declare readonly url: string;
  constructor(url: string) {
    super('wallet-redirect', { url }, true);
  }
}

/** The backend's answer. `pending` and `unknown` mean: ask `status`, do not pay again. */
export class WalletResultEvent extends WalletEvent {
  /** What the payment has come to. */
  declare readonly outcome: Outcome;
  /** The provider status, `''` before there is one. */
  declare readonly status: string;
  /** The tag's `order`, as it was when it was paid or asked about. */
  declare readonly order: string;
  /** From `status`, asked later: not the end of a press. */
  declare readonly asked: boolean;
  constructor(outcome: Outcome, status: string, order: string, asked = false) {
    super('wallet-result', { outcome, status, order, asked });
  }
}

/** The payer, or `abort()`, closed the sheet and nothing was paid. Not an error. */
export class WalletCancelEvent extends WalletEvent {
  /** How far the payment had come. */
  declare readonly phase: CancelPhase;
  /** `closed` by the payer, `aborted` by the page, or the provider's own code. */
  declare readonly reason: string;
  constructor(phase: CancelPhase, reason: string) {
    super('wallet-cancel', { phase, reason });
  }
}

/** What went wrong: at a press, which it ends, or with a later question about the order. */
export class WalletErrorEvent extends WalletEvent {
  /** Says by its code what it was, and what to do about it. */
  declare readonly error: WalletError;
  /** A later question about the order failed: this is not the end of a press. */
  declare readonly asked: boolean;
  constructor(thrown: unknown, asked = false) {
    super('wallet-error', { error: WalletError.from(thrown), asked });
  }
}

/** Event names and classes, the single source of every framework's types. */
export interface WalletButtonEventMap extends WalletSheetEventMap {
  'wallet-ready': WalletReadyEvent;
  'wallet-unavailable': WalletUnavailableEvent;
  'wallet-click': WalletClickEvent;
  'wallet-authorized': WalletAuthorizedEvent;
  'wallet-redirect': WalletRedirectEvent;
  'wallet-result': WalletResultEvent;
  'wallet-cancel': WalletCancelEvent;
  'wallet-error': WalletErrorEvent;
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into the DOM's own map
  interface HTMLElementEventMap extends WalletButtonEventMap {}
}
