import type { Script } from '../load-script.ts';
import { findClientClass } from './client.ts';

/** The provider's only script. According to the provider, it changes too often for an integrity hash. */
const url = 'https://pay.google.com/gp/p/js/pay.js';

/** The settings that the provider requires. */
interface Required {
  readonly environment: string;
  readonly merchantId: string | null;
  readonly gateway: string | null;
  readonly gatewayMerchantId: string | null;
}

/** Whether a tag has them. Without one, the tag rests. */
export function isComplete(settings: Required): boolean {
  const { environment, merchantId, gateway, gatewayMerchantId } = settings;
  const isKnown = environment === 'TEST' || (environment === 'PRODUCTION' && merchantId);
  return Boolean(isKnown && gateway && gatewayMerchantId);
}

export function scriptOf(nonce: string | undefined): Script {
  return { url, options: { nonce: nonce || '' }, findApi: findClientClass };
}
