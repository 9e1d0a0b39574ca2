import type { WalletProfile } from './wallet-settings.ts';

/** Ways for wallet A to behave that occur in the field, by name; combine them with `configure`. */
export const walletAProfiles = {
  /** The provider's own browser: `ApplePaySession` without a script, the button by CSS. */
  native: { walletA: { platform: 'native', credentialStatus: 'paymentCredentialsAvailable' } },
  /** Any other browser: the script provides everything, and does not know the phone's cards. */
  polyfill: {
    walletA: { platform: 'polyfill', credentialStatus: 'paymentCredentialStatusUnknown' },
  },
  /** The sheet refuses the merchant session: domain not verified, wrong certificate, wrong environment. */
  instantCancel: { walletA: { merchantSession: 'refused' } },
  /** The payer closes the sheet while the page sends the payment. */
  cancelWhileAuthorizing: { payer: { does: 'cancels-while-authorizing' } },
  /** The sheet is closed before the page completes the payment. */
  sheetGone: { walletA: { sheetGone: 'before-authorization' } },
  /** A device that has the wallet, and no card in it. */
  noCard: { walletA: { activeCard: false, credentialStatus: 'paymentCredentialsUnavailable' } },
  /** A device without the wallet. */
  unsupported: { walletA: { canMakePayments: false, credentialStatus: 'applePayUnsupported' } },
  /** Private browsing. */
  privateMode: { walletA: { privateMode: true } },
  /** A page, or a page around it, without TLS: the statics throw. */
  insecure: { walletA: { access: 'insecure' } },
  /** A frame without `allow="payment"`: the statics throw. */
  frameWithoutPermission: { walletA: { access: 'frame-without-permission' } },
  /** An older system: version 10 (2020), before coupons, mir, girocard and dankort. */
  older: { walletA: { latestVersion: 10 } },
  /** An element that no policy for scripts or styles touches. */
  adoptedButtonStyle: { walletA: { buttonStyle: 'adopted' } },
  /** A polyfill of a third party: its constructor throws bare strings. */
  foreignPolyfill: { walletA: { constructorThrows: 'strings' } },
} as const satisfies Readonly<Record<string, WalletProfile>>;
