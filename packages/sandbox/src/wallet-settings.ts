/** How wallet A's stand-in behaves. */
export interface WalletASettings {
  /** The answer of `ApplePaySession.canMakePayments()`. */
  readonly canMakePayments: boolean;
  /** The highest version for which `supportsVersion` is true. */
  readonly latestVersion: number;
  /**
   * What counts as a user gesture for the constructor. `task`: the same task as a trusted click or
   * key, as deployed Safari, where the gesture is gone after `await fetch()`. `activation`:
   * `navigator.userActivation.isActive` is enough. `none`: not asked for, for engines whose test
   * driver cannot click.
   */
  readonly gesture: 'task' | 'activation' | 'none';
}

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
  /** Whether opening the sheet or its popup asks for `navigator.userActivation.isActive`. */
  readonly gesture: 'activation' | 'none';
}

/** Who sits in front of the sheet. */
export interface PayerSettings {
  /**
   * `chooses`: nobody; a person or a test works the sheet. `pays`: presses Pay as soon as it can be
   * pressed. `cancels`: closes the sheet as soon as it is there. `cancels-while-authorizing`: presses
   * Pay and closes the sheet while the page is at work. Each acts once a sheet.
   */
  readonly does: 'chooses' | 'pays' | 'cancels' | 'cancels-while-authorizing';
  /** `id` of the test card that is chosen when the sheet opens; empty: the first that fits. */
  readonly card: string;
}

/** Everything that can be set, in JSON values, so that it can be handed to a page before it loads. */
export interface WalletSettings {
  readonly walletA: WalletASettings;
  readonly walletB: WalletBSettings;
  readonly payer: PayerSettings;
  /** Milliseconds in which the page must answer the sheet; null switches the limit off. */
  readonly timeLimit: number | null;
  /** Milliseconds for which the sheet shows how the payment ended before it closes. */
  readonly endState: number;
}

/** A named way for a wallet to behave is such an object: what it leaves out stays as it was. */
export type WalletProfile = {
  readonly [K in keyof WalletSettings]?: WalletSettings[K] extends number | null
    ? WalletSettings[K]
    : Partial<WalletSettings[K]>;
};

/** The providers' own behaviour: wallets that can pay, a payer who decides, 30 seconds to answer. */
export const DEFAULT_SETTINGS: WalletSettings = {
  walletA: { canMakePayments: true, latestVersion: 14, gesture: 'task' },
  walletB: {
    flow: 'in-page sheet',
    popup: 'opens',
    cancelDelay: 3000,
    cancelShape: 'object',
    failure: 'none',
    userAgent: '',
    cardInfo: 'none',
    isReadyToPay: true,
    paymentMethodPresent: true,
    gesture: 'activation',
  },
  payer: { does: 'chooses', card: '' },
  timeLimit: 30_000,
  endState: 600,
};

/** `settings` with the profile laid over them. */
export function applyProfile(settings: WalletSettings, profile: WalletProfile): WalletSettings {
  return {
    walletA: { ...settings.walletA, ...profile.walletA },
    walletB: { ...settings.walletB, ...profile.walletB },
    payer: { ...settings.payer, ...profile.payer },
    timeLimit: profile.timeLimit === undefined ? settings.timeLimit : profile.timeLimit,
    endState: profile.endState ?? settings.endState,
  };
}
