/**
 * Playwright with both wallets and the payment service: `test` has them as fixtures, the functions
 * beside it serve a test that has fixtures of its own. The page keeps the providers' script URLs and
 * contains nothing for the test.
 */
export { expect, test } from './playwright/fixture.ts';
export type { SandboxFixtures, SandboxOptions } from './playwright/fixture.ts';
export { providerScripts, serveWallets } from './playwright/serve-wallets.ts';
export type { SandboxService } from './playwright/service.ts';
export { walletCalls, walletSheet } from './playwright/wallet-sheet.ts';
export type { WalletSheet } from './playwright/wallet-sheet.ts';
export type { Wallets } from './playwright/wallets.ts';
export * from './profiles.ts';
