import type { OrderRef } from '@wallet-buttons/protocol';
import {
  CodedError,
  createServiceClient,
  type ServiceClient,
  withTimeout,
} from '@wallet-buttons/service-client';
import { describe, invalidConfig, wholeNumber } from './errors.ts';
import { type Incoming, incomingOf, type Outgoing } from './http/body.ts';
import { asKnown, createHandler, refuse } from './http/handler.ts';
import { checkOptions, type WalletServerOptions } from './http/options.ts';
import type { Connection } from './http/origin.ts';
import { bankReturn } from './http/return.ts';
import {
  find,
  list,
  type OrderPayment,
  type Payment,
  type PaymentPage,
  resolve,
  type Undelivered,
  undelivered,
} from './payment/back-office.ts';
import { type Context, harmlessLogger, sharing } from './payment/context.ts';
import type { OperationOptions } from './payment/command.ts';
import { operate } from './payment/operate.ts';
import type { OperationResult } from './payment/operation.ts';
import { pause } from './payment/pause.ts';
import type { ListQuery, Payments } from './payment/payments.ts';
import {
  keepReconciling,
  type KeepReconcilingOptions,
  reconcile,
  type Reconciled,
  type ReconcileOptions,
} from './payment/reconcile.ts';
import type { Records, Store } from './payment/records.ts';
import { paymentsOver } from './payment/stored-payments.ts';

/** The merchant's side of wallet payments. */
export interface WalletServer {
  /** Answers a request; never rejects. */
  readonly handle: (request: Request, connection?: Connection) => Promise<Response>;
  /** The same for adapters of runtimes whose requests are not `Request`s. */
  readonly serve: (incoming: Incoming, connection?: Connection) => Promise<Outgoing>;
  /** Whether a path is one of this server's. */
  readonly matches: (path: string) => boolean;
  /** Reads the options and opens the store, so that an error shows at the start and not at the first payment. */
  readonly start: () => Promise<void>;
  /** The payment of an order; `fresh` asks the service first. `null` if the store has no attempt of it. */
  readonly find: (
    order: OrderRef,
    options?: { readonly fresh?: boolean },
  ) => Promise<OrderPayment | null>;
  /** One page of payments, newest first. @throws {WalletServerError} `invalid_field` for an unusable value. */
  readonly list: (query?: ListQuery) => Promise<PaymentPage>;
  /** The orders with changes that the merchant has not accepted, the next to be delivered first; 50 by default. */
  readonly undelivered: (options?: { readonly limit?: number }) => Promise<readonly Undelivered[]>;
  /** Captures a held amount, or a part of it. Its errors are listed at `operate` in payment/operate.ts. */
  readonly capture: Operate;
  /** Releases a hold, or reverses a charge before it is paid out. */
  readonly void: Operate;
  /** Refunds a charge, or a part of it. */
  readonly refund: Operate;
  /**
   * Ends an attempt that waits for a manual review, or its operation that has no outcome. Nothing is sent to the
   * service. `amount` is the charged amount in major units; by default all that was asked for. An operation takes no
   * other amount than its own. @throws {WalletServerError} `no_payment`, `invalid_amount`.
   */
  readonly resolve: (
    attempt: string,
    outcome: 'succeeded' | 'failed',
    options?: { readonly amount?: string },
  ) => Promise<Payment>;
  /**
   * Deletes payments that ended without money before this time, and returns their number. `paid: true` also shrinks
   * what is stored of paid orders, which stay closed. @throws like `list`.
   */
  readonly prune: (options: { readonly before: Date; readonly paid?: boolean }) => Promise<number>;
  /** One pass: asks about due payments and delivers changes. For a job. Rejects if the store fails. */
  readonly reconcile: (options?: ReconcileOptions) => Promise<Reconciled>;
  /**
   * Starts the server, then asks about due payments and delivers changes until the signal aborts or the server is closed.
   * For a process that goes on without `toNodeListener`, which does this by itself. It logs a failure, and tries again.
   * @throws {WalletServerError} `config_invalid` for an unusable option.
   */
  readonly keepReconciling: (options?: KeepReconcilingOptions) => Promise<void>;
  /** Resolves when the work of this request has ended; without a request, when all current work has ended. */
  readonly drain: (request?: Request) => Promise<void>;
  /**
   * Ends status questions, waits for payments, and closes the store unless another server uses it. It takes at most
   * `timeout` milliseconds, 9500 by default. A payment without an answer stays `unknown`; the next process asks about it.
   * A stop never fails because of its limit: below 0 it counts as 0, and as the default where it is not a number.
   */
  readonly close: (options?: { readonly timeout?: number }) => Promise<void>;
  /** The signed calls, from the same options. */
  readonly client: ServiceClient;
}

