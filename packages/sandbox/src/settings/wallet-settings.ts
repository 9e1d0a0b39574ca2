import { walletADefaults, type WalletASettings } from './apple-pay.ts';
import { walletBDefaults, type WalletBSettings } from './google-pay.ts';
import type { Words } from './words.ts';

export type { WalletASettings } from './apple-pay.ts';
export type { WalletBSettings } from './google-pay.ts';

/** The words of each setting that takes no other. */
export const payerWords = {
  /**
   * `chooses`: a person or a test works the sheet. `pays`: presses Pay as soon as it can be
   * pressed. `cancels`: closes the sheet as soon as it is open. `cancels-while-authorizing`: presses
   * Pay and closes the sheet while the page is at work. Each acts once per sheet.
   */
  does: ['chooses', 'pays', 'cancels', 'cancels-while-authorizing'],
} as const;

/** The payer's behaviour. */
export interface PayerSettings extends Words<typeof payerWords> {
  /** `id` of the test card that is chosen when the sheet opens; empty: the first that fits. */
  readonly card: string;
}

/** Everything that can be set, in JSON values, so that it can be handed to a page before it loads. */
export interface WalletSettings {
  readonly walletA: WalletASettings;
  readonly walletB: WalletBSettings;
  readonly payer: PayerSettings;
  /**
   * Hosts of pages on which the stand-ins run beside this machine, `*.localhost` and `*.test`; read
   * when a script loads. Never name one that a customer can reach.
   */
  readonly allowedHosts: readonly string[];
  /** Milliseconds in which the page must answer the sheet; null switches the limit off. */
  readonly timeLimit: number | null;
  /** Milliseconds for which the sheet shows how the payment ended before it closes. */
  readonly endState: number;
}

/** Settings of a profile; missing ones keep their value. */
export type WalletProfile = {
  readonly [K in keyof WalletSettings]?: WalletSettings[K] extends number | null | readonly string[]
    ? WalletSettings[K]
    : Partial<WalletSettings[K]>;
};

/** The providers' own behaviour: wallets that can pay, a payer who decides, 30 seconds to answer. */
export const defaultSettings: WalletSettings = {
  walletA: walletADefaults,
  walletB: walletBDefaults,
  payer: { does: 'chooses', card: '' },
  allowedHosts: [],
  timeLimit: 30_000,
  endState: 600,
};

/** Settings, or a profile, with those of another profile in their place. */
export function applyProfile<Settings extends WalletProfile>(
  settings: Settings,
  profile: WalletProfile,
): Settings {
  return {
    ...settings,
    ...profile,
    walletA: { ...settings.walletA, ...profile.walletA },
    walletB: { ...settings.walletB, ...profile.walletB },
    payer: { ...settings.payer, ...profile.payer },
  };
}
