import type { WalletSandbox } from '../sheet/recorder.ts';
import { assertGesture, assertMayUse, invalidAccess } from './access.ts';
import type { Rules } from './members.ts';
import { readRequest, type ApplePayRequest } from './request.ts';
import { isSupported, toVersion } from './statics.ts';

/** The request, checked by its rules; the type of the error depends on the polyfill. */
export function acceptRequest(
  sandbox: WalletSandbox,
  given: unknown,
  paymentRequest: unknown,
): { readonly rules: Rules; readonly request: ApplePayRequest } {
  const { unknownMembers, constructorThrows } = sandbox.settings.walletA;
  const version = toVersion(given);
  const rules = { version, unknownMembers };
  try {
    assertMayUse(sandbox);
    assertGesture(sandbox, 'Must create a new ApplePaySession from a user gesture handler.');
    if (!isSupported(sandbox, version)) {
      throw invalidAccess(`"${String(version)}" is not a supported version.`);
    }
    return { rules, request: readRequest(rules, paymentRequest) };
  } catch (error) {
    throw constructorThrows === 'strings' ? (error as Error).message : error;
  }
}
