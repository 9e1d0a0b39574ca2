import type { Address, FieldError } from '@wallet-buttons/protocol';
import { PaymentCancelled, WalletError } from '../../errors.ts';
import type { PayerData, UnavailableReason } from '../../events.ts';
import { loadScript } from '../load-script.ts';
import { filled, payerData, words } from '../payer.ts';
import type { ButtonLook, PaymentSheet, SheetPage, WalletProvider } from '../provider.ts';
import { errorArguments, paymentRequest, paymentUpdate, type RequestConfig } from './request.ts';
import type { SheetChange } from '../../sheet/events.ts';
import type { SheetRequest } from '../../sheet/request.ts';

/** The provider's auto-updating SDK; only browsers without a native wallet need it. */
const sdk = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';
const newest = 14;
const [statusSuccess, statusFailure] = [0, 1];
/** The gateways that the provider lists, for the world, for China and for tests. */
const gateway =
  /^https:\/\/(apple-pay-gateway(-(nc|pr)-pod[1-5])?|cn-apple-pay-gateway(-(sh|tj)-pod[1-3])?|(cn-)?apple-pay-gateway-cert)\.apple\.com\/paymentservices\/\w+$/;

/** The tag's own attributes. */
interface WalletAConfig extends RequestConfig {
  readonly merchantId: string;
  readonly sdkUrl: string;
  readonly sdkIntegrity: string;
  readonly orderDetails: OrderDetails | undefined;
  readonly nonce?: string | undefined;
}

/**
 * For the wallet's own tracking of the order; read when the sheet is told of success.
 * @see https://developer.apple.com/documentation/applepayontheweb/applepaypaymentorderdetails
 */
export interface OrderDetails {
  /** The kind of order, as registered with the provider. */
  readonly orderTypeIdentifier: string;
  /** The order's id, for that web service. */
  readonly orderIdentifier: string;
  /** Absolute https URL of the merchant's web service for orders. */
  readonly webServiceURL: string;
  /** What the wallet proves itself to that web service with. */
  readonly authenticationToken: string;
}

/** Apple Pay on the web. This file alone knows `ApplePaySession`. */
export class WalletA implements WalletProvider {
  readonly wallet = 'wallet-a';
  readonly validates = true;
  readonly key: symbol;
  readonly fault = undefined;
  readonly #config: WalletAConfig;

  constructor(config: WalletAConfig) {
    this.#config = config;
    this.key = Symbol.for([sdk, config.sdkUrl, config.sdkIntegrity, config.merchantId].join());
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    const { sdkUrl, sdkIntegrity, nonce, merchantId } = this.#config;
    // The provider updates its own address by itself: no hash can hold for it.
    const integrity = sdkUrl && sdkIntegrity;
    if (!found()) {
      await loadScript(sdkUrl || sdk, filled({ crossOrigin: 'anonymous', nonce, integrity }), api);
    }
    const Session = api();
    try {
      if (!Session.canMakePayments()) return 'unsupported';
    } catch {
      // It throws where another API would say no.
      if (!isSecureContext) return 'insecure-context';
      return self === top ? 'disallowed' : 'frame-permission';
    }
    // Asks the provider's server, whose silence is no reason to hide a wallet that is there.
    const status =
      merchantId && (await Session.applePayCapabilities?.(merchantId).catch(() => undefined));
    const no = status && status.paymentCredentialStatus === 'applePayUnsupported';
    return no ? 'unsupported' : undefined;
  }

