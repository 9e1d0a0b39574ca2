import type { CSSResult, PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from './providers/provider.ts';
import type { TokenContext } from './sheet/data.ts';
import { WalletA, type OrderDetails } from './providers/wallet-a/provider.ts';
import { settings } from './settings.ts';
import { styles } from './styles.ts';
import { WalletButton } from './wallet-button.ts';

/**
 * Wallet A, Apple Pay on the web: draws the provider's button, proves the domain through the
 * merchant's backend, posts the token there and follows the bank's page.
 *
 * @customElement wallet-a-button
 */
export class WalletAButton extends WalletButton {
  static override styles: CSSResult = styles(
    ':host{--apple-pay-button-width:100%;--apple-pay-button-height:var(--wallet-button-height,44px);--apple-pay-button-border-radius:var(--wallet-button-radius,4px)}[part]>button{appearance:-apple-pay-button;border:0}',
  );
  static override properties: PropertyDeclarations = settings(
    {
      validateMerchantUrl: '',
      merchantId: '',
      merchantDomain: '',
      capabilities: 'supports3DS',
      sdkUrl: '',
      sdkIntegrity: '',
    },
    { multiTokenContexts: [], orderDetails: undefined },
  );

  /** URL of that endpoint where it lies elsewhere than below `backend`. */
  declare validateMerchantUrl: string;
  /** The merchant identifier; set, it lets the provider say whether the payer has a card. */
  declare merchantId: string;
  /** The domain registered with the provider; `location.hostname` unless set. */
  declare merchantDomain: string;
  /** Space-separated merchant capabilities. */
  declare capabilities: string;
  /** Absolute URL of a pinned version of the provider's SDK. */
  declare sdkUrl: string;
  /** The hash of that version, as in the `integrity` of a script. */
  declare sdkIntegrity: string;
  /** Other merchants with a part in the order. */
  declare multiTokenContexts: readonly TokenContext[];
  /** Lets the wallet track the order; set it by the time the backend has answered. */
  declare orderDetails: OrderDetails | undefined;

  /** @internal */
  override get domain(): string {
    return this.merchantDomain || super.domain;
  }

  /** @internal */
  override provider(): WalletProvider {
    return new WalletA(this);
  }
}
