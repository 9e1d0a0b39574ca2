/** Named profiles of the wallets' stand-ins, and all their settings. */
export { walletAProfiles } from './settings/apple-pay-profiles.ts';
export { walletBProfiles } from './settings/google-pay-profiles.ts';
export type { WalletCall } from './settings/wallet-call.ts';
export type {
  WalletASettings,
  WalletBSettings,
  WalletProfile,
  WalletSettings,
} from './settings/wallet-settings.ts';
