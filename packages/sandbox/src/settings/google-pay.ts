/** How wallet B's stand-in behaves. */
export interface WalletBSettings {
  /**
   * Where the provider opens its sheet. `in-page sheet`: over the page, as in desktop Chromium, where
   * every failure in the sheet looks like a cancel. `popup`: in a window, as in Safari, Firefox and on
   * iOS: the button opens it before it calls the page, and a cancel is told `cancelDelay` later.
   * `android sheet`: over the page, and each failure is told by its name.
   */
  readonly flow: 'in-page sheet' | 'popup' | 'android sheet';
  /** Whether the browser lets the popup open. */
  readonly popup: 'opens' | 'blocked';
  /** Milliseconds from the closing of the popup to the rejection. */
  readonly cancelDelay: number;
  /** What a cancel is, except in a popup: an object, or a DOMException with the status code added. */
  readonly cancelShape: 'object' | 'DOMException';
  /** The provider's own failure, as soon as the sheet is there. */
  readonly failure:
    | 'none'
    | 'BUYER_ACCOUNT_ERROR'
    | 'DEVELOPER_ERROR'
    | 'INTERNAL_ERROR'
    | 'MERCHANT_ACCOUNT_ERROR';
  /** The browser that `isReadyToPay` takes this one for; empty: `navigator.userAgent`. */
  readonly userAgent: string;
  /**
   * The button with the payer's card in it, at least 240 pixels wide. `late`: it has not loaded after
   * 15 seconds, and then the provider replaces it by the plain one.
   */
  readonly cardInfo: 'none' | 'shown' | 'late';
  /** `result` of `isReadyToPay`. */
  readonly isReadyToPay: boolean;
  /**
   * `paymentMethodPresent` of `isReadyToPay`, given only when the page asked for it. The provider says
   * true in environment TEST whoever asks; false plays a payer of PRODUCTION without a card.
   */
  readonly paymentMethodPresent: boolean;
  /** Public key that tokens are encrypted for, base64 SPKI of P-256; empty: the sandbox's own. */
  readonly recipientKey: string;
  /** Whether opening the sheet or its popup asks for `navigator.userActivation.isActive`. */
  readonly gesture: 'activation' | 'none';
}

/** A wallet that can pay, in desktop Chromium. */
export const WALLET_B_DEFAULTS: WalletBSettings = {
  flow: 'in-page sheet',
  popup: 'opens',
  cancelDelay: 3000,
  cancelShape: 'object',
  failure: 'none',
  userAgent: '',
  cardInfo: 'none',
  isReadyToPay: true,
  paymentMethodPresent: true,
  recipientKey: '',
  gesture: 'activation',
};
