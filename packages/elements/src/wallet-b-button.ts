import type { PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from './providers/provider.ts';
import type { Offer } from './providers/wallet-b/request.ts';
import { WalletB } from './providers/wallet-b/provider.ts';
import { settings } from './settings.ts';
import { WalletButton } from './wallet-button.ts';

/**
 * Wallet B, Google Pay: draws the provider's button, asks for a token encrypted for the gateway,
 * posts it to the merchant's backend and follows the bank's page.
 *
 * @customElement wallet-b-button
 */
export class WalletBButton extends WalletButton {
  static override properties: PropertyDeclarations = settings(
    {
      gateway: '',
      gatewayMerchantId: '',
      merchantId: '',
      merchantName: '',
      environment: 'TEST',
      authMethods: 'PAN_ONLY CRYPTOGRAM_3DS',
      existingCardOnly: false,
      prefetch: false,
    },
    { offers: [] },
  );

  /** The fixed word that names the payment processor. Required. */
  declare gateway: string;
  /** The value that the payment service issued at onboarding. Required. */
  declare gatewayMerchantId: string;
  /** The merchant's id at the provider; required in PRODUCTION. */
  declare merchantId: string;
  /** The name that the sheet shows. */
  declare merchantName: string;
  /** `TEST` gives tokens that nobody can charge. */
  declare environment: 'TEST' | 'PRODUCTION';
  /** Space-separated; both together are what makes desktop browsers work. */
  declare authMethods: string;
  /** Shows the button only to payers who have a card in the wallet. */
  declare existingCardOnly: boolean;
  /** Warms the sheet up as soon as the button is ready; only Chrome on Android gains from it. */
  declare prefetch: boolean;
  /** Discounts that the sheet offers. */
  declare offers: readonly Offer[];

  /** @internal */
  override provider(): WalletProvider {
    return new WalletB(this);
  }
}
