import { requestEarly } from '../early.ts';
import { isComplete, scriptOf } from './script.ts';

requestEarly('wallet-b-button', (attribute, nonce) => {
  const isRequested = isComplete({
    environment: attribute('environment') ?? 'TEST',
    merchantId: attribute('merchant-id'),
    gateway: attribute('gateway'),
    gatewayMerchantId: attribute('gateway-merchant-id'),
  });
  return isRequested ? scriptOf(nonce) : undefined;
});
