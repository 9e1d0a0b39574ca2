/** The static methods of `ApplePaySession`, without the class. */
import { assertGesture, assertMayUse, invalidAccess } from './access.ts';
import { openRecorder, type WalletSandbox } from '../sheet/recorder.ts';

/** Records a call of the page. */
export function recordCall(api: string, ...args: readonly unknown[]): WalletSandbox {
  const sandbox = openRecorder();
  sandbox.record('wallet-a', `ApplePaySession.${api}`, ...args);
  return sandbox;
}

/** Whether this version of the API is there. */
export function supportsVersion(argument: unknown): boolean {
  const sandbox = recordCall('supportsVersion', argument);
  const version = toVersion(argument);
  if (version === 0) throw invalidAccess('Version must be greater than zero.');
  assertMayUse(sandbox);
  return isSupported(sandbox, version);
}

/** A version as WebIDL takes an `unsigned long`: "3" is 3. */
export function toVersion(argument: unknown): number {
  return Number(argument) >>> 0;
}

/** `supportsVersion`, but the call is not recorded. */
export function isSupported({ settings }: WalletSandbox, version: number): boolean {
  return version > 0 && version <= settings.walletA.latestVersion;
}

/** Whether the device has the wallet, with or without cards. */
export function canMakePayments(): boolean {
  const sandbox = recordCall('canMakePayments');
  assertMayUse(sandbox);
  return sandbox.settings.walletA.canMakePayments;
}

/** Private browsing answers as `canMakePayments` does. */
export async function canMakePaymentsWithActiveCard(merchantIdentifier: string): Promise<boolean> {
  const sandbox = recordCall('canMakePaymentsWithActiveCard', merchantIdentifier);
  assertMayUse(sandbox);
  const { canMakePayments: can, activeCard, privateMode } = sandbox.settings.walletA;
  return Promise.resolve(can && (activeCard || privateMode));
}

/** Added by the provider's script: `applePayCapabilities()`. */
export async function applePayCapabilities(
  merchantIdentifier: string,
): Promise<{ readonly paymentCredentialStatus: string }> {
  const sandbox = recordCall('applePayCapabilities', merchantIdentifier);
  assertMayUse(sandbox);
  const { canMakePayments: can, credentialStatus, privateMode } = sandbox.settings.walletA;
  const status = privateMode ? 'paymentCredentialStatusUnknown' : credentialStatus;
  return Promise.resolve({ paymentCredentialStatus: can ? status : 'applePayUnsupported' });
}

/** Asks the payer to add a card; here the payer never does. */
export async function openPaymentSetup(merchantIdentifier: string): Promise<boolean> {
  const sandbox = recordCall('openPaymentSetup', merchantIdentifier);
  assertMayUse(sandbox);
  assertGesture(sandbox, 'Must call ApplePaySession.openPaymentSetup from a user gesture handler.');
  return Promise.resolve(false);
}
