/**
 * What a browser with a wallet A of its own has before any script runs: `ApplePaySession` and
 * `ApplePayError`, no `<apple-pay-button>`, no `applePayCapabilities`. No script can add the CSS that draws
 * the browser's own button; only `CSS.supports` says that it is there.
 */
import { defineSession, sessionInPage } from './globals.ts';
import { mayRunHere } from '../sheet/allowed-page.ts';
import { openRecorder } from '../sheet/recorder.ts';

export type { WalletCall, WalletSandbox } from '../sheet/recorder.ts';

if (!sessionInPage() && mayRunHere('wallet-a-native.js', false)) {
  openRecorder();
  defineSession();
  supportButton();
}

/** The declarations of Apple's "Displaying Apple Pay buttons using CSS". */
function supportButton(): void {
  const supports = CSS.supports.bind(CSS);
  const pattern = /^(\(?\s*)(-webkit-)?appearance\s*:\s*-apple-pay-button\s*\)?$/;
  CSS.supports = (...args: [string, string?]) => {
    const [property, value] = args;
    const declaration = value === undefined ? property : `${property}: ${value}`;
    if (pattern.test(declaration) || property.startsWith('-apple-pay-button-')) return true;
    return value === undefined ? supports(property) : supports(property, value);
  };
}
