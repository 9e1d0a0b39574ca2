import type { PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from './providers/provider.ts';
import { WalletA, type OrderDetails } from './providers/wallet-a/provider.ts';
import { atPress, data, text, type Values } from './settings.ts';
import type { TokenContext } from './sheet/data.ts';
import { WalletButton } from './wallet-button.ts';

const settings = {
  /** URL of that endpoint where it lies elsewhere than below `backend`. */
  validateMerchantUrl: text('validate-merchant-url', '', atPress),
  /** The merchant identifier; set, it lets the provider say whether the payer has a card. */
  merchantId: text('merchant-id', ''),
  /** The domain registered with the provider; `location.hostname` unless set. */
  merchantDomain: text('merchant-domain', '', atPress),
  /** Space-separated domains: the provider validates the merchant at one of them, or below. */
  validationGateways: text('validation-gateways', 'apple.com', atPress),
  /** Space-separated merchant capabilities. */
  capabilities: text('capabilities', 'supports3DS', atPress),
  /** Absolute URL of a pinned version of the provider's SDK. */
  sdkUrl: text('sdk-url', ''),
  /** The hash of that version, as in the `integrity` of a script. */
  sdkIntegrity: text('sdk-integrity', ''),
  /** Other merchants with a part in the order. */
  multiTokenContexts: data<readonly TokenContext[]>([]),
  /** Lets the wallet track the order; set it by the time the backend has answered. */
  orderDetails: data<OrderDetails | undefined>(undefined),
};

/** The settings are its properties. */
export interface WalletAButton extends Values<typeof settings> {}

/**
 * Wallet A, Apple Pay on the web: draws the provider's button, proves the domain through the
 * merchant's backend, posts the token there and follows the bank's page.
 *
 * @customElement wallet-a-button
 */
export class WalletAButton extends WalletButton {
  static override properties: PropertyDeclarations = settings;

  /** @internal */
  override provider(): WalletProvider {
    return new WalletA(this);
  }
}
