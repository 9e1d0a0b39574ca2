import type { PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from '../provider.ts';
import { WalletA, type OrderDetails } from './provider.ts';
import { atPress, data, text, type Values } from '../../settings.ts';
import type { TokenContext } from '../../sheet/data.ts';
import { WalletButton } from '../../wallet-button.ts';

const settings = {
  /** URL of the endpoint validate-merchant, if it is not below `backend`. */
  validateMerchantUrl: text('validate-merchant-url', '', atPress),
  /** The merchant identifier. With it, the provider can report whether the payer has a card. */
  merchantId: text('merchant-id', ''),
  /** The domain registered with the provider; by default `location.hostname`. */
  merchantDomain: text('merchant-domain', '', atPress),
  /** Space-separated domains. The provider's validation URL must be on one of them, or on a subdomain. */
  validationGateways: text('validation-gateways', 'apple.com', atPress),
  /** Space-separated merchant capabilities. */
  capabilities: text('capabilities', 'supports3DS', atPress),
  /** Absolute URL of a pinned version of the provider's SDK. */
  sdkUrl: text('sdk-url', ''),
  /** The hash of that version, as in a script's `integrity`. */
  sdkIntegrity: text('sdk-integrity', ''),
  /** `off`: only for browsers that have the wallet themselves. Others neither offer a code to scan nor load the SDK. */
  scan: text<'on' | 'off'>('scan', 'on'),
  /** Other merchants that receive a part of the total. */
  multiTokenContexts: data<readonly TokenContext[]>([]),
  /** Lets the wallet track the order. Set it before the backend answers. */
  orderDetails: data<OrderDetails | undefined>(undefined),
};

/** The settings are its properties. */
export interface WalletAButton extends Values<typeof settings> {}

/**
 * Wallet A, Apple Pay on the web. It draws the provider's button, validates the merchant through the backend, posts
 * the token to the backend and follows the bank's page.
 *
 * @customElement wallet-a-button
 */
export class WalletAButton extends WalletButton {
  static override properties: PropertyDeclarations = settings;

  /** @internal */
  override readonly provider: WalletProvider = new WalletA(this);
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-a-button': WalletAButton;
  }
}
