/**
 * Classic script that stands in for the SDK of wallet A (Apple Pay on the web): defines
 * `<apple-pay-button>`, `ApplePaySession` with `applePayCapabilities`, `ApplePayError` and
 * `ApplePayWebOptions`. It replaces a browser's own `ApplePaySession`. After `wallet-a-native.js` it only
 * adds the element and `applePayCapabilities`. Loading it again changes nothing.
 */
import { ApplePayButton } from './button.ts';
import { ApplePayWebOptions, showCodes } from './code.ts';
import { defineGlobal, defineSession, sessionInPage } from './globals.ts';
import { applePayCapabilities } from './statics.ts';
import { mayRunHere } from '../sheet/allowed-page.ts';
import { openRecorder } from '../sheet/recorder.ts';

export type { WalletCall, WalletSandbox } from '../sheet/recorder.ts';

if (mayRunHere('wallet-a.js')) {
  openRecorder();
  if (!sessionInPage()) {
    defineSession();
    showCodes();
    defineGlobal(window, 'ApplePayWebOptions', ApplePayWebOptions);
  }
  const session = sessionInPage();
  if (session && !('applePayCapabilities' in session)) {
    defineGlobal(session, 'applePayCapabilities', applePayCapabilities);
  }
  if (!customElements.get('apple-pay-button')) {
    customElements.define('apple-pay-button', ApplePayButton);
  }
}
