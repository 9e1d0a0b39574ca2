import type { PropertyDeclarations } from '@lit/reactive-element';
import type { WalletProvider } from '../provider.ts';
import { WalletB } from './provider.ts';
import type { Offer } from './intents.ts';
import { atPress, data, flag, orEmpty, text, type Values } from '../../settings.ts';
import { WalletButton } from '../../wallet-button.ts';

const settings = {
  /** The provider's name of the payment processor. Required. */
  gateway: text('gateway', ''),
  /** The value that the payment service issued at onboarding. Required. */
  gatewayMerchantId: text('gateway-merchant-id', ''),
  /** The merchant's id at the provider; required in PRODUCTION. */
  merchantId: text('merchant-id', ''),
  /** The name that the sheet shows. */
  merchantName: text('merchant-name', ''),
  /** The page's domain, for a sheet in a frame of another domain. */
  merchantOrigin: text('merchant-origin', ''),
  /** A JWT of the merchant's backend, if the provider asks for it. */
  authJwt: data('', {}),
  /** `TEST` gives tokens that cannot be charged. */
  environment: orEmpty(text<'TEST' | 'PRODUCTION'>('environment', 'TEST')),
  /** Space-separated. Desktop browsers need both. */
  authMethods: text('auth-methods', 'PAN_ONLY CRYPTOGRAM_3DS'),
  /** Shows the button only to payers who have a card in the wallet. */
  existingCardOnly: flag('existing-card-only'),
  /** The button's border: `default` or `none`. By default the provider decides. */
  buttonBorder: text<'' | 'default' | 'none'>('button-border', ''),
  /** Prepares the sheet as soon as the button is ready. It helps only in Chrome on Android. */
  prefetch: flag('prefetch', atPress),
  /** Discounts that the sheet offers. */
  offers: data<readonly Offer[]>([]),
};

/** The settings are its properties. */
export interface WalletBButton extends Values<typeof settings> {}

/**
 * Wallet B, Google Pay. It draws the provider's button, asks for a token that is encrypted for the gateway, posts it to
 * the merchant's backend and follows the bank's page.
 *
 * @customElement wallet-b-button
 */
export class WalletBButton extends WalletButton {
  static override properties: PropertyDeclarations = settings;

  /** @internal */
  override readonly provider: WalletProvider = new WalletB(this);
}

declare global {
  interface HTMLElementTagNameMap {
    'wallet-b-button': WalletBButton;
  }
}
