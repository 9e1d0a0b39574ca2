import type { OrderRef } from '@wallet-buttons/protocol';
import { type ServiceClient, withTimeout } from '@wallet-buttons/service-client';
import { describe, wholeNumber } from './errors.ts';
import { type Incoming, incomingOf, type Outgoing } from './http/body.ts';
import { asKnown, refuse } from './http/handler.ts';
import type { WalletServerOptions } from './http/options.ts';
import type { Connection } from './http/origin.ts';
import type { PayOptions, PayResult } from './http/payment.ts';
import {
  deliver,
  find,
  list,
  type OrderPayment,
  type Payment,
  type PaymentPage,
  prune,
  type PruneOptions,
  reopen,
  type Undelivered,
  undelivered,
} from './back-office/back-office.ts';
import type { Actor } from './order/actor.ts';
import type { OperationOptions } from './order/command.ts';
import { type Context, harmlessLogger } from './context.ts';
import { CurrentWork } from './current-work.ts';
import { Deadline } from './deadline.ts';
import { checkNames } from './input.ts';
import { operate } from './back-office/operate.ts';
import type { OperationResult } from './back-office/operation.ts';
import { pause } from './upkeep/pause.ts';
import type { Backlog, ListQuery } from './records/types.ts';
import {
  keepReconciling,
  type KeepReconcilingOptions,
  reconcile,
  type Reconciled,
  type ReconcileOptions,
} from './upkeep/reconcile.ts';
import type { Records } from './records/store.ts';
import { resolve, type ReviewOptions } from './back-office/review.ts';
import { type Payments, paymentsOver } from './records/payments.ts';
import { createRuntime, readOptions, stopLimit } from './runtime.ts';

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
  /**
   * Pays an order from code, by the same flow and limits as from a page. The amount is the order's. The token is sent
   * unchanged, and is never logged or stored.
   *
   * It resolves as soon as a byte of the token may have left. The outcome is then what is known: `unknown` without an
   * answer, `pending` with `acs_url` if the bank has to check the payer there. The final one comes by `onStatusChange`.
   * @throws {WalletServerError} if nothing was sent: `already_paid` and `in_progress`, with the status of that payment as
   * `details.payment`; `too_many_attempts`; `idempotency_key_reused`, `token_reused`, `order_not_found`,
   * `order_estimated`, `amount_mismatch`, `choices_refused`; `too_many` and `overloaded`, with `details.retryAfter`;
   * `invalid_idempotency_key`, `missing_field`, `invalid_field`, `unknown_field`, `too_large`; `order_invalid`,
   * `not_opened`, `store_failed`. A `ServiceError` has the same meaning: `service_unreachable`, `signer_failed`.
   */
  readonly pay: (options: PayOptions) => Promise<PayResult>;
  /** The payment of an order; `fresh` asks the service first. `null` if the store has no attempt of it. */
  readonly find: (
    order: OrderRef,
    options?: { readonly fresh?: boolean },
  ) => Promise<OrderPayment | null>;
  /** One page of payments, newest first. @throws {WalletServerError} `invalid_field` for an unusable value. */
  readonly list: (query?: ListQuery) => Promise<PaymentPage>;
  /** The orders with changes that the merchant has not accepted, the next to be delivered first; 50 by default. */
  readonly undelivered: (options?: { readonly limit?: number }) => Promise<readonly Undelivered[]>;
  /** Makes undelivered changes due at once. @returns whether the order has any. */
  readonly deliver: (order: OrderRef) => Promise<boolean>;
  /** What waits, for metrics: payments that are due, and changes that are not delivered. */
  readonly backlog: () => Promise<Backlog>;
  /** Captures a held amount, or a part of it. Its errors are listed at `operate` in back-office/operate.ts. */
  readonly capture: Operate;
  /** Releases a hold, or reverses a charge before it is paid out. */
  readonly void: Operate;
  /** Refunds a charge, or a part of it. */
  readonly refund: Operate;
  /**
   * Ends an attempt that waits for a manual review, or its operation that has no outcome. Nothing is sent to the
   * service. `amount` is the charged amount in major units, at most what was asked for; by default what the service named,
   * else all. An operation takes no other amount than its own.
   * @throws {WalletServerError} `no_payment`, `invalid_amount`, `amount_too_high`, `invalid_field`.
   */
  readonly resolve: (
    attempt: string,
    outcome: 'succeeded' | 'failed',
    options?: ReviewOptions,
  ) => Promise<Payment>;
  /** Lets payers try an order again that too many payments failed at. @throws {WalletServerError} `no_payment` */
  readonly reopen: (order: OrderRef, options?: Actor) => Promise<Payment>;
  /**
   * Deletes payments that ended without money before this time, and returns their number. `paid: true` also shrinks
   * what is stored of paid orders, which stay closed. @throws like `list`.
   */
  readonly prune: (options: PruneOptions) => Promise<number>;
  /** One pass: asks about due payments and delivers changes. For a job. Rejects if the store fails. */
  readonly reconcile: (options?: ReconcileOptions) => Promise<Reconciled>;
  /**
   * Starts the server, then makes passes until the signal aborts or the server is closed, and goes on after a failure. For
   * a process without `toNodeListener`, which does this by itself.
   * @throws {WalletServerError} `config_invalid` for an unusable option.
   */
  readonly keepReconciling: (options?: KeepReconcilingOptions) => Promise<void>;
  /** Resolves when the work of this request has ended; without a request, when all current work has ended. */
  readonly drain: (request?: Request) => Promise<void>;
  /**
   * Ends status questions, waits for payments, and closes the store unless another server uses it. It takes at most
   * `timeout` milliseconds, 9500 by default. A payment without an answer stays `unknown`; the next process asks about it.
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
  const work = new CurrentWork();
  const create = () => createRuntime(readOptions(options), open, stopping.signal, ending.signal);
  let runtime = typeof options === 'function' ? undefined : create();
  const getRuntime = () => (runtime ??= create());

  /** Runs a step and logs its failure: to the console when the options, and with them the logger, cannot be read. */
  const logFailure = async <Result>(text: string, step: () => Promise<Result>): Promise<Result> =>
    step().catch((error: unknown) => {
      (runtime?.context.log ?? harmlessLogger()).error(text, describe(error));
      throw error;
    });
  const start = async (): Promise<void> =>
    logFailure('the start failed', async () => getRuntime().store.open());
  const contextFor = (request?: Request): Context => {
    const { context } = getRuntime();
    const background = (step: Promise<unknown>): void => {
      work.add(step, request).catch((error: unknown) => {
        context.log.error('work in the background failed', describe(error));
      });
    };
    return { ...context, background, deadline: new Deadline(context.sendTimeout) };
  };
  const serve = async (
    read: () => Incoming,
    connection: Connection = {},
    request?: Request,
  ): Promise<Outgoing> =>
    // The handler never rejects: a failure means that the options or the request cannot be read.
    logFailure('a request failed', async () =>
      work.add(getRuntime().handler.serve(read(), connection, contextFor(request)), request),
    ).catch((error: unknown) => refuse(asKnown(error)));
  const operation =
    (kind: 'capture' | 'void' | 'refund'): Operate =>
    async (order, choices = {}) =>
      work.add(operate(kind, order, choices, contextFor()));
  return {
    handle: async (request, connection) => {
      const read = (): Incoming => incomingOf(request, connection?.original);
      const { body, ...init } = await serve(read, connection, request);
      return new Response(body, init);
    },
    serve: async (incoming, connection) => serve(() => incoming, connection),
    matches: (path) => {
      try {
        return getRuntime().handler.matches(path);
      } catch {
        // start() reports options that cannot be read.
        return false;
      }
    },
    start,
    pay: async (input) => work.add(getRuntime().handler.pay(input, contextFor())),
    find: async (order, choices = {}) => work.add(find(order, choices, contextFor())),
    list: async (query = {}) => list(query, contextFor()),
    undelivered: async (limits = {}) => undelivered(limits, contextFor()),
    deliver: async (order) => deliver(order, contextFor()),
    backlog: async () => contextFor().payments.backlog(),
    capture: operation('capture'),
    void: operation('void'),
    refund: operation('refund'),
    resolve: async (attempt, outcome, choices = {}) =>
      work.add(resolve(attempt, outcome, choices, contextFor())),
    reopen: async (order, choices = {}) => work.add(reopen(order, choices, contextFor())),
    prune: async (choices) => prune(choices, contextFor()),
    reconcile: async (limits) =>
      work.add(logFailure('a reconcile pass failed', async () => reconcile(contextFor(), limits))),
    keepReconciling: async (limits = {}) => {
      checkNames(limits, ['every', 'limit', 'keepsAlive', 'signal']);
      const { every = 1000, limit = 1, keepsAlive } = limits;
      wholeNumber(every, 'every');
      wholeNumber(limit, 'limit');
      const signals = [stopping.signal, ...(limits.signal ? [limits.signal] : [])];
      const signal = AbortSignal.any(signals);
      while (!signal.aborted) {
        const isStarted = await start()
          .then(() => true)
          .catch(() => false);
        if (isStarted) return keepReconciling(contextFor(), signal, limits);
        await pause(every, signal, keepsAlive);
      }
    },
    drain: async (request) => (request ? work.end(request) : work.endOfPresent()),
    close: async ({ timeout } = {}) => {
      stopping.abort();
      if (!runtime) return;
      const limit = stopLimit(timeout);
      const giveUp = setTimeout(ending.abort.bind(ending), Math.max(limit - 1500, 0));
      await withTimeout(limit, async () => work.end()).catch(() => undefined);
      clearTimeout(giveUp);
      runtime.users.delete(runtime.context);
      if (runtime.users.size === 0) await runtime.store.close();
    },
    get client() {
      return getRuntime().context.service;
    },
  };
}
