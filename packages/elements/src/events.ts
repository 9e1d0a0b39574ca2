import type { Address, Outcome, Payer, Wallet } from '@wallet-buttons/protocol';
import type { WalletError } from './errors.ts';
import type { WalletSheetEventMap } from './sheet-events.ts';

/** Why a button does not show. More may come: treat an unknown one like `unsupported`. */
export type UnavailableReason =
  | 'unsupported'
  | 'insecure-context'
  | 'frame-permission'
  | 'disallowed'
  | 'no-card'
  | 'script-load';

/**
 * How far a payment had come when it was cancelled: its sheet was open, or wallet A had accepted the
 * merchant too. Once the payer has agreed, the backend's answer outranks a cancel.
 */
export type CancelPhase = 'opened' | 'validated';

/** All events bubble and cross shadow roots; none ever carries a token. */
export abstract class WalletEvent extends Event {
  /** The fields are what each event declares. */
  constructor(type: string, fields: object = {}, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
    Object.assign(this, fields);
  }
}

/** The button can be pressed. */
export class WalletReadyEvent extends WalletEvent {
  declare readonly wallet: Wallet;
  constructor(wallet: Wallet) {
    super('wallet-ready', { wallet });
  }
}

/** The button does not show, and what stands in the slot `unavailable` does. */
export class WalletUnavailableEvent extends WalletEvent {
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
  readonly payer?: Payer;
  readonly shipping_address?: Address;
  readonly billing_address?: Address;
  /** `id` of the chosen option. */
  readonly shipping_option?: string;
  readonly coupon_code?: string;
}

/** The payer agreed; the token is on its way to the merchant's backend. */
export class WalletAuthorizedEvent extends WalletEvent {
  declare readonly payer: Payer | undefined;
  declare readonly shippingAddress: Address | undefined;
  declare readonly billingAddress: Address | undefined;
  declare readonly shippingOption: string | undefined;
  declare readonly couponCode: string | undefined;
  constructor(data: PayerData) {
    super('wallet-authorized', {
      payer: data.payer,
      shippingAddress: data.shipping_address,
      billingAddress: data.billing_address,
      shippingOption: data.shipping_option,
      couponCode: data.coupon_code,
    });
  }
}

/** The bank wants to see the payer. Cancelable: then the page itself goes to `url`. */
export class WalletRedirectEvent extends WalletEvent {
  declare readonly url: string;
  constructor(url: string) {
    super('wallet-redirect', { url }, true);
  }
}

/** The backend's answer. `pending` and `unknown` mean: ask `status`, do not pay again. */
export class WalletResultEvent extends WalletEvent {
  declare readonly outcome: Outcome;
  /** The payment service's own word. */
  declare readonly status: string;
  declare readonly order: string;
  /** From `status`, asked later: not the end of a press. */
  declare readonly asked: boolean;
  constructor(outcome: Outcome, status: string, order: string, asked = false) {
    super('wallet-result', { outcome, status, order, asked });
  }
}

/** The payer, or `abort()`, closed the sheet and nothing was paid. Not an error. */
export class WalletCancelEvent extends WalletEvent {
  declare readonly phase: CancelPhase;
  declare readonly reason: string;
  constructor(phase: CancelPhase, reason: string) {
    super('wallet-cancel', { phase, reason });
  }
}

export class WalletErrorEvent extends WalletEvent {
  declare readonly error: WalletError;
  constructor(error: WalletError) {
    super('wallet-error', { error });
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
