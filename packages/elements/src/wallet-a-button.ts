import type { PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from './providers/provider.ts';
import type { TokenContext } from './providers/request-a.ts';
import { WalletA, type OrderDetails } from './providers/wallet-a.ts';
import { data, named, WalletButton } from './wallet-button.ts';

/**
 * Wallet A, Apple Pay on the web: draws the provider's button, proves the domain through the
 * merchant's backend, posts the token there and follows the bank's page.
 *
 * @customElement wallet-a-button
 */
export class WalletAButton extends WalletButton {
  static override properties: PropertyDeclarations = named({
    validateMerchantUrl: {},
    merchantId: {},
    merchantDomain: {},
    capabilities: {},
    sdkUrl: {},
    sdkIntegrity: {},
    multiTokenContexts: data,
    orderDetails: data,
  });

  validateMerchantUrl = '';
  /** The merchant identifier; set, it lets the provider say whether the payer has a card. */
  merchantId = '';
  /** The domain registered with the provider; `location.hostname` unless set. */
  merchantDomain = '';
  /** Space-separated merchant capabilities. */
  capabilities = 'supports3DS';
  /** A pinned version of the provider's SDK, and its hash. */
  sdkUrl = '';
  sdkIntegrity = '';
  /** Other merchants with a part in the order. */
  multiTokenContexts: readonly TokenContext[] = [];
  /** Lets the wallet track the order; set it by the time the backend has answered. */
  orderDetails: OrderDetails | undefined = undefined;

  /** @internal */
  override get domain(): string {
    return this.merchantDomain || super.domain;
  }

  /** @internal */
  override provider(): WalletProvider {
    return new WalletA(this);
  }
}
