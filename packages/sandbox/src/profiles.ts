/** Ways for the wallets' stand-ins to behave, by name, and everything that can be set in them. */
export { walletAProfiles } from './settings/apple-pay-profiles.ts';
export { walletBProfiles } from './settings/google-pay-profiles.ts';
export type { WalletCall } from './settings/wallet-call.ts';
export type {
  WalletASettings,
  WalletBSettings,
  WalletProfile,
  WalletSettings,
} from './settings/wallet-settings.ts';
