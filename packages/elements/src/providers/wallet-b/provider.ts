import { WalletError } from '../../errors.ts';
import type { UnavailableReason } from '../../events.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import { filled } from '../values.ts';
import type { Script } from '../load-script.ts';
import type { ButtonLook, PaymentSheet, SheetPage, WalletProvider } from '../provider.ts';
import { choiceSupport } from './choice-support.ts';
import { sharedClient, type Client, type SharedClient } from './client.ts';
import { drawButton } from './draw.ts';
import { failure } from './failure.ts';
import { apiVersion, networksOf, readinessRequest, type ReadinessRequest } from './readiness.ts';
import { paymentRequest, type RequestConfig } from './request.ts';
import { isComplete, scriptOf } from './script.ts';
import { openSheet } from './sheet.ts';

/** The tag's own attributes. */
interface WalletBConfig extends RequestConfig {
  readonly buttonBorder: string;
  readonly environment: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly merchantOrigin: string;
  readonly authJwt: string;
  readonly prefetch: boolean;
  readonly nonce?: string | undefined;
}

/** The newest question for readiness, which all tags of its configuration share: a thousand tags store none. */
let lastQuestion: Question | undefined;

interface Question {
  readonly key: symbol;
  readonly request: ReadinessRequest;
  client?: Client;
}

/** Google Pay. */
export class WalletB implements WalletProvider {
  readonly wallet = 'wallet-b';
  readonly validates = false;
  readonly apiVersion = apiVersion;
  readonly #config: WalletBConfig;
  #key: symbol | undefined;

  constructor(config: WalletBConfig) {
    this.#config = config;
  }

  get key(): symbol | undefined {
    const config = this.#config;
    if (!isComplete(config)) return undefined;
    const request = readinessRequest(config);
    const parts = [this.#options, this.#intents[0], request, config.buttonBorder];
    const key = Symbol.for(JSON.stringify(parts));
    lastQuestion = { key, request };
    return (this.#key = key);
  }

  get script(): Script {
    return scriptOf(this.#config.nonce);
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    const config = this.#config;
    const { existingCardOnly, networks, country } = config;
    if (!networksOf(networks, country)[0]) throw new WalletError('config', 'networks');
    const { client, request } = this.#question();
    const readiness = client.isReadyToPay(request);
    const ready = await readiness.catch((error: unknown) => {
      throw failure(error);
    });
    if (!ready.result) return isSecureContext ? 'unsupported' : 'insecure-context';
    return existingCardOnly && !ready.paymentMethodPresent ? 'no-card' : undefined;
  }

  button(look: ButtonLook, press: () => void): HTMLElement {
    const { client, request } = this.#question();
    const { allowedPaymentMethods } = request;
    return drawButton(client, {
      ...look,
      press,
      allowedPaymentMethods,
      border: this.#config.buttonBorder,
    });
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    const { offers } = this.#config;
    const data = paymentRequest(this.#config, request, this.#merchantInfo);
    return openSheet(this.#shared, data, page, {
      intents: this.#intents,
      offers,
      texts: request.texts,
    });
  }

  prefetch(request: () => SheetRequest): void {
    if (!this.#config.prefetch) return;
    try {
      const data = paymentRequest(this.#config, request(), this.#merchantInfo);
      this.#shared.client.prefetchPaymentData(data);
    } catch {
      // The press reports a missing setting.
    }
  }

  /** The question of the settings that the key was read of. */
  #question(): { readonly client: Client; readonly request: ReadinessRequest } {
    const known = lastQuestion?.key === this.#key ? lastQuestion : undefined;
    const request = known?.request ?? readinessRequest(this.#config);
    const client = known?.client ?? this.#shared.client;
    if (known) known.client = client;
    return { client, request };
  }

  get #intents(): readonly string[] {
    return choiceSupport()?.intentsOf(this.#config, this.#config.offers) ?? [];
  }

  get #shared(): SharedClient {
    return sharedClient(this.#options, this.#intents.length > 0);
  }

  get #merchantInfo(): object {
    const { merchantId, merchantName, merchantOrigin, authJwt } = this.#config;
    return filled({ merchantId, merchantName, merchantOrigin, authJwt });
  }

  /** `PaymentOptions`. */
  get #options(): object {
    const { environment, nonce } = this.#config;
    return { environment, merchantInfo: this.#merchantInfo, ...(nonce && { nonce }) };
  }
}
