/** Every wallet, a line each: the classes. A namespace object of them would break in a page that has changed `Object`. */
export { WalletAButton } from './providers/wallet-a/button.ts';
export { WalletBButton } from './providers/wallet-b/button.ts';
