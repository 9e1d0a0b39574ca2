import type { Address, FieldError, OrderRef, Payer } from '@wallet-buttons/protocol';
import type { ServiceClient } from '../service/client.ts';
import type { JsonObject, Profile } from '../service/profile.ts';
import type { Payments, StatusChange } from './store.ts';

/**
 * The message comes first: pino, and so Fastify's `app.log`, have it last and need a wrapper. The fields are
 * codes, ids and order references, and never a body; no field is called `message`. What a logger throws, or
 * rejects with, is dropped.
 */
export interface Logger {
  readonly info: (message: string, fields: JsonObject) => unknown;
  readonly warn: (message: string, fields: JsonObject) => unknown;
  readonly error: (message: string, fields: JsonObject) => unknown;
}

/** What the payer chose in the sheet, and who asks; `findOrder` answers with the total for it. */
export interface OrderChoices {
  /** The request that asks, without its body. */
  readonly request: Request;
  /** The framework's own request, where there is one: `req.session` and `req.user` of Express and Fastify. */
  readonly original?: unknown;
  readonly shippingOption?: string | undefined;
  readonly shippingAddress?: Address | undefined;
  readonly couponCode?: string | undefined;
  /** Who pays, as the sheet asked for it, once the payer has agreed. */
  readonly payer?: Payer | undefined;
  readonly billingAddress?: Address | undefined;
}

/** What the merchant says about an order. */
export interface OrderDetails {
  /** The total: an exact decimal string in major units. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /**
   * True while shipping or a coupon, chosen in the sheet, may change the total: the service's payment is then
   * added once the payer has agreed, instead of while the sheet is open.
   */
  readonly estimated?: boolean;
  /** Extra fields of the service's session (`client_phone`, …), sent as they are. */
  readonly session?: JsonObject;
  /** Extra fields of the service's payment (`products`, …), sent as they are. */
  readonly payment?: JsonObject;
}

/** What the payer has to choose otherwise; the sheet shows it and stays open. */
export interface ChoicesRefused {
  readonly errors: readonly FieldError[];
}

/** What `findOrder` answers. */
export type Found = OrderDetails | ChoicesRefused | null;

/**
 * Looks an order up. `null`: the order does not exist, or this payer may not see it. The server calls it up to
 * four times for one payment and at each question for the status, for at most 10 s, so it should be quick and
 * safe to call again. Refuse with `errors` an order that must not be paid again after a refund.
 */
export type FindOrder = (order: OrderRef, choices: OrderChoices) => Promise<Found> | Found;

/** Told every change at least once, under a stable id, those of one order one after another. */
export type OnStatusChange = (change: StatusChange) => Promise<void> | void;

/** What everything that happens to a payment shares. */
export interface Context {
  readonly service: ServiceClient;
  readonly profile: Profile;
  readonly payments: Payments;
  readonly findOrder: FindOrder;
  /** `null` where the merchant hears of no change. */
  readonly onStatusChange: OnStatusChange | null;
  readonly callbackUrl: string;
  readonly redirectUrl: (order: OrderRef) => string;
  readonly log: Logger;
  /** How long a signed call may take, in milliseconds. */
  readonly timeout: number;
  /** Aborted when a stop begins: questions end. */
  readonly stopping: AbortSignal;
  /** Aborted when a stop has waited long enough: a token on its way is given up, and its outcome is unknown. */
  readonly ending: AbortSignal;
  /** Work that goes on after the answer; a stop waits for it. */
  readonly background: (work: Promise<unknown>) => void;
  /** Runs `work` unless work of the same subject is under way already; then answers with that one. */
  readonly share: <Result>(subject: string, work: () => Promise<Result>) => Promise<Result>;
  /** When each session was last asked about, by a clock that only rises. */
  readonly askedAt: Map<string, number>;
  /** The attempts whose token this process is sending: they are not abandoned, whatever a clock says. */
  readonly sending: Set<string>;
}

export function sharing(): Context['share'] {
  const underWay = new Map<string, Promise<unknown>>();
  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    // One subject always has one kind of work.
    const running = underWay.get(subject) as Promise<Result> | undefined;
    if (running) return running;
    const started = work().finally(() => underWay.delete(subject));
    underWay.set(subject, started);
    return started;
  };
}

/** A logger whose own failures are dropped: they must not turn a charged payment into a refused one. */
export function harmlessLogger(logger: Logger = consoleLogger): Logger {
  const harmless =
    (level: keyof Logger): Logger['info'] =>
    (text, fields) => {
      try {
        const result = logger[level](text, fields);
        if (result instanceof Promise) result.catch(() => undefined);
      } catch {
        // Dropped, as promised.
      }
    };
  return { info: harmless('info'), warn: harmless('warn'), error: harmless('error') };
}

const consoleLogger: Logger = {
  info: () => undefined,
  warn: (text, fields) => {
    console.warn(`wallet-buttons: ${text}`, fields);
  },
  error: (text, fields) => {
    console.error(`wallet-buttons: ${text}`, fields);
  },
};
