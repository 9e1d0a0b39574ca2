import type { OrderRef } from '@wallet-buttons/protocol';
import type { StatusChange } from './status-change.ts';
import { describe } from './context.ts';
import type { Context, FindOrder, Logger, Trace } from './context.ts';
import { WalletServerError } from './errors.ts';
import { createHandler, incomingOf } from './handler.ts';
import type { Connection } from './handler.ts';
import type { Incoming, Outgoing } from './message.ts';
import { isSafeUrl } from './outcome.ts';
import { decide } from './payment/decide.ts';
import type { Decision } from './payment/decide.ts';
import { reconcile } from './payment/reconcile.ts';
import type { Reconciled, ReconcileOptions } from './payment/reconcile.ts';
import { rateLimit } from './rate-limit.ts';
import { validationHosts } from './routes/validate-merchant.ts';
import { createServiceClient } from './service/client.ts';
import type { ServiceClient, ServiceClientOptions } from './service/client.ts';
import { defaultProfile } from './service/default-profile.ts';
import { rotatingVerifier } from './service/rotation.ts';
import type { Verifier } from './service/signature.ts';
import type { Store } from './store/store.ts';
import { harmlessLogger, harmlessTrace } from './watchers.ts';
import { wholeNumber } from './whole-number.ts';

/** What {@link createWalletServer} needs: the service, the store, the shop, and whom to trust. */
export interface WalletServerOptions {
  /** The payment service: where it is, who the merchant is there, and how calls are signed. */
  readonly service: ServiceClientOptions & {
    /**
     * The service's key, or several of them; or `'confirm'`: a webhook is then a hint that get-status
     * has to confirm.
     */
    readonly webhooks: { readonly verifier: Verifier | readonly Verifier[] } | 'confirm';
  };
  readonly store: Store;
  /** The only source of an order's amount, and the gate for who may see it. */
  readonly findOrder: FindOrder;
  /** Where the service sends webhooks: this server's `{basePath}/webhook/v1` as seen from outside. */
  readonly callbackUrl: string;
  /** Where the bank's page sends the payer; a string gets `order=…` added to its query. */
  readonly redirectUrl: string | ((order: OrderRef) => string);
  /**
   * Told every change at least once, under a stable id, those of an order one after another; again every
   * 30 s until it resolves, within 10 s.
   */
  readonly onStatusChange?: (change: StatusChange) => Promise<void> | void;
  readonly walletA?: {
    /** The domains registered with the provider. */
    readonly domains: readonly string[];
    /** The content of the domain-association file. */
    readonly domainAssociation?: string | Uint8Array<ArrayBuffer>;
    /** Where that file is asked for; the provider's own path by default. */
    readonly associationPath?: string;
    /** Gateways beside the provider's published ones. */
    readonly validationHosts?: readonly string[];
    /** How often a merchant session may be asked for an order in a minute; 5 by default. */
    readonly validationsPerMinute?: number;
  };
  /** Where the endpoints are mounted; `/wallet` by default. */
  readonly basePath?: string;
  /**
   * Origins beside the server's own whose pages may call (`https://www.shop.example`): where the shop
   * has several, or a proxy rewrites the Host header.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Whether webhooks are taken from an address: an extra lock, `addressList` of `./node` makes one from
   * networks. Then every request needs its `clientAddress`.
   */
  readonly webhookFrom?: (address: string) => boolean;
  /** Watches requests and signed calls; `diagnosticsTrace` of `./node` publishes them. */
  readonly trace?: Trace;
  /** Warnings and errors go to the console by default. */
  readonly logger?: Logger;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/** The merchant's side of wallet payments: what an adapter, a timer and a stop need of it. */
export interface WalletServer {
  /** Answers a request; never rejects. */
  readonly handle: (request: Request, connection?: Connection) => Promise<Response>;
  /** The same for adapters, of runtimes where a Request costs more than the rest of an answer. */
  readonly serve: (incoming: Incoming, connection?: Connection) => Promise<Outgoing>;
  /** Whether a path is one of this server's. */
  readonly matches: (path: string) => boolean;
  /**
   * Asks about what is due and delivers what is new: call it every second, or from a job. What fails is
   * logged too.
   */
  readonly reconcile: (options?: ReconcileOptions) => Promise<Reconciled>;
  /**
   * What a person found out of an order that `amount_mismatch` or `needs_review` was raised for: it ends as
   * paid, or as failed, which gives it free to be paid again. The service is told nothing of it.
   * @throws {WalletServerError} `no_payment` where none waits for a person, `already_paid` where it cannot
   * fail any more.
   */
  readonly decide: (order: OrderRef, decision: Decision) => Promise<void>;
  /**
   * Once at start, until it succeeds: whatever a process before this one was in the middle of becomes due.
   * What fails is logged too.
   */
  readonly recover: () => Promise<void>;
  /** Resolves when nothing is under way any more. */
  readonly drain: () => Promise<void>;
  /** Drains, then closes the store. */
  readonly close: () => Promise<void>;
}

/** The path at which wallet A's provider asks for the domain-association file. */
const associationPath = '/.well-known/apple-developer-merchantid-domain-association';

/**
 * The merchant's side of a wallet payment, as one `(Request) => Promise<Response>`.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function createWalletServer(options: WalletServerOptions): WalletServer {
  checkGiven(options);
  const { service, store, walletA, basePath = '/wallet', allowedOrigins = [] } = options;
  if (!/^(?:\/[\w.~-]+)*$/.test(basePath)) {
    throw invalid('basePath must begin with a slash and not end with one.');
  }
  for (const origin of allowedOrigins) {
    // Compared as text: with a slash or in capitals it would never match, and nobody would see why.
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw invalid('allowedOrigins must be origins, like https://www.shop.example.');
    }
  }
  for (const list of ['domains', 'validationHosts'] as const) {
    for (const host of walletA?.[list] ?? []) {
      // Compared as text, as the origins are.
      if (!URL.canParse(`https://${host}`) || new URL(`https://${host}`).hostname !== host) {
        throw invalid(`walletA.${list} must be host names, like shop.example.`);
      }
    }
  }
  const { validationsPerMinute = 5 } = walletA ?? {};
  wholeNumber(validationsPerMinute, 'walletA.validationsPerMinute');
  const underWay = new Set<Promise<unknown>>();
  const log = harmlessLogger(options.logger);
  const trace = harmlessTrace(options.trace);
  // A proxy may have the path begin with anything.
  if (!/\/webhook\/v[123]$/.test(new URL(options.callbackUrl).pathname)) {
    log.warn('callbackUrl ends in no path of a webhook, so none will arrive', {});
  }
  const track = <T>(work: Promise<T>): Promise<T> => {
    const done = (): void => void underWay.delete(work);
    underWay.add(work);
    work.then(done, done);
    return work;
  };
  const context: Context = {
    service: traced(createServiceClient(service), trace),
    profile: service.profile ?? defaultProfile,
    store,
    findOrder: async (order, choices) => options.findOrder(order, choices),
    callbackUrl: options.callbackUrl,
    redirectUrl: readRedirectUrl(options.redirectUrl),
    onStatusChange: async (change) => options.onStatusChange?.(change),
    verifier: readWebhooks(service.webhooks),
    walletA: {
      domains: new Set(walletA?.domains),
      validationHosts: new Set([...validationHosts, ...(walletA?.validationHosts ?? [])]),
      association:
        walletA?.domainAssociation === undefined
          ? null
          : {
              path: walletA.associationPath ?? associationPath,
              content: walletA.domainAssociation,
            },
    },
    validations: rateLimit(validationsPerMinute),
    warnings: rateLimit(1),
    webhookFrom: options.webhookFrom ?? null,
    trace,
    log,
    timeout: service.timeout ?? 30_000,
    now: options.now ?? Date.now,
    background: (work) => {
      track(work).catch((error: unknown) => {
        log.error('work in the background failed', describe(error));
      });
    },
    shared: new Map(),
    askedAt: new Map(),
    sending: new Set(),
    round: { at: (options.now ?? Date.now)() },
  };
  const startedAt = context.now();
  const { serve, routes } = createHandler({ basePath, allowedOrigins }, context);
  const logged = async <T>(message: string, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      log.error(message, describe(error));
      throw error;
    });
  const drain = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  };
  return {
    handle: async (request, connection) => {
      const answered = track(serve(incomingOf(request), connection));
      const { body, ...init } = await answered;
      return new Response(body, init);
    },
    serve: async (incoming, connection) => track(serve(incoming, connection)),
    matches: (path) => routes.includes(path),
    reconcile: async (run) => track(logged('reconciling failed', reconcile(context, run))),
    recover: async () => logged('recovering failed', store.recover(startedAt)),
    decide: async (order, decision) => track(decide(order, decision, context)),
    drain,
    close: async () => {
      await drain();
      await store.close();
    },
  };
}

/** The same calls, each seen by the trace under its name. */
function traced(client: ServiceClient, trace: Trace): ServiceClient {
  const calls = Object.entries(client).map(([operation, call]) => [
    operation,
    async (input: never) => trace<unknown>('call', { operation }, async () => call(input)),
  ]);
  return Object.fromEntries(calls) as ServiceClient;
}

/** Callers without types, or with a variable that is not set, leave out what has to be there. */
function checkGiven(options: Partial<WalletServerOptions>): void {
  const { service, store, findOrder, callbackUrl, logger } = options;
  if (typeof service !== 'object') throw invalid('service is missing.');
  if (typeof store?.save !== 'function') {
    throw invalid('store is missing, or is no store: sqliteStore(file) of ./sqlite is one.');
  }
  if (typeof findOrder !== 'function') throw invalid('findOrder must be a function.');
  if (!isUrl(callbackUrl)) throw invalid('callbackUrl must be an absolute https URL.');
  for (const level of ['info', 'warn', 'error'] as const) {
    // A line that cannot be logged is dropped, so nobody would see why none is.
    if (logger && typeof logger[level] !== 'function') throw invalid(`logger has no ${level}.`);
  }
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && isSafeUrl(value);
}

/** Asked before anything of a payment is sent; what is wrong with it is not the service's fault. */
function readRedirectUrl(redirectUrl: WalletServerOptions['redirectUrl']): Context['redirectUrl'] {
  if (typeof redirectUrl === 'function') {
    return (order) => {
      let url: unknown;
      try {
        url = redirectUrl(order);
      } catch (cause) {
        throw new WalletServerError('config_invalid', 'redirectUrl failed.', { cause });
      }
      if (isUrl(url)) return url;
      throw invalid('redirectUrl must answer an absolute https URL.');
    };
  }
  if (!isUrl(redirectUrl)) throw invalid('redirectUrl must be an absolute https URL.');
  return (order) => {
    const url = new URL(redirectUrl);
    url.searchParams.set('order', order);
    return url.href;
  };
}

function readWebhooks(
  webhooks: WalletServerOptions['service']['webhooks'] | undefined,
): Verifier | null {
  if (webhooks === 'confirm') return null;
  // Callers without types may leave it out; that must not mean "trust anything".
  const { verifier }: Partial<typeof webhooks> = webhooks ?? {};
  const pinned = [verifier].flat().map((each) => {
    if (typeof each?.verify === 'function') return { verifier: each };
    throw invalid("service.webhooks must be { verifier } or 'confirm'.");
  });
  if (pinned.length === 0) throw invalid('service.webhooks.verifier is an empty list.');
  return rotatingVerifier(pinned);
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('config_invalid', message);
}
