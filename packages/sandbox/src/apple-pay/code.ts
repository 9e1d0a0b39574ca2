/** How browsers without a native wallet show the code that a phone scans: `window.ApplePayWebOptions`. */
import { invalidAccess } from './access.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';

/** What can be set; a member that is left out stays as it was. */
export interface WebOptions {
  readonly renderApplePayCodeAs?: 'modal' | 'window';
  readonly onApplePayCodeClose?: (event: object) => void;
}

let options: WebOptions = {};
let hasCode = false;

/** The SDK's own `ApplePaySession` shows a code; a native one never does. */
export function showCodes(): void {
  hasCode = true;
}

/** The SDK's global. */
export const ApplePayWebOptions = {
  set(change: WebOptions): void {
    const presentation: string | undefined = change.renderApplePayCodeAs;
    if (presentation !== undefined && !['modal', 'window'].includes(presentation)) {
      throw new TypeError('renderApplePayCodeAs is neither "modal" nor "window".');
    }
    options = { ...options, ...change };
  },
  get renderApplePayCodeAs(): 'modal' | 'window' {
    return options.renderApplePayCodeAs ?? 'modal';
  },
};

/** Shows the code; a window is a popup, and a popup needs the payer's activation. */
export function openCode(sandbox: WalletSandbox): void {
  if (!hasCode) return;
  const presentation = ApplePayWebOptions.renderApplePayCodeAs;
  const { gesture } = sandbox.settings.walletA;
  if (presentation === 'window' && gesture !== 'none' && !sandbox.gesture().userActivation) {
    throw invalidAccess('The window with the code was blocked.');
  }
  sandbox.record('wallet-a', 'event code', presentation);
}

/** Notifies the page that the code is closed, if it has a listener. */
export function closeCode(sandbox: WalletSandbox): void {
  if (!hasCode) return;
  sandbox.record('wallet-a', 'event codeclose');
  options.onApplePayCodeClose?.({});
}
