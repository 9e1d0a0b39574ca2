import { WalletError } from '../../errors.ts';
import type { UnavailableReason } from '../../events.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import { toJson } from '../../platform.ts';
import { loadScript } from '../load-script.ts';
import { filled } from '../values.ts';
import type { ButtonLook, PaymentSheet, SheetPage, WalletProvider } from '../provider.ts';
import { choiceSupport } from './choice-support.ts';
import { findClientClass, sharedClient, type SharedClient } from './client.ts';
import { drawButton, type ButtonConfig } from './draw.ts';
import { failure } from './failure.ts';
import { apiVersion, networksOf, readinessRequest } from './readiness.ts';
import { paymentRequest, type RequestConfig } from './request.ts';
import { openSheet } from './sheet.ts';

/** The provider's only script. According to the provider, it changes too often for an integrity hash. */
const script = 'https://pay.google.com/gp/p/js/pay.js';

/** The tag's own attributes. */
interface WalletBConfig extends RequestConfig, ButtonConfig {
  readonly environment: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly merchantOrigin: string;
  readonly authJwt: string;
  readonly prefetch: boolean;
  readonly nonce?: string | undefined;
}

/** Google Pay. */
export class WalletB implements WalletProvider {
  readonly wallet = 'wallet-b';
  readonly validates = false;
  readonly apiVersion = apiVersion;
  readonly key: symbol | undefined;
  /** Requests are made from it when they are needed, so that a thousand tags store none. */
  readonly #config: WalletBConfig;

  constructor(config: WalletBConfig) {
    this.#config = config;
    const { environment, merchantId, gateway, gatewayMerchantId, buttonBorder } = config;
    const knows = environment === 'TEST' || (environment === 'PRODUCTION' && merchantId);
    if (!knows || !gateway || !gatewayMerchantId) return;
    try {
      const keyParts = [this.#options, this.#intents[0], readinessRequest(config), buttonBorder];
      this.key = Symbol.for(toJson(keyParts));
    } catch {
      // The page's function of the request failed.
    }
  }

  isLoaded(): boolean {
    return Boolean(findClientClass());
  }

  load(): Promise<unknown> {
    const { nonce } = this.#config;
    return loadScript(script, filled({ nonce }), findClientClass);
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    const config = this.#config;
    const { existingCardOnly, networks, country } = config;
    if (!networksOf(networks, country)[0]) throw new WalletError('config', 'networks');
    const readiness = this.#shared.client.isReadyToPay(readinessRequest(config));
    const ready = await readiness.catch((error: unknown) => {
      throw failure(error);
    });
    if (!ready.result) return isSecureContext ? 'unsupported' : 'insecure-context';
    return existingCardOnly && !ready.paymentMethodPresent ? 'no-card' : undefined;
  }

  button(look: ButtonLook, press: () => void): HTMLElement {
    return drawButton(this.#shared.client, this.#config, look, press);
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
    return { environment, merchantInfo: this.#merchantInfo, ...filled({ nonce }) };
  }
}
