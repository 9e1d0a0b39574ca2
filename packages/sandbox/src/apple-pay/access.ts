/** Who may use wallet A at all, and when: the document, the frame, the payer's gesture. */
import type { WalletSandbox } from '../sheet/recorder.ts';

/** Throws where the provider's API throws instead of answering "no". */
export function assertMayUse({ settings }: WalletSandbox): void {
  const { access } = settings.walletA;
  if (access === 'frame-without-permission' || !frameMayPay()) {
    throw new DOMException(
      'Third-party iframes are not allowed to request payments unless explicitly allowed via Permissions-Policy (payment)',
      'SecurityError',
    );
  }
  if (access === 'insecure' || !isSecureContext) {
    throw invalidAccess('Trying to start an Apple Pay session from an insecure document.');
  }
}

let hasWarned = false;

/** Says once in a page that the provider's own script throws here, where the stand-in opens a session. */
export function warnOfHttp(): void {
  if (hasWarned || location.protocol === 'https:') return;
  hasWarned = true;
  console.warn(
    'Wallet A of the sandbox: the wallet takes https only, on this machine too. ' +
      'Its own script throws InvalidAccessError on this page, where the stand-in opens a sheet.',
  );
}

/** Throws unless the payer has just pressed, in the meaning of the setting `walletA.gesture`. */
export function assertGesture(sandbox: WalletSandbox, message: string): void {
  const { gesture } = sandbox.settings.walletA;
  if (gesture === 'none') return;
  const { userActivation, sameTask } = sandbox.gesture();
  if (!userActivation || (gesture === 'task' && !sameTask)) throw invalidAccess(message);
}

/** "The object does not support the operation or argument": the provider's answer to bad timing. */
export function invalidAccess(message: string): DOMException {
  return new DOMException(message, 'InvalidAccessError');
}

/** Firefox has no `featurePolicy`; there the setting alone says no. */
function frameMayPay(): boolean {
  const { featurePolicy } = document as {
    readonly featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature('payment') ?? true;
}
