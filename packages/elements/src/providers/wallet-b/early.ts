import { requestEarly } from '../early.ts';
import { isComplete, scriptOf } from './script.ts';

requestEarly('wallet-b-button', (tag, nonce) => {
  const isRequested = isComplete({
    environment: tag.getAttribute('environment') ?? 'TEST',
    merchantId: tag.getAttribute('merchant-id'),
    gateway: tag.getAttribute('gateway'),
    gatewayMerchantId: tag.getAttribute('gateway-merchant-id'),
  });
  return isRequested ? scriptOf(nonce) : undefined;
});
