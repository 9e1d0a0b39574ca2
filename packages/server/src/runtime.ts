import { CodedError, createServiceClient, isPromise } from '@wallet-buttons/service-client';
import { invalidConfig } from './errors.ts';
import { createHandler } from './http/handler.ts';
import { checkOptions } from './http/check-options.ts';
import type { WalletServerOptions } from './http/options.ts';
import { bankReturn } from './http/return.ts';
import { type Context, harmlessLogger, sharing } from './context.ts';
import type { Payments } from './records/payments.ts';
import type { Records, Store } from './records/store.ts';

/** The servers of each store; the last one to stop closes it. */
const usersOf = new WeakMap<Store, Set<unknown>>();

/** Makes everything that a server makes once from its options. */
export function createRuntime(
  options: WalletServerOptions,
  open: (records: Records) => Payments,
  stopping: AbortSignal,
  ending: AbortSignal,
) {
  checkOptions(options);
  const { service, store, trace, findOrder, onStatusChange = null, callbackUrl } = options;
  const { sendTimeout = 15_000, recheckPaid = 'few' } = options;
  const log = harmlessLogger(options.logger);
  // A proxy may put any prefix before the path.
  if (!/\/webhook\/v[123]$/.test(new URL(callbackUrl).pathname)) {
    log.warn('callbackUrl does not end in the path of a webhook, so none will arrive', {});
  }
  const client = createServiceClient(service, trace);
  const context: Omit<Context, 'background' | 'deadline'> = {
    service: client,
    profile: client.profile,
    rules: {
      profile: client.profile,
      recheckPaid,
      isNotified: onStatusChange !== null,
      random: Math.random,
    },
    payments: open(store.forMerchant(options.merchant ?? service.merchantId)),
    redirectUrl: (order, receipt) => bankReturn(options, order, receipt),
    timeout: service.timeout ?? 30_000,
    sendTimeout,
    share: sharing(),
    askedAt: new Map(),
    sending: new Set(),
    findOrder,
    onStatusChange,
    callbackUrl,
    log,
    stopping,
    ending,
  };
  const handler = createHandler(options);
  const users = (usersOf.get(store) ?? new Set()).add(context);
  usersOf.set(store, users);
  return { handler, context, store, users };
}

/** The options. No request is under way yet, so the text of an error may be logged. */
export function readOptions(
  options: WalletServerOptions | (() => WalletServerOptions),
): WalletServerOptions {
  try {
    const plainOptions = typeof options === 'function' ? options() : options;
    if (!isPromise(plainOptions)) return plainOptions;
    // Its rejection would end the process before the reason shows.
    Promise.resolve(plainOptions).catch(() => undefined);
    const fix = 'await what they need before createWalletServer, at the top of the module';
    throw invalidConfig(`The options are a promise: ${fix}.`);
  } catch (cause) {
    if (cause instanceof CodedError) throw cause;
    throw invalidConfig(`The options cannot be read: ${String(cause)}`, { cause });
  }
}

/** The time limit of a stop, in milliseconds. A caller may have subtracted more than was left. */
export function stopLimit(timeout: number | undefined): number {
  if (typeof timeout !== 'number' || Number.isNaN(timeout)) return 9500;
  // A longer timer fires at once.
  return Math.min(Math.max(timeout, 0), 2 ** 31 - 1);
}
