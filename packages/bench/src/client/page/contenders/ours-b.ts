import '@wallet-buttons/elements/wallet-b-button.js';
import { start } from '../start.ts';
import { tag } from './ours.ts';

start(tag('wallet-b-button', 'gateway="examplegateway" gateway-merchant-id="exampleMerchant"'));
