import type { Address } from '@wallet-buttons/protocol';
import { PaymentCancelled, WalletError } from '../errors.ts';
import type { PayerData, UnavailableReason } from '../events.ts';
import { loadScript } from './load-script.ts';
import { filled, payerData, words } from './payer.ts';
import type {
  ButtonLook,
  PaymentSheet,
  SheetPage,
  SheetRequest,
  WalletProvider,
} from './provider.ts';

/** The provider's auto-updating SDK; only browsers without a native wallet need it. */
const sdk = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';
const newest = 14;
const [statusSuccess, statusFailure] = [0, 1];
/** The gateways that the provider lists, for the world, for China and for tests. */
const gateway =
  /^https:\/\/(apple-pay-gateway(-(nc|pr)-pod[1-5])?|cn-apple-pay-gateway(-(sh|tj)-pod[1-3])?|(cn-)?apple-pay-gateway-cert)\.apple\.com\/paymentservices\/\w+$/;

/** Networks that the provider spells its own way, or knows since a later version. */
const networks: Record<string, readonly [string, number?]> = {
  mastercard: ['masterCard'],
  unionpay: ['chinaUnionPay'],
  privatelabel: ['privateLabel'],
  jcb: ['jcb', 2],
  cartesbancaires: ['cartesBancaires', 4],
  eftpos: ['eftpos', 4],
  electron: ['electron', 4],
  maestro: ['maestro', 4],
  vpay: ['vPay', 4],
  elo: ['elo', 5],
  mada: ['mada', 5],
  mir: ['mir', 11],
  girocard: ['girocard', 11],
  dankort: ['dankort', 13],
};

const contactFields: Record<string, string> = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  'shipping-address': 'postalAddress',
};

/** The tag's own attributes. */
export interface WalletAConfig {
  readonly networks: string;
  readonly capabilities: string;
  readonly merchantId: string;
  readonly sdkUrl: string;
  readonly sdkIntegrity: string;
  readonly nonce?: string | undefined;
}

/** Apple Pay on the web. This file alone knows `ApplePaySession`. */
export class WalletA implements WalletProvider {
  readonly wallet = 'wallet-a';
  readonly validates = true;
  readonly key: string;
  readonly fault = undefined;
  readonly #config: WalletAConfig;

  constructor(config: WalletAConfig) {
    this.#config = config;
    this.key = [config.sdkUrl, config.sdkIntegrity, config.merchantId].join();
  }

  async load(): Promise<void> {
    const { sdkUrl, sdkIntegrity, nonce } = this.#config;
    if (found()) return;
    // The provider updates its own address by itself: no hash can hold for it.
    const integrity = sdkUrl && sdkIntegrity;
    await loadScript(sdkUrl || sdk, filled({ crossOrigin: 'anonymous', nonce, integrity }));
    api();
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    try {
      if (!api().canMakePayments()) return 'unsupported';
      const { merchantId } = this.#config;
      const status = merchantId && (await api().applePayCapabilities?.(merchantId));
      if (status && status.paymentCredentialStatus === 'applePayUnsupported') return 'unsupported';
      return undefined;
    } catch {
      // The statics throw where another API would say no.
      return isSecureContext ? 'frame-permission' : 'insecure-context';
    }
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

  control(button: HTMLElement): HTMLButtonElement | null {
    return button instanceof HTMLButtonElement
      ? button
      : (button.shadowRoot?.querySelector('button') ?? null);
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    const Session = api();
    let version = newest;
    while (version > 1 && !Session.supportsVersion(version)) version--;
    const session = newSession(Session, version, this.#dictionary(request, version));
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
      void page.authorize(authorization).then((success) => {
        tell(() => {
          session.completePayment({ status: success ? statusSuccess : statusFailure });
        });
        end();
      });
    };
    session.oncancel = ({ sessionError }) => {
      end(new PaymentCancelled(sessionError?.code ?? 'closed'));
    };
    session.begin();
    return { closed, abort };
  }

  /** Only members that have a value: the provider takes `null` and strangers for mistakes. */
  #dictionary(request: SheetRequest, version: number): object {
    const supportedNetworks = words(this.#config.networks).flatMap((word) => {
      const [name = word, since = 1] = networks[word] ?? [];
      return since > version ? [] : [name];
    });
    const contact = request.asks.flatMap((ask) => contactFields[ask] ?? []);
    return {
      countryCode: request.country,
      currencyCode: request.shown.currency,
      supportedNetworks,
      merchantCapabilities: words(this.#config.capabilities),
      total: {
        label: request.label,
        amount: request.shown.amount,
        type: request.estimated ? 'pending' : 'final',
      },
      ...(request.items[0] && {
        lineItems: request.items.map(({ label, amount, pending }) => ({
          label,
          amount,
          type: pending ? 'pending' : 'final',
        })),
      }),
      ...(contact[0] && { requiredShippingContactFields: contact }),
      ...(request.asks.includes('billing-address') && {
        requiredBillingContactFields: ['postalAddress'],
      }),
      ...request.extra,
    };
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
  throw new WalletError('validation-url', 'The validation URL is not known.');
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

function found(): SessionClass | undefined {
  return (globalThis as { ApplePaySession?: SessionClass }).ApplePaySession;
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
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: object): void;
  completePayment(result: { readonly status: number }): void;
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
