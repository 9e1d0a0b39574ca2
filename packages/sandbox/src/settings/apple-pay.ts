import type { Words } from './words.ts';

/** The words of each setting that takes no other. */
export const walletAWords = {
  /**
   * Where `ApplePaySession` comes from. `polyfill`: the provider's script brings it, with a code that
   * a phone scans. `native`: the browser has it before any script, and no `<apple-pay-button>`; the
   * script, if it loads, adds the element and `applePayCapabilities`. Read when a page starts.
   */
  platform: ['polyfill', 'native'],
  /** `paymentCredentialStatus` of `applePayCapabilities()`; without `canMakePayments` it is unsupported. */
  credentialStatus: [
    'paymentCredentialsAvailable',
    'paymentCredentialStatusUnknown',
    'paymentCredentialsUnavailable',
    'applePayUnsupported',
  ],
  /**
   * What counts as a user gesture for the constructor. `task`: the same task as a trusted click or
   * key, as deployed Safari, where the gesture is gone after `await fetch()`. `activation`:
   * `navigator.userActivation.isActive` is enough. `none`: not asked for, for engines whose test
   * driver cannot click.
   */
  gesture: ['task', 'activation', 'none'],
  /** What the constructor throws: errors, or bare strings as a polyfill of a third party does. */
  constructorThrows: ['errors', 'strings'],
  /**
   * The context of the page. `as-is` asks the browser; with the others the constructor and each static
   * method throw or reject.
   */
  access: ['as-is', 'insecure', 'frame-without-permission'],
  /**
   * Members that the documentation does not have, or has for newer versions: `refused` with a TypeError, or as WebIDL does
   * `ignored`, and the newer ones taken.
   */
  unknownMembers: ['refused', 'ignored'],
  /** `refused`: every merchant session ends in "Payment Not Completed" and a cancel, as for a domain that is not verified. */
  merchantSession: ['checked', 'refused'],
  /**
   * When the sheet closes without an event, so that each `complete…` and `abort` throws: just before
   * the page receives `validatemerchant`, or `paymentauthorized`.
   */
  sheetGone: ['never', 'before-validation', 'before-authorization'],
  /**
   * How `<apple-pay-button>` draws itself. `inline`, as the SDK does: from a string, with a style
   * attribute and a `<style>`, which a strict Content-Security-Policy and Trusted Types refuse.
   * `adopted`: with nodes and style sheets that no policy sees.
   */
  buttonStyle: ['inline', 'adopted'],
} as const;

/** The settings of wallet A's stand-in. */
export interface WalletASettings extends Words<typeof walletAWords> {
  /** The answer of `ApplePaySession.canMakePayments()`: the ability of the device, with or without cards. */
  readonly canMakePayments: boolean;
  /** Whether the device has a card: `canMakePaymentsWithActiveCard()`. */
  readonly activeCard: boolean;
  /** Private browsing: only the ability of the device is reported. */
  readonly privateMode: boolean;
  /** The highest version for which `supportsVersion` is true. */
  readonly latestVersion: number;
  /** The domain that a merchant session must be for; empty: the page's own host. */
  readonly merchantDomain: string;
  /** Public key that tokens are encrypted for, base64 SPKI of P-256; empty: the sandbox's own. */
  readonly merchantKey: string;
  /** Whether `abort()` is followed by `cancel`, as documented for a dismissal by the page. */
  readonly cancelAfterAbort: boolean;
  /** Milliseconds for which the button's face waits for its font, invisible but in its place. */
  readonly fontDelay: number;
}

/** A wallet that can pay, in a browser that has it from the provider's script. */
export const walletADefaults: WalletASettings = {
  platform: 'polyfill',
  canMakePayments: true,
  activeCard: true,
  credentialStatus: 'paymentCredentialsAvailable',
  privateMode: false,
  latestVersion: 15,
  gesture: 'task',
  constructorThrows: 'errors',
  access: 'as-is',
  unknownMembers: 'refused',
  merchantSession: 'checked',
  merchantDomain: '',
  merchantKey: '',
  sheetGone: 'never',
  cancelAfterAbort: false,
  buttonStyle: 'inline',
  fontDelay: 0,
};
