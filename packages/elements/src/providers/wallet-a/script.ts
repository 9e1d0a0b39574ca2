import type { Script } from '../load-script.ts';
import { findSessionClass, isNative } from './session.ts';

/** The provider's auto-updating SDK; only browsers without a native wallet need it. */
const sdk = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';

/** The tag's own attributes for the script. */
export interface ScriptConfig {
  readonly sdkUrl: string | null;
  readonly sdkIntegrity: string | null;
  readonly scan: string | null;
  readonly nonce?: string | undefined;
}

/** The SDK. Undefined where only a code to scan would let the payer pay, and the page does not want one. */
export function sdkOf({ sdkUrl, sdkIntegrity, scan, nonce }: ScriptConfig): Script | undefined {
  if (scan === 'off' && !isNative()) return undefined;
  return {
    url: sdkUrl || sdk,
    options: {
      crossOrigin: 'anonymous',
      nonce: nonce || '',
      // The provider updates the script at its own address, so a hash would not stay valid.
      integrity: (sdkUrl && sdkIntegrity) || '',
    },
    findApi: findSessionClass,
  };
}
