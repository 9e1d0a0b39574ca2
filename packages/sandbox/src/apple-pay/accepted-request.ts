import type { WalletSandbox } from '../sheet/recorder.ts';
import { assertGesture, assertMayUse, invalidAccess, warnOfHttp } from './access.ts';
import type { Rules } from './members.ts';
import { readRequest, type ApplePayRequest } from './request.ts';
import { isSupported, toVersion } from './statics.ts';

/**
 * Checks the page, the payer's gesture, the version and the request, in this order. Throws an error, or
 * its message alone if the setting `walletA.constructorThrows` says so.
 */
export function acceptRequest(
  sandbox: WalletSandbox,
  givenVersion: unknown,
  paymentRequest: unknown,
): { readonly rules: Rules; readonly request: ApplePayRequest } {
  const { unknownMembers, constructorThrows, latestVersion } = sandbox.settings.walletA;
  const version = toVersion(givenVersion);
  const rules = { version, latestVersion, unknownMembers };
  try {
    assertMayUse(sandbox);
    warnOfHttp();
    assertGesture(sandbox, 'Must create a new ApplePaySession from a user gesture handler.');
    if (!isSupported(sandbox, version)) {
      throw invalidAccess(`"${version}" is not a supported version.`);
    }
    return { rules, request: readRequest(rules, paymentRequest) };
  } catch (error) {
    throw constructorThrows === 'strings' ? (error as Error).message : error;
  }
}
