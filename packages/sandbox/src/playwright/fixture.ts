import { test as base } from '@playwright/test';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import { walletBProfiles } from '../settings/google-pay-profiles.ts';
import { profileNamed } from '../settings/profile-named.ts';
import { applyProfile, type WalletProfile } from '../settings/wallet-settings.ts';
import { leaseService, type SandboxService } from './service.ts';
import { serveWallets } from './serve-wallets.ts';
import { listenToWallets, type Wallets } from './wallets.ts';

/** What `test.use` sets. */
export interface SandboxOptions {
  /** Wallet A: the name of a profile, or your own settings; default `polyfill`. */
  readonly walletA: keyof typeof walletAProfiles | WalletProfile;
  /** Wallet B: the name of a profile, or your own settings; default `inPageSheet`. */
  readonly walletB: keyof typeof walletBProfiles | WalletProfile;
  /** Where the sandbox answers; default `SANDBOX_URL`, or `http://127.0.0.1:4010`. */
  readonly sandboxUrl: string;
}

/** What a test is given. */
export interface SandboxFixtures {
  /** The emulators of both wallets. They are served in every test, whether it names them or not. */
  readonly wallets: Wallets;
  /** The sandbox that the shop's backend talks to. */
  readonly service: SandboxService;
}

/** Playwright's `test` with both wallets in every page, and the payment service beside it. */
export const test = base.extend<SandboxOptions & SandboxFixtures>({
  walletA: ['polyfill', { option: true }],
  walletB: ['inPageSheet', { option: true }],
  sandboxUrl: [process.env['SANDBOX_URL'] ?? 'http://127.0.0.1:4010', { option: true }],
  wallets: [
    async ({ context, page, walletA, walletB }, use) => {
      const wallets = await listenToWallets(context, page);
      await serveWallets(
        context,
        applyProfile(
          profileNamed('walletA', walletAProfiles, walletA),
          profileNamed('walletB', walletBProfiles, walletB),
        ),
      );
      await use(wallets);
    },
    { auto: true },
  ],
  service: async ({ request, sandboxUrl }, use) => {
    const { service, release } = leaseService(request, sandboxUrl);
    await use(service);
    await release();
  },
});

export { expect } from '@playwright/test';
