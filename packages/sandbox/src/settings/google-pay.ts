import type { Words } from './words.ts';

/** The words of each setting that takes no other. */
export const walletBWords = {
  /**
   * Where the provider opens its sheet. `in-page sheet`: over the page, as in desktop Chromium.
   * `popup`: in a window, as in Safari, Firefox and on iOS: the button opens it before it calls the
   * page, a cancel is reported `cancelDelay` later, and BUYER_ACCOUNT_ERROR and INTERNAL_ERROR look
   * like a cancel. `android sheet`: over the page, where cards of the device are enough.
   */
  flow: ['in-page sheet', 'popup', 'android sheet'],
  /**
   * Whether the browser allows the popup. `blocked`: the provider navigates the shop's own page to its
   * sheet instead. `refused`: the page may not be navigated either, as in a sandboxed frame.
   */
  popup: ['opens', 'blocked', 'refused'],
  /**
   * The provider's hidden frame. `blocked`: a question about an existing card is never answered, as
   * if a blocker or a missing `frame-src` blocks the frame.
   */
  frame: ['loads', 'blocked'],
  /** Whether the script puts the client's `nonce` on its styles, as builds since August 2026 do. */
  nonce: ['ignored', 'used'],
  /** What a cancel is, except in a popup: an object, or a DOMException with the status code added. */
  cancelShape: ['object', 'DOMException'],
  /** The provider's own failure, as soon as the sheet is open. */
  failure: [
    'none',
    'BUYER_ACCOUNT_ERROR',
    'DEVELOPER_ERROR',
    'INTERNAL_ERROR',
    'MERCHANT_ACCOUNT_ERROR',
  ],
  /**
   * The button with the payer's card in it, at least 240 pixels wide. `late`: it has not loaded after
   * 15 seconds, and then the provider replaces it by the plain one.
   */
  cardInfo: ['none', 'shown', 'late'],
  /** Whether opening the sheet or its popup asks for `navigator.userActivation.isActive`. */
  gesture: ['activation', 'none'],
} as const;

/** The settings of wallet B's stand-in. */
export interface WalletBSettings extends Words<typeof walletBWords> {
  /**
   * The answer of the browser's `PaymentRequest` over the page. `false`: the sheet opens in a window,
   * which the button has not opened before.
   */
  readonly canMakePayment: boolean;
  /** Milliseconds from the closing of the popup to the rejection. */
  readonly cancelDelay: number;
  /** The user agent for `isReadyToPay`; empty: `navigator.userAgent`. */
  readonly userAgent: string;
  /** `result` of `isReadyToPay`. */
  readonly isReadyToPay: boolean;
  /**
   * `paymentMethodPresent` of `isReadyToPay`, given only when the page asked for it. The provider says
   * true in environment TEST always; false plays a payer of PRODUCTION without a card.
   */
  readonly paymentMethodPresent: boolean;
  /** Public key that tokens are encrypted for, base64 SPKI of P-256; empty: the sandbox's own. */
  readonly recipientKey: string;
  /**
   * The token that the page gets, for a gateway whose tokens the provider hands over as the gateway made
   * them (Braintree, Stripe); empty: one that is encrypted for the gateway of the request.
   */
  readonly gatewayToken: string;
}

/** A wallet that can pay, in desktop Chromium. */
export const walletBDefaults: WalletBSettings = {
  flow: 'in-page sheet',
  popup: 'opens',
  canMakePayment: true,
  frame: 'loads',
  nonce: 'used',
  cancelDelay: 3300,
  cancelShape: 'DOMException',
  failure: 'none',
  userAgent: '',
  cardInfo: 'none',
  isReadyToPay: true,
  paymentMethodPresent: true,
  recipientKey: '',
  gatewayToken: '',
  gesture: 'activation',
};
