import type { UnavailableReason } from '../../events.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import { withTimeout } from '../../with-timeout.ts';
import type { Script } from '../load-script.ts';
import type { PaymentSheet, SheetPage, WalletProvider } from '../provider.ts';
import { drawButton } from './draw.ts';
import { open, type OpenConfig } from './open.ts';
import { sdkOf, type ScriptConfig } from './script.ts';
import { findSessionClass, isNative, newestOf, sessionClass } from './session.ts';

/** In milliseconds. */
const capabilitiesTimeout = 3_000;

/** The tag's own attributes. */
interface WalletAConfig extends OpenConfig, ScriptConfig {
  readonly merchantId: string;
  readonly orderDetails: OrderDetails | undefined;
  readonly nonce?: string | undefined;
}

/**
 * For the wallet's own tracking of the order; read when the sheet shows success.
 * @see https://developer.apple.com/documentation/applepayontheweb/applepaypaymentorderdetails
 */
export interface OrderDetails {
  /** The kind of order, as registered with the provider. */
  readonly orderTypeIdentifier: string;
  /** The order's id, for that web service. */
  readonly orderIdentifier: string;
  /** Absolute https URL of the merchant's web service for orders. */
  readonly webServiceURL: string;
  /** The secret with which the wallet authenticates at that web service. */
  readonly authenticationToken: string;
}

/** Apple Pay on the web. */
export class WalletA implements WalletProvider {
  readonly wallet = 'wallet-a';
  readonly validates = true;
  readonly button = drawButton;
  readonly #config: WalletAConfig;

  constructor(config: WalletAConfig) {
    this.#config = config;
  }

  get key(): symbol {
    const { sdkUrl, sdkIntegrity, merchantId, scan } = this.#config;
    return Symbol.for([sdkUrl, sdkIntegrity, merchantId, scan].join());
  }

  get via(): 'native' | 'code' {
    return isNative() ? 'native' : 'code';
  }

  get apiVersion(): string | undefined {
    const Session = findSessionClass();
    try {
      return Session && String(newestOf(Session));
    } catch {
      // Its methods throw where the page may not use it.
      return undefined;
    }
  }

  get script(): Script | undefined {
    return sdkOf(this.#config);
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    if (!this.script) return 'unsupported';
    const { merchantId } = this.#config;
    const Session = sessionClass();
    try {
      if (!Session.canMakePayments()) return 'unsupported';
    } catch (error) {
      // It throws instead of returning false. On http it does so on this machine too, which a browser takes for secure.
      const { name } = Object(error) as Partial<Error>;
      if (!isSecureContext || name === 'InvalidAccessError') return 'insecure-context';
      return self === top ? 'disallowed' : 'frame-permission';
    }
    if (!merchantId) return undefined;
    // This asks the provider's server. If it does not answer, an existing wallet is still shown.
    const ask = async () => Session.applePayCapabilities?.(merchantId);
    const answer = ask().catch(() => undefined);
    const status = await withTimeout(answer, capabilitiesTimeout);
    return status?.paymentCredentialStatus === 'applePayUnsupported' ? 'unsupported' : undefined;
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    return open(this.#config, request, page);
  }
}
