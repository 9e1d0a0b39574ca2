import { earlyValue, requestEarly } from '../early.ts';
import { isComplete, scriptOf } from './script.ts';

requestEarly('wallet-b-button', (tag, nonce) => {
  const isRequested = isComplete({
    environment: earlyValue(tag, 'environment') ?? 'TEST',
    merchantId: earlyValue(tag, 'merchantId', 'merchant-id'),
    gateway: earlyValue(tag, 'gateway'),
    gatewayMerchantId: earlyValue(tag, 'gatewayMerchantId', 'gateway-merchant-id'),
  });
  return isRequested ? scriptOf(nonce) : undefined;
});
