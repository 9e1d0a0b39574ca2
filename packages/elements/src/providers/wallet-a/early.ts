import { earlyValue, requestEarly } from '../early.ts';
import { sdkOf } from './script.ts';

requestEarly('wallet-a-button', (tag, nonce) =>
  sdkOf({
    sdkUrl: earlyValue(tag, 'sdkUrl', 'sdk-url'),
    sdkIntegrity: earlyValue(tag, 'sdkIntegrity', 'sdk-integrity'),
    scan: earlyValue(tag, 'scan'),
    nonce,
  }),
);
