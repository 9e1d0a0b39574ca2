import type { Address, FieldError, OrderRef, Payer } from '@wallet-buttons/protocol';
import type { Attempt } from './attempt.ts';
import type { Bytes } from './bytes.ts';
import { framesOf, redacted } from './redact.ts';
import type { StatusChange } from './status-change.ts';
import { WalletServerError } from './errors.ts';
import type { ServiceClient } from './service/client.ts';
import type { JsonObject } from './service/operation.ts';
import type { WireProfile } from './service/profile.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Verifier } from './service/signature.ts';
import type { Store } from './store/store.ts';

/** What the payer chose in the sheet; `findOrder` answers with the total for it. */
export interface OrderChoices {
  /** The request that asks, without its body. */
  readonly request: Request;
  readonly shippingOption?: string;
  readonly shippingAddress?: Address;
  readonly couponCode?: string;
  /** Who pays, as the sheet was asked for it, once it was agreed to. */
  readonly payer?: Payer;
  readonly billingAddress?: Address;
}

/** What the merchant says about an order. */
export interface OrderDetails {
  /** The total: an exact decimal string in major units. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /**
   * True while shipping or a coupon, chosen in the sheet, may change the total: the service's payment
   * is then added once the payer has agreed, instead of while the sheet is up.
   */
  readonly estimated?: boolean;
  /** Further members of the service's session (`client_phone`, …), sent as they are. */
  readonly session?: JsonObject;
  /** Further members of the service's payment (`products`, …), sent as they are. */
  readonly payment?: JsonObject;
}

/** What the payer has to choose otherwise; the sheet shows it and stays open. */
export interface ChoicesRefused {
  readonly errors: readonly FieldError[];
}

/**
 * Looks an order up, or answers `null` when there is none, or the asker may not see it. It is asked up to four
 * times a payment, and at every question for the status, so it should be quick and change nothing. An order that
 * is not to be paid again after a refund is refused with `errors`.
 */
export type FindOrder = (
  order: OrderRef,
  choices: OrderChoices,
) => Promise<OrderDetails | ChoicesRefused | null> | OrderDetails | ChoicesRefused | null;

/**
 * The message comes first: pino, and so Fastify's `app.log`, have it last and need a wrapper. The fields are
 * codes, ids, order references, and the address of a webhook that `webhookFrom` kept out; never a body. What
 * a logger throws, or rejects with, is dropped.
 */
export interface Logger {
  readonly info: (message: string, fields: JsonObject) => void;
  readonly warn: (message: string, fields: JsonObject) => void;
  readonly error: (message: string, fields: JsonObject) => void;
}

/**
 * Runs `work` and may watch it: a span of a tracer, a channel of `node:diagnostics_channel`. The fields are
 * method and path of a request, or the name of a signed call; never a body. An error of the work is a
 * `WalletServerError`; one of the trace itself is dropped.
 */
export type Trace = <T>(
  name: 'request' | 'call',
  fields: JsonObject,
  work: () => Promise<T>,
) => Promise<T>;

/** What the routes and the payment share. */
export interface Context {
  readonly service: ServiceClient;
  readonly profile: WireProfile;
  readonly store: Store;
  readonly findOrder: (...asked: Parameters<FindOrder>) => Promise<Awaited<ReturnType<FindOrder>>>;
  readonly callbackUrl: string;
  readonly redirectUrl: (order: OrderRef) => string;
  readonly onStatusChange: (change: StatusChange) => Promise<void>;
  /** `null`: a webhook is only a hint, and get-status decides. */
  readonly verifier: Verifier | null;
  readonly walletA: {
    readonly domains: ReadonlySet<string>;
    readonly validationHosts: ReadonlySet<string>;
    readonly association: { readonly path: string; readonly content: string | Bytes } | null;
  };
  /** How often a merchant session may be asked for, by order. */
  readonly validations: RateLimit;
  /** How often a warning is given that anybody can provoke. */
  readonly warnings: RateLimit;
  /** Whether a webhook may come from an address; `null` where any may. */
  readonly webhookFrom: ((address: string) => boolean) | null;
  readonly trace: Trace;
  readonly log: Logger;
  /** How long a signed call may take, in milliseconds. */
  readonly timeout: number;
  readonly now: () => number;
  /** Work that goes on after the answer; `drain` waits for it. */
  readonly background: (work: Promise<unknown>) => void;
  /** Work under way, by what it is about: whoever wants the same shares it. */
  readonly shared: Map<string, Promise<Attempt | null>>;
  /** When each session was last asked about, so that a poll asks once a second. */
  readonly askedAt: Map<string, number>;
  /** The attempts whose token this process has under way: whatever the clock does, they are not given up. */
  readonly sending: Set<string>;
  /** When a round was begun last. */
  readonly round: { at: number };
}

/** Runs `work` unless the same is under way already; then answers with that one. */
export async function share<Result extends Attempt | null>(
  { shared }: Context,
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  // Of one key there is one kind of work.
  const running = shared.get(key) as Promise<Result> | undefined;
  if (running) return running;
  const started = work().finally(() => shared.delete(key));
  shared.set(key, started);
  return started;
}

/** What of an error may be logged: codes and names, and the text of this package's own errors. */
export function describe(error: unknown): JsonObject {
  if (!(error instanceof Error)) return { error: typeof error };
  if (!(error instanceof WalletServerError)) {
    const safe = redacted(error);
    return { error: nameOf(safe), at: framesOf(safe)[0]?.trim() ?? '' };
  }
  const { code, message, suggestion, details, cause } = error;
  const { serviceStatus, serviceCode, serviceFields, requestId } = details;
  return {
    code,
    message,
    suggestion,
    ...(serviceStatus !== undefined && { serviceStatus }),
    ...(serviceCode !== undefined && { serviceCode }),
    ...(serviceFields !== undefined && { serviceFields }),
    ...(requestId !== undefined && { requestId }),
    ...(cause !== undefined && { cause: describe(cause) }),
  };
}

function nameOf(error: Error): string {
  // SQLite's one code stands for a full disk and for a broken one; its words for a code hold no data.
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
