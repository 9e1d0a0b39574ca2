import type { WalletProfile } from './wallet-settings.ts';

/** Ways for wallet B to behave that occur in the field, by name; combine them with `configure`. */
export const walletBProfiles = {
  /** Desktop Chromium: the browser's own sheet. */
  inPageSheet: { walletB: { flow: 'in-page sheet' } },
  /** The same without the provider's Payment Request: the sheet opens a window, which the button has not opened. */
  noPaymentRequest: { walletB: { flow: 'in-page sheet', canMakePayment: false } },
  /** A blocker, or a missing `frame-src`, keeps the provider's frame away. */
  frameBlocked: { walletB: { frame: 'blocked' } },
  /** Safari, Firefox and iOS: a window that the button opens first, and a cancel that comes late. */
  popup: { walletB: { flow: 'popup' } },
  /** The same with a blocked popup: the provider navigates the shop's page to its sheet. */
  popupBlocked: { walletB: { flow: 'popup', popup: 'blocked' } },
  /** The same in a frame that may not navigate the page: the payment ends with an error. */
  popupRefused: { walletB: { flow: 'popup', popup: 'refused' } },
  /** Chrome on Android. */
  androidSheet: { walletB: { flow: 'android sheet' } },
  /** An in-app browser, in which wallet B does not work. */
  inAppBrowser: {
    walletB: {
      userAgent:
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 ' +
        'Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 300.0.0.0',
    },
  },
  /** A payer without a card, for a page that asks for one. */
  noCard: { walletB: { paymentMethodPresent: false } },
  /** A browser or payer that the provider turns away. */
  unsupported: { walletB: { isReadyToPay: false } },
  /** The button with the payer's card in it, too wide for a narrow column. */
  cardInfo: { walletB: { cardInfo: 'shown' } },
  /** The same if it does not load: another node replaces it after 15 seconds. */
  cardInfoLate: { walletB: { cardInfo: 'late' } },
  /** The provider has not approved the shop. */
  merchantNotApproved: { walletB: { flow: 'popup', failure: 'MERCHANT_ACCOUNT_ERROR' } },
} as const satisfies Readonly<Record<string, WalletProfile>>;
