import type { PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from './providers/provider.ts';
import type { Offer } from './providers/request-b.ts';
import { WalletB } from './providers/wallet-b.ts';
import { data, named, WalletButton } from './wallet-button.ts';

/**
 * Wallet B, Google Pay: draws the provider's button, asks for a token encrypted for the gateway,
 * posts it to the merchant's backend and follows the bank's page.
 *
 * @customElement wallet-b-button
 */
export class WalletBButton extends WalletButton {
  static override properties: PropertyDeclarations = named({
    gateway: {},
    gatewayMerchantId: {},
    merchantId: {},
    merchantName: {},
    environment: {},
    authMethods: {},
    existingCardOnly: { type: Boolean },
    prefetch: { type: Boolean },
    offers: data,
  });

  /** The fixed word that names the payment processor. Required. */
  gateway = '';
  /** The value that the payment service issued at onboarding. Required. */
  gatewayMerchantId = '';
  /** The merchant's id at the provider; required in PRODUCTION. */
  merchantId = '';
  merchantName = '';
  environment: 'TEST' | 'PRODUCTION' = 'TEST';
  /** Space-separated; both together are what makes desktop browsers work. */
  authMethods = 'PAN_ONLY CRYPTOGRAM_3DS';
  /** Shows the button only to payers who have a card in the wallet. */
  existingCardOnly = false;
  /** Warms the sheet up as soon as the button is ready; only Chrome on Android gains from it. */
  prefetch = false;
  /** Discounts that the sheet offers. */
  offers: readonly Offer[] = [];

  /** @internal */
  override provider(): WalletProvider {
    return new WalletB(this);
  }
}
