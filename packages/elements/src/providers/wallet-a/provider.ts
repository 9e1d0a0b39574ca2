import { WalletError } from '../../errors.ts';
import type { UnavailableReason } from '../../events.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import { withTimeout } from '../../with-timeout.ts';
import { loadScript } from '../load-script.ts';
import { filled } from '../payer.ts';
import type { ButtonLook, PaymentSheet, SheetPage, WalletProvider } from '../provider.ts';
import { paymentRequest, type RequestConfig } from './request.ts';
import type { Session, SessionClass } from './session.ts';
import { openSheet } from './sheet.ts';

/** The provider's auto-updating SDK; only browsers without a native wallet need it. */
const sdk = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';
const newest = 14;
/** In milliseconds. */
const capabilitiesTimeout = 3_000;

/** Defined once {@link WalletA.load} has resolved. */
declare const ApplePaySession: SessionClass;

/** The tag's own attributes. */
interface WalletAConfig extends RequestConfig {
  readonly merchantId: string;
  readonly sdkUrl: string;
  readonly sdkIntegrity: string;
  readonly scan: 'on' | 'off';
  readonly validationGateways: string;
  readonly merchantDomain: string;
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

/** Apple Pay on the web. Only this file uses `ApplePaySession`. */
export class WalletA implements WalletProvider {
  readonly wallet = 'wallet-a';
  readonly validates = true;
  readonly key: symbol;
  readonly #config: WalletAConfig;

  constructor(config: WalletAConfig) {
    this.#config = config;
    const { sdkUrl, sdkIntegrity, merchantId, scan } = config;
    this.key = Symbol.for([sdkUrl, sdkIntegrity, merchantId, scan].join());
  }

  get via(): 'native' | 'code' {
    return isNative() ? 'native' : 'code';
  }

  /** Whether only a code to scan would let the payer pay, and the page does not want one. */
  get #isUnwanted(): boolean {
    return this.#config.scan === 'off' && !isNative();
  }

  get apiVersion(): string | undefined {
    const Session = found();
    try {
      return Session && String(newestOf(Session));
    } catch {
      // Its methods throw where the page may not use it.
      return undefined;
    }
  }

  isLoaded(): boolean {
    return Boolean(found());
  }

  async load(): Promise<unknown> {
    if (this.#isUnwanted) return undefined;
    const { sdkUrl, sdkIntegrity, nonce } = this.#config;
    // The provider updates the script at its own address, so a hash would not stay valid.
    const integrity = sdkUrl && sdkIntegrity;
    const options = filled({ crossOrigin: 'anonymous', nonce, integrity });
    return loadScript(sdkUrl || sdk, options, found);
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    if (this.#isUnwanted) return 'unsupported';
    const { merchantId } = this.#config;
    const Session = ApplePaySession;
    try {
      if (!Session.canMakePayments()) return 'unsupported';
    } catch {
      // It throws instead of returning false.
      if (!isSecureContext) return 'insecure-context';
      return self === top ? 'disallowed' : 'frame-permission';
    }
    if (!merchantId) return undefined;
    // This asks the provider's server. If it does not answer, an existing wallet is still shown.
    const ask = async () => Session.applePayCapabilities?.(merchantId);
    const answer = ask().catch(() => undefined);
    const status = await withTimeout(answer, capabilitiesTimeout);
    return status?.paymentCredentialStatus === 'applePayUnsupported' ? 'unsupported' : undefined;
  }

  /** The SDK's `<apple-pay-button>`; without the SDK, the browser's own CSS button. */
  button(look: ButtonLook, press: () => void, before?: HTMLElement | null): HTMLElement {
    const drawn = customElements.get('apple-pay-button');
    const button = before ?? document.createElement(drawn ? 'apple-pay-button' : 'button');
    const style = look.style === 'outline' ? 'white-outline' : look.style;
    const type = look.type === 'checkout' ? 'check-out' : look.type;
    // The SDK ignores a removed locale, and knows only one tag for Norwegian.
    const locale = look.locale.replace(/^n[no]\b/i, 'nb') || navigator.language;
    // The SDK stops clicks at its element, so an outer listener does not receive them.
    if (!before) button.addEventListener('click', press);
    button.setAttribute('buttonstyle', style);
    button.setAttribute('type', drawn ? type : 'button');
    button.setAttribute(drawn ? 'locale' : 'lang', locale);
    if (!drawn) {
      button.setAttribute('aria-label', 'Apple Pay');
      button.style.setProperty('-apple-pay-button-type', type);
      button.style.setProperty('-apple-pay-button-style', style);
    }
    return button;
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    const Session = ApplePaySession;
    const version = newestOf(Session);
    const session = newSession(Session, version, paymentRequest(this.#config, request, version));
    const { ApplePayWebOptions } = globalThis as { ApplePayWebOptions?: WebOptions };
    // A frame would clip the code that a phone scans.
    ApplePayWebOptions?.set?.({ renderApplePayCodeAs: self === top ? 'modal' : 'window' });
    return openSheet(session, request, page, this.#config);
  }
}

/** The newest version of the API that both sides know. */
function newestOf(Session: SessionClass): number {
  let version = newest;
  while (version > 1 && !Session.supportsVersion(version)) version--;
  return version;
}

/** A third-party polyfill may throw a bare string. */
function newSession(Session: SessionClass, version: number, dictionary: object): Session {
  try {
    return new Session(version, dictionary);
  } catch (thrown) {
    const { message } = WalletError.from(thrown);
    const isGesture = message.includes('gesture');
    const code = thrown instanceof TypeError ? 'config' : isGesture ? 'gesture' : 'provider';
    throw new WalletError(code, message, thrown);
  }
}

function found(): SessionClass | undefined {
  const { ApplePaySession } = globalThis as { ApplePaySession?: SessionClass };
  // An element with this id would be there too.
  return ApplePaySession?.supportsVersion && ApplePaySession;
}

/** Whether the browser has the wallet itself. Only such a browser has the CSS of its button. */
function isNative(): boolean {
  return Boolean(found()) && CSS.supports('-webkit-appearance', '-apple-pay-button');
}

interface WebOptions {
  set?(options: { readonly renderApplePayCodeAs: 'modal' | 'window' }): void;
}
