/**
 * Classic script that stands in for the SDK of wallet A (Apple Pay on the web): defines
 * `ApplePaySession`, `ApplePayError` and `<apple-pay-button>`. Loading it again changes nothing.
 */
import { ApplePayButton } from './apple-pay-button.ts';
import { ApplePayError, ApplePaySession } from './apple-pay-session.ts';
import { mayRunHere, openRecorder, STAND_IN } from './recorder.ts';

export type { WalletCall, WalletSandbox } from './recorder.ts';

const present: unknown = Reflect.get(window, 'ApplePaySession');
const loaded = typeof present === 'function' && STAND_IN in present;

if (!loaded && mayRunHere('wallet-a.js')) {
  openRecorder();
  define('ApplePaySession', ApplePaySession);
  define('ApplePayError', ApplePayError);
  if (!customElements.get('apple-pay-button')) {
    customElements.define('apple-pay-button', ApplePayButton);
  }
}

function define(name: string, value: unknown): void {
  Object.defineProperty(window, name, { value, configurable: true, writable: true });
}
