import { requestEarly } from '../early.ts';
import { sdkOf } from './script.ts';

requestEarly('wallet-a-button', (attribute, nonce) =>
  sdkOf({
    sdkUrl: attribute('sdk-url'),
    sdkIntegrity: attribute('sdk-integrity'),
    scan: attribute('scan'),
    nonce,
  }),
);