  /** `<apple-pay-button>` where the SDK is, the browser's own CSS button where it is not. */
  button(look: ButtonLook, press: () => void, before?: HTMLElement): HTMLElement {
    const drawn = customElements.get('apple-pay-button');
    const button = before ?? document.createElement(drawn ? 'apple-pay-button' : 'button');
    const style = look.style === 'outline' ? 'white-outline' : look.style;
    const type = look.type === 'checkout' ? 'check-out' : look.type;
    // The SDK stops clicks at its element, so nobody further out hears them.
    if (!before) button.addEventListener('click', press);
    button.setAttribute('buttonstyle', style);
    button.setAttribute('type', drawn ? type : 'button');
    if (look.locale) button.setAttribute(drawn ? 'locale' : 'lang', look.locale);
    if (!drawn) {
      button.setAttribute('aria-label', 'Apple Pay');
      button.style.setProperty('-apple-pay-button-type', type);
      button.style.setProperty('-apple-pay-button-style', style);
    }
    return button;
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    const Session = api();
    let version = newest;
    while (version > 1 && !Session.supportsVersion(version)) version--;
    const session = newSession(Session, version, paymentRequest(this.#config, request, version));
    let open = true;
    let settle: (how?: PaymentCancelled | Promise<never>) => void;
    const closed = new Promise<PaymentCancelled | undefined>((resolve) => {
      settle = resolve;
    });
    // A sheet that has gone away in the meantime refuses every call; what it was told does not change.
    const tell = (call: () => void) => {
      try {
        if (open) call();
      } catch {
        open = false;
      }
    };
    const end = (how?: PaymentCancelled | Promise<never>) => {
      open = false;
      settle(how);
    };
    const abort = (why: PaymentCancelled | Promise<never> = new PaymentCancelled('aborted')) => {
      tell(() => {
        session.abort();
      });
      end(why);
    };
    session.onvalidatemerchant = ({ validationURL }) => {
      validate(page, validationURL)
        .then((merchantSession) => {
          if (open) session.completeMerchantValidation(merchantSession);
        })
        .catch((error: unknown) => {
          if (open) abort(Promise.reject(WalletError.from(error)));
        });
    };
    session.onpaymentauthorized = ({ payment }) => {
      const authorization = { token: JSON.stringify(payment.token), ...payerOf(payment) };
      void page.authorize(authorization).then(({ success, errors = [] }) => {
        const { orderDetails } = this.#config;
        tell(() => {
          session.completePayment({
            status: success ? statusSuccess : statusFailure,
            ...(errors[0] && { errors: errors.map(newError) }),
            ...(success && orderDetails && { orderDetails }),
          });
        });
        // Where the payer can put it right, the sheet stays.
        if (!errors[0] || errors.some((error) => errorArguments(error)[0] === 'unknown')) end();
      });
    };
    const selected = async (change: SheetChange, complete: (update: object) => void) => {
      const { request: now, update } = await page.change(change);
      const { errors = [] } = update;
      tell(() => {
        complete({
          ...paymentUpdate(now, update),
          // For an option there is no error: the list, the former choice first, takes it back.
          ...(errors[0] && !change.shippingOption && { errors: errors.map(newError) }),
        });
      });
    };
    const asks = words(request.request);
    if (asks.includes('shipping-address')) {
      session.onshippingcontactselected = ({ shippingContact }) =>
        selected({ shippingAddress: addressOf(shippingContact) }, (update) => {
          session.completeShippingContactSelection(update);
        });
    }
    if (request.shippingOptions[0]) {
      session.onshippingmethodselected = ({ shippingMethod }) =>
        selected({ shippingOption: shippingMethod.identifier }, (update) => {
          session.completeShippingMethodSelection(update);
        });
    }
    if (request.couponCode !== undefined) {
      session.oncouponcodechanged = ({ couponCode }) =>
        selected({ couponCode }, (update) => {
          session.completeCouponCodeChange(update);
        });
    }
    if (asks.includes('payment-method')) {
      session.onpaymentmethodselected = ({ paymentMethod: { network, type } }) =>
        selected({ paymentMethod: filled({ network: network?.toLowerCase(), type }) }, (update) => {
          session.completePaymentMethodSelection(update);
        });
    }
    session.oncancel = ({ sessionError }) => {
      end(new PaymentCancelled(sessionError?.code ?? 'closed'));
    };
    const { ApplePayWebOptions } = globalThis as { ApplePayWebOptions?: WebOptions };
    // A frame clips the code that a phone scans.
    ApplePayWebOptions?.set?.({ renderApplePayCodeAs: self === top ? 'modal' : 'window' });
    session.begin();
    return { closed, abort };
  }
}

function newSession(Session: SessionClass, version: number, dictionary: object): Session {
  try {
    return new Session(version, dictionary);
  } catch (error) {
    const { message } = error as Error;
    const code =
      error instanceof TypeError ? 'config' : message.includes('gesture') ? 'gesture' : 'provider';
    throw new WalletError(code, message, error);
  }
}

async function validate(page: SheetPage, validationUrl: string): Promise<object> {
  if (gateway.test(validationUrl)) return page.validateMerchant(validationUrl);
  throw new WalletError('validation-url', 'The validation URL is not safe.');
}

function payerOf({ shippingContact, billingContact }: Payment): PayerData {
  const shipping = addressOf(shippingContact);
  return payerData(shipping, shipping.country ? shipping : {}, addressOf(billingContact));
}

function addressOf(contact: Contact = {}): Address {
  return filled<Address>({
    name: [contact.givenName, contact.familyName].filter(Boolean).join(' '),
    email: contact.emailAddress,
    phone: contact.phoneNumber,
    country: contact.countryCode?.toUpperCase(),
    administrative_area: contact.administrativeArea,
    locality: contact.locality,
    sub_locality: contact.subLocality,
    postal_code: contact.postalCode,
    address_lines: contact.addressLines,
  });
}

function newError(error: FieldError): object {
  const { ApplePayError } = globalThis as unknown as { ApplePayError: ErrorClass };
  const [code, field, message] = errorArguments(error);
  try {
    return new ApplePayError(code, field, message);
  } catch {
    // A field that the provider does not know must not keep the message from the payer.
    return new ApplePayError(code, undefined, message);
  }
}

function found(): SessionClass | undefined {
  const { ApplePaySession } = globalThis as { ApplePaySession?: SessionClass };
  // An element of that id is there too.
  return ApplePaySession?.supportsVersion && ApplePaySession;
}

function api(): SessionClass {
  const Session = found();
  if (!Session) throw new WalletError('script-load', 'ApplePaySession is missing.');
  return Session;
}

/** As much of the provider's API as is used here; its own types would leak into every user's. */
interface SessionClass {
  new (version: number, request: object): Session;
  supportsVersion(version: number): boolean;
  canMakePayments(): boolean;
  applePayCapabilities?(merchantId: string): Promise<{ paymentCredentialStatus: string }>;
}

interface Session {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentauthorized: (event: { readonly payment: Payment }) => void;
  oncancel: (event: { readonly sessionError?: { readonly code: string } }) => void;
  onshippingcontactselected: (event: { readonly shippingContact: Contact }) => unknown;
  onshippingmethodselected: (event: { readonly shippingMethod: { identifier: string } }) => unknown;
  oncouponcodechanged: (event: { readonly couponCode: string }) => unknown;
  onpaymentmethodselected: (event: {
    readonly paymentMethod: { readonly network?: string; readonly type?: string };
  }) => unknown;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: object): void;
  completeShippingContactSelection(update: object): void;
  completeShippingMethodSelection(update: object): void;
  completeCouponCodeChange(update: object): void;
  completePaymentMethodSelection(update: object): void;
  completePayment(result: object): void;
}

type ErrorClass = new (code: string, field?: string, message?: string) => object;

interface WebOptions {
  set?(options: { readonly renderApplePayCodeAs: 'modal' | 'window' }): void;
}

interface Payment {
  readonly token: unknown;
  readonly shippingContact?: Contact;
  readonly billingContact?: Contact;
}

interface Contact {
  readonly givenName?: string;
  readonly familyName?: string;
  readonly emailAddress?: string;
  readonly phoneNumber?: string;
  readonly countryCode?: string;
  readonly administrativeArea?: string;
  readonly locality?: string;
  readonly subLocality?: string;
  readonly postalCode?: string;
  readonly addressLines?: readonly string[];
}
