// First of all, because the network takes longest.
import './providers/wallet-a/early.ts';
import './providers/wallet-b/early.ts';

/** Every wallet again, a line each, with its tag defined. */
export { WalletAButton } from './providers/wallet-a/define.ts';
export { WalletBButton } from './providers/wallet-b/define.ts';
