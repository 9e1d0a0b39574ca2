import '@wallet-buttons/elements/wallet-a-button.js';
import { start } from '../start.ts';
import { attributes, tag } from './ours.ts';

start(tag(`<wallet-a-button ${attributes()}></wallet-a-button>`));
