import type {
  Address,
  Card,
  Outcome,
  Payer,
  PayTokenAnswer,
  StatusAnswer,
} from '@wallet-buttons/protocol';
import type { WalletSheetEventMap } from './sheet/events.ts';
import { WalletEvent } from './base-event.ts';
import type {
  WalletErrorEvent,
  WalletReadyEvent,
  WalletUnavailableEvent,
} from './readiness-events.ts';

export type { UnavailableReason } from './readiness-events.ts';

/**
 * The progress of a cancelled payment: its sheet was open, or for wallet A the backend had also validated the
 * merchant. Once the payer has agreed, the backend's answer outranks a cancel.
 */
export type CancelPhase = 'opened' | 'validated';

/** The button was pressed. Cancelable: then the provider is not called. */
export class WalletClickEvent extends WalletEvent {
  constructor() {
    super('wallet-click', {}, true);
  }
}

/** The payer's data beside the token, in one shape for both wallets. */
export interface PayerData {
  /** Name, e-mail and phone, as far as the tag's `request` asks for them. */
  readonly payer?: Payer;
  /** The whole shipping address, if `request` asks for it. */
  readonly shipping_address?: Address;
  /** The card's billing address, if `request` asks for it. */
  readonly billing_address?: Address;
  /** `id` of the chosen option. */
  readonly shipping_option?: string;
  /** The last code that the payer entered. */
  readonly coupon_code?: string;
  /** The provider's data of the card. */
  readonly card?: Card;
}

/** The payer agreed; the token is on its way to the merchant's backend. */
export class WalletAuthorizedEvent extends WalletEvent {
  /** Name, e-mail and phone, as far as the tag's `request` asks for them. */
  declare readonly payer: Payer | undefined;
  /** The whole shipping address, if `request` asks for it. */
  declare readonly shippingAddress: Address | undefined;
  /** The card's billing address, if `request` asks for it. */
  declare readonly billingAddress: Address | undefined;
  /** `id` of the chosen option. */
  declare readonly shippingOption: string | undefined;
  /** The last code that the payer entered. */
  declare readonly couponCode: string | undefined;
  /** The provider's data of the card: network, last digits, funding. */
  declare readonly card: Card | undefined;
  constructor(data: PayerData) {
    super('wallet-authorized', {
      payer: data.payer,
      shippingAddress: data.shipping_address,
      billingAddress: data.billing_address,
      shippingOption: data.shipping_option,
      couponCode: data.coupon_code,
      card: data.card,
    });
  }
}

/** The bank has to check the payer. Cancelable: then the page itself opens `url`. */
export class WalletRedirectEvent extends WalletEvent {
  /** `acs_url` of the backend's answer: absolute https, or http on loopback. */
  declare readonly url: string;
  constructor(url: string) {
    super('wallet-redirect', { url }, true);
  }
}

/** The answer to pay-token or status. */
type Answer = PayTokenAnswer & Partial<Pick<StatusAnswer, 'final'>>;

/** The backend's answer. With `pending` and `unknown`, ask for the status and do not pay again. */
export class WalletResultEvent extends WalletEvent {
  /** The outcome of the payment. */
  declare readonly outcome: Outcome;
  /** The provider status; `''` before there is one. */
  declare readonly status: string;
  /** The tag's `order` at the time of the payment or question. */
  declare readonly order: string;
  /** True for the answer to a later status question, which is not the end of a press. */
  declare readonly asked: boolean;
  /** @internal Of a question: whether the outcome is final. Another copy of the package reads it. */
  declare readonly final?: boolean;
  constructor({ outcome, status, final }: Answer, order: string, isAsked = false) {
    super('wallet-result', { outcome, status, order, ...(isAsked && { final }), asked: isAsked });
  }
}

/** The payer, or `abort()`, closed the sheet and nothing was paid. Not an error. */
export class WalletCancelEvent extends WalletEvent {
  /** The progress of the payment. */
  declare readonly phase: CancelPhase;
  /** `closed` by the payer, `aborted` by the page, or the provider's own code. */
  declare readonly reason: string;
  constructor(phase: CancelPhase, reason: string) {
    super('wallet-cancel', { phase, reason });
  }
}

/** Event names and classes, from which every framework's types are made. */
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

// The events bubble and leave shadow roots.
declare global {
  /* eslint-disable @typescript-eslint/no-empty-object-type -- merged into the DOM's own maps */
  interface HTMLElementEventMap extends WalletButtonEventMap {}
  interface ShadowRootEventMap extends WalletButtonEventMap {}
  interface DocumentEventMap extends WalletButtonEventMap {}
  interface WindowEventMap extends WalletButtonEventMap {}
  /* eslint-enable @typescript-eslint/no-empty-object-type */
}