type Operate = (order: OrderRef, options?: OperationOptions) => Promise<OperationResult>;

/**
 * The merchant's side of a wallet payment, as one `(Request) => Promise<Response>`. Options given as a function
 * are read at the first request or `start()`, so that a module may make the server without its secrets.
 * @throws {WalletServerError} `config_invalid`, with the option in its message; a `ServiceError` for an option below
 *   `service`.
 */
export function createWalletServer(
  options: WalletServerOptions | (() => WalletServerOptions),
): WalletServer {
  return walletServerOver(paymentsOver, options);
}

/** The same, with the way from a store's records to payments: a test breaks one of its promises there. */
export function walletServerOver(
  open: (records: Records) => Payments,
  options: WalletServerOptions | (() => WalletServerOptions),
): WalletServer {
  const stopping = new AbortController();
  const ending = new AbortController();
  /** The current work, each with its request. */
  const underWay = new Map<Promise<unknown>, Request | undefined>();
  const running = () => runningOf(read(options), open, stopping.signal, ending.signal);
  let made = typeof options === 'function' ? undefined : running();
  const run = () => (made ??= running());

  const track = <Result>(work: Promise<Result>, request?: Request): Promise<Result> => {
    underWay.set(work, request);
    const done = (): boolean => underWay.delete(work);
    work.then(done, done);
    return work;
  };
  const ended = async (request?: Request): Promise<void> => {
    const isOfIt = ([, of]: readonly unknown[]): boolean => !request || of === request;
    // What is under way may begin more work of the same request.
    for (let own; (own = [...underWay].filter(isOfIt)).length > 0;) {
      await Promise.allSettled(own.map(([work]) => work));
    }
  };
  /** Logs to the console when the options, and with them the logger, cannot be read. */
  const logged = async <Result>(text: string, work: () => Promise<Result>): Promise<Result> =>
    work().catch((error: unknown) => {
      (made?.context.log ?? harmlessLogger()).error(text, describe(error));
      throw error;
    });
  const start = async (): Promise<void> =>
    logged('the start failed', async () => run().store.open());
  const contextFor = (request?: Request): Context => {
    const { context } = run();
    const background = (work: Promise<unknown>): void => {
      track(work, request).catch((error: unknown) => {
        context.log.error('work in the background failed', describe(error));
      });
    };
    return { ...context, background };
  };
  const serve = async (
    incoming: Incoming,
    connection: Connection = {},
    request?: Request,
  ): Promise<Outgoing> =>
    // The handler never rejects: a failure means that the options cannot be read.
    logged('a request failed', async () =>
      track(run().handler.serve(incoming, connection, contextFor(request)), request),
    ).catch((error: unknown) => refuse(asKnown(error)));
  return {
    handle: async (request, connection) => {
      const incoming = incomingOf(request, connection?.original);
      const { body, ...init } = await serve(incoming, connection, request);
      return new Response(body, init);
    },
    serve: async (incoming, connection) => serve(incoming, connection),
    matches: (path) => {
      try {
        return run().handler.matches(path);
      } catch {
        // start() reports options that cannot be read.
        return false;
      }
    },
    start,
    find: async (order, given = {}) => track(find(order, given, contextFor())),
    list: async (query = {}) => list(query, contextFor()),
    undelivered: async ({ limit = 50 } = {}) => undelivered(limit, contextFor()),
    capture: async (order, given = {}) => track(operate('capture', order, given, contextFor())),
    void: async (order, given = {}) => track(operate('void', order, given, contextFor())),
    refund: async (order, given = {}) => track(operate('refund', order, given, contextFor())),
    resolve: async (attempt, outcome, { amount } = {}) =>
      track(resolve(attempt, outcome, amount, contextFor())),
    prune: async ({ before, paid = false }) =>
      contextFor().payments.prune(before.getTime(), { paid }),
    reconcile: async (given) =>
      track(logged('a reconcile pass failed', async () => reconcile(contextFor(), given))),
    keepReconciling: async (given = {}) => {
      const { every = 1000, limit = 1, keepsAlive } = given;
      wholeNumber(every, 'every');
      wholeNumber(limit, 'limit');
      const signals = [stopping.signal, ...(given.signal ? [given.signal] : [])];
      const signal = AbortSignal.any(signals);
      while (!signal.aborted) {
        const isStarted = await start().then(
          () => true,
          () => false,
        );
        if (isStarted) return keepReconciling(contextFor(), signal, given);
        await pause(every, signal, keepsAlive);
      }
    },
    drain: async (request) => {
      if (request) await ended(request);
      else await Promise.allSettled(underWay.keys());
    },
    close: async ({ timeout } = {}) => {
      stopping.abort();
      if (!made) return;
      const limit = stopLimit(timeout);
      const giveUp = setTimeout(ending.abort.bind(ending), Math.max(limit - 1500, 0));
      await withTimeout(limit, async () => ended()).catch(() => undefined);
      clearTimeout(giveUp);
      made.users.delete(made.context);
      if (made.users.size === 0) await made.store.close();
    },
    get client() {
      return run().context.service;
    },
  };
}

