import type { Bytes, ServiceClientOptions, Trace, Verifier } from '@wallet-buttons/service-client';
import type { PaidChecks } from '../order/check.ts';
import type { FindOrder, Logger, OnStatusChange } from '../context.ts';
import type { Store } from '../records/store.ts';

/** The options of `createWalletServer`: the service, the store, the shop, and who is trusted. */
export interface WalletServerOptions {
  /** The payment service: its address, the merchant's id there, and how calls are signed. */
  readonly service: ServiceClientOptions & {
    /** The service's public key; or `'confirm'`: webhooks are then unverified, and get-status gives each status. */
    readonly webhooks: { readonly verifier: Verifier } | 'confirm';
  };
  readonly store: Store;
  /**
   * The merchant's name in the store; by default the `merchantId`. Set it if one database serves the same merchant
   * id at two services, such as test and live.
   */
  readonly merchant?: string;
  /** The only source of an order's amount. It also decides who may see the order. */
  readonly findOrder: FindOrder;
  /** The URL for the service's webhooks: the public address of this server's `{basePath}/webhook/v1`. */
  readonly callbackUrl: string;
  /** The URL of the shop's page for a payer who comes from the bank; `order` and `receipt` are added to its query. */
  readonly redirectUrl: string;
  /**
   * The public address of this server's `{basePath}/return`, which the bank opens; by default it is beside the webhook of
   * `callbackUrl`. Set it where payers reach this server at another address than the service does.
   */
  readonly returnUrl?: string;
  /** Called for every change, in order, and again until it resolves within 10 s. */
  readonly onStatusChange?: OnStatusChange;
  readonly walletA?: {
    /** The domains registered with the provider. */
    readonly domains: readonly string[];
    /** The content of the domain-association file. */
    readonly domainAssociation?: string | Bytes;
    /** The merchant sessions per order and minute; 5 by default. */
    readonly validationsPerMinute?: number;
  };
  /** The path under which the endpoints are mounted; `/wallet` by default. */
  readonly basePath?: string;
  /** Other origins whose pages may call the endpoints, like `https://www.shop.example`. */
  readonly allowedOrigins?: readonly string[];
  /**
   * Whether an address may send webhooks, as a check beside their signature. `addressList` of `./node` makes such a
   * function from networks. Each request then needs its `clientAddress`.
   */
  readonly webhookFrom?: (address: string) => boolean;
  /** The tokens per order and minute; 10 by default. */
  readonly paymentsPerMinute?: number;
  /** The number of simultaneous payments, of questions and of webhooks; 500 of each by default. Above it: 503. */
  readonly maxInFlight?: number;
  /**
   * The time from the first byte of a request until it sends what moves money, in milliseconds; 15,000 by default, 60,000
   * at most. A request that a silent database holds up longer gets `store_failed`, and sends nothing later either.
   */
  readonly sendTimeout?: number;
  /**
   * How often the service is asked about an order that is paid: `few`, the default, is four times in its life; `daily` is
   * for a service whose webhooks do not arrive.
   */
  readonly recheckPaid?: PaidChecks;
  /** Observes requests and signed calls; `diagnosticsTrace` of `./node` publishes them. */
  readonly trace?: Trace;
  /** Warnings and errors go to the console by default. */
  readonly logger?: Logger;
}
