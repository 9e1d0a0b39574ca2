import '@google-pay/button-element';
import { box } from '../shop.ts';
import { paymentRequest } from './wallet-b-api.ts';

const button = document.createElement('google-pay-button');
// Before it is connected, because 4.1.0 shows nothing when a property follows at once.
Object.assign(button, { environment: 'TEST', paymentRequest: paymentRequest() });
box.append(button);
