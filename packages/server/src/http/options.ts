import { invalidConfig } from '../errors.ts';
import type { FindOrder, Logger, OnStatusChange } from '../payment/context.ts';
import type { Store } from '../payment/store.ts';
import type { Bytes } from '../service/fetch.ts';
import type { Verifier } from '../service/signature.ts';
import { isSafeUrl, type ServiceClientOptions, type Trace } from '../service/transport.ts';

type Webhooks = { readonly verifier: Verifier } | 'confirm';

/** What `createWalletServer` needs: the service, the store, the shop, and whom to trust. */
export interface WalletServerOptions {
  /** The payment service: where it is, who the merchant is there, and how calls are signed. */
  readonly service: ServiceClientOptions & {
    /** The service's public key; or `'confirm'`: a webhook is then a hint, which get-status has to confirm. */
    readonly webhooks: Webhooks;
  };
  readonly store: Store;
  /**
   * Names the merchant in the store; the `merchantId` by default. Say it where one database serves the same
   * merchant id at two services, such as test and live.
   */
  readonly merchant?: string;
  /** The only source of an order's amount, and the only rule for who may see the order. */
  readonly findOrder: FindOrder;
  /** Where the service sends webhooks: this server's `{basePath}/webhook/v1` as seen from outside. */
  readonly callbackUrl: string;
  /** Where the bank's page sends the payer; `order=…` is added to its query. */
  readonly redirectUrl: string;
  /** Told every change at least once, in order, and again until it resolves within 10 s. */
  readonly onStatusChange?: OnStatusChange;
  readonly walletA?: {
    /** The domains registered with the provider. */
    readonly domains: readonly string[];
    /** The content of the domain-association file. */
    readonly domainAssociation?: string | Bytes;
    /** How often a merchant session may be asked for an order in a minute; 5 by default. */
    readonly validationsPerMinute?: number;
  };
  /** Where the endpoints are mounted; `/wallet` by default. */
  readonly basePath?: string;
  /** Origins beside the server's own whose pages may call, like `https://www.shop.example`. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Whether webhooks are taken from an address, beside their signature: `addressList` of `./node` makes one
   * from networks. Each request then needs its `clientAddress`.
   */
  readonly webhookFrom?: (address: string) => boolean;
  /** How often a token may be sent in for an order in a minute; 10 by default. */
  readonly paymentsPerMinute?: number;
  /** How many payments, questions and webhooks each may be under way; 500 by default. Above it: 503. */
  readonly maxInFlight?: number;
  /** Watches requests and signed calls; `diagnosticsTrace` of `./node` publishes them. */
  readonly trace?: Trace;
  /** Warnings and errors go to the console by default. */
  readonly logger?: Logger;
}

/**
 * Checks the options: callers without types, or with a variable that is not set, leave out what is required.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function checkOptions(options: Partial<WalletServerOptions>): void {
  const { service, store, findOrder, callbackUrl, redirectUrl, logger, walletA } = options;
  const { basePath = '', allowedOrigins = [] } = options;
  const { domains = [] } = walletA ?? {};
  const webhooks: Partial<Exclude<Webhooks, string>> | 'confirm' = service?.webhooks ?? {};
  const rules = {
    'service is missing.': typeof service === 'object',
    "service.webhooks must be { verifier } or 'confirm'.":
      webhooks === 'confirm' || typeof webhooks.verifier?.verify === 'function',
    'store is missing or is not a store: sqliteStore(file) of ./sqlite is one.':
      typeof store?.forMerchant === 'function',
    'findOrder must be a function.': typeof findOrder === 'function',
    'callbackUrl must be an absolute https URL.': isSafeUrl(callbackUrl),
    'redirectUrl must be an absolute https URL.': isSafeUrl(redirectUrl),
    // A line that cannot be logged is dropped, so the cause would never show.
    'logger has no info.': !logger || typeof logger.info === 'function',
    'logger has no warn.': !logger || typeof logger.warn === 'function',
    'logger has no error.': !logger || typeof logger.error === 'function',
    'basePath must begin with a slash and not end with one.': /^(?:\/[\w.~-]+)*$/.test(basePath),
    // Compared as text: with a slash or in capitals it would never match.
    'allowedOrigins must be origins, like https://www.shop.example.': [...allowedOrigins].every(
      (origin) => URL.parse(origin)?.origin === origin,
    ),
    'walletA.domains must be host names, like shop.example.': [...domains].every(
      (host) => URL.parse(`https://${host}`)?.hostname === host,
    ),
  };
  for (const [text, isKept] of Object.entries(rules)) if (!isKept) throw invalidConfig(text);
}