/** The time limit of a stop, in milliseconds. A caller may have subtracted more than was left. */
function stopLimit(timeout: number | undefined): number {
  if (typeof timeout !== 'number' || Number.isNaN(timeout)) return 9500;
  // A longer timer fires at once.
  return Math.min(Math.max(timeout, 0), 2 ** 31 - 1);
}

/** The servers of each store; the last one to stop closes it. */
const usersOf = new WeakMap<Store, Set<unknown>>();

/** The options. No request is under way yet, so the text of an error may be logged. */
function read(options: WalletServerOptions | (() => WalletServerOptions)): WalletServerOptions {
  try {
    return typeof options === 'function' ? options() : options;
  } catch (cause) {
    if (cause instanceof CodedError) throw cause;
    throw invalidConfig(`The options cannot be read: ${String(cause)}`, { cause });
  }
}

/** Everything that is made once from the options. */
function runningOf(
  options: WalletServerOptions,
  open: (records: Records) => Payments,
  stopping: AbortSignal,
  ending: AbortSignal,
) {
  checkOptions(options);
  const { service, store, trace, findOrder, onStatusChange = null, callbackUrl } = options;
  const { recheckPaid = 'few' } = options;
  const log = harmlessLogger(options.logger);
  // A proxy may put any prefix before the path.
  if (!/\/webhook\/v[123]$/.test(new URL(callbackUrl).pathname)) {
    log.warn('callbackUrl does not end in the path of a webhook, so none will arrive', {});
  }
  const client = createServiceClient(service, trace);
  const context: Omit<Context, 'background'> = {
    service: client,
    profile: client.profile,
    rules: { profile: client.profile, recheckPaid, isNotified: onStatusChange !== null },
    payments: open(store.forMerchant(options.merchant ?? service.merchantId)),
    redirectUrl: (order, receipt) => bankReturn(options, order, receipt),
    timeout: service.timeout ?? 30_000,
    share: sharing(),
    askedAt: new Map(),
    sending: new Set(),
    ...{ findOrder, onStatusChange, callbackUrl, log, stopping, ending },
  };
  const handler = createHandler(options);
  const users = (usersOf.get(store) ?? new Set()).add(context);
  usersOf.set(store, users);
  return { handler, context, store, users };
}
