import '@wallet-buttons/elements/wallet-a-button.js';
import { start } from '../start.ts';
import { tag } from './ours.ts';

start(tag('wallet-a-button'));
