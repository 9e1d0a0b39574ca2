import '@wallet-buttons/elements/wallet-b-button.js';
import { start } from '../start.ts';
import { attributes, tag } from './ours.ts';

const gateway = 'gateway="examplegateway" gateway-merchant-id="exampleMerchant"';
start(tag(`<wallet-b-button ${attributes()} ${gateway}></wallet-b-button>`));
