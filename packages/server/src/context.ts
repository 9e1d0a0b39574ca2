import type { Address, FieldError, OrderRef, Payer } from '@wallet-buttons/protocol';
import type { JsonObject, Profile, ServiceClient } from '@wallet-buttons/service-client';
import type { Rules } from './order/rules.ts';
import type { Deadline } from './deadline.ts';
import type { Payments } from './records/payments.ts';
import type { StatusChange } from './order/change.ts';

/**
 * The message is the first argument. In pino, and so in Fastify's `app.log`, it is the last one: they need a wrapper.
 * The fields are codes, ids and order references, never a body; no field is named `message`. Errors of a logger are
 * ignored.
 */
export type Logger = Readonly<
  Record<'info' | 'warn' | 'error', (message: string, fields: JsonObject) => unknown>
>;

/** The payer's choices in the sheet, and the request. `findOrder` returns the total for these choices. */
export interface OrderChoices {
  /** The request without its body. */
  readonly request: Request;
  /** The framework's own request, if there is one, with `req.session` and `req.user` of Express and Fastify. */
  readonly original?: unknown;
  readonly shippingOption?: string | undefined;
  readonly shippingAddress?: Address | undefined;
  readonly couponCode?: string | undefined;
  /** The payer's contact from the sheet, once the payer has agreed. */
  readonly payer?: Payer | undefined;
  readonly billingAddress?: Address | undefined;
}

/** An order, as the merchant describes it. */
export interface OrderDetails {
  /** The total: an exact decimal string in major units. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /**
   * The order's own reference, if the database may find the order by another text, for example without regard to
   * case. Everything counts by it instead of the page's text. It must not change while the order exists.
   */
  readonly reference?: OrderRef;
  /**
   * True while the payer's shipping or coupon in the sheet may change the total. The service's payment is then
   * added after the payer has agreed, instead of while the sheet is open. A payment from code is refused meanwhile.
   */
  readonly estimated?: boolean;
  /**
   * True if the shop knows that the order is paid, by whatever means: nothing is sent for it, also if the store does not
   * know the payment, because an older backup was restored. The answer is `already_paid`.
   */
  readonly paid?: boolean;
  /** Extra fields of the service's session (`client_phone`, …), sent unchanged. */
  readonly session?: JsonObject;
  /** Extra fields of the service's payment (`products`, …), sent unchanged. */
  readonly payment?: JsonObject;
}

/** The choices that the payer has to change; the sheet shows the errors and stays open. */
export interface ChoicesRefused {
  readonly errors: readonly FieldError[];
  /** As in {@link OrderDetails}. */
  readonly reference?: OrderRef;
}

/** The result of `findOrder`. */
export type Found = OrderDetails | ChoicesRefused | null;

/**
 * Looks an order up. `null` means that the order does not exist, or that this payer may not see it. The server calls
 * it up to four times for one payment and at each question for the status, with a limit of 10 s. It should be quick
 * and safe to repeat. Return `errors` for an order that must not be paid again after a refund.
 */
export type FindOrder = (order: OrderRef, choices: OrderChoices) => Promise<Found> | Found;

/** Called for every change at least once, with a stable id; the changes of one order come in sequence. */
export type OnStatusChange = (change: StatusChange) => Promise<void> | void;

/** What all work on payments shares. */
export interface Context {
  readonly service: ServiceClient;
  readonly profile: Profile;
  readonly rules: Rules;
  readonly payments: Payments;
  readonly findOrder: FindOrder;
  /** `null` if the merchant has no callback. */
  readonly onStatusChange: OnStatusChange | null;
  readonly callbackUrl: string;
  /** The address to which the bank sends the payer of an order, with the receipt of the payment. */
  readonly redirectUrl: (order: OrderRef, receipt: string) => string;
  readonly log: Logger;
  /** The time limit of a signed call, in milliseconds. */
  readonly timeout: number;
  /** The time from a request until it sends what moves money, in milliseconds. */
  readonly sendTimeout: number;
  /** That of the present request. */
  readonly deadline: Deadline;
  /** Aborted when a stop begins, to end status questions. */
  readonly stopping: AbortSignal;
  /** Aborted at the end of a stop's waiting time: the outcome of a sent token is then unknown. */
  readonly ending: AbortSignal;
  /** Registers work that continues after the response; a stop waits for it. */
  readonly background: (work: Promise<unknown>) => void;
  /** Runs `work`, or joins the running work of the same subject. */
  readonly share: <Result>(subject: string, work: () => Promise<Result>) => Promise<Result>;
  /** The time of the last question about each session, by the monotonic clock. */
  readonly askedAt: Map<string, number>;
  /** The attempts whose token this process is sending; they are never abandoned. */
  readonly sending: Set<string>;
}

export function sharing(): Context['share'] {
  const underWay = new Map<string, Promise<unknown>>();
  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    // The same subject always has the same type of result.
    const running = underWay.get(subject) as Promise<Result> | undefined;
    if (running) return running;
    const promise = work().finally(() => underWay.delete(subject));
    underWay.set(subject, promise);
    return promise;
  };
}

/** A logger whose errors are ignored: they must not turn a charged payment into a refused one. */
export function harmlessLogger(logger: Logger = consoleLogger): Logger {
  const harmless =
    (level: keyof Logger): Logger['info'] =>
    (text, fields) => {
      try {
        // Whatever class of promise it may be: a rejection that nothing handles ends the process.
        Promise.resolve(logger[level](text, fields)).catch(() => undefined);
      } catch {
        // Ignored, as documented.
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
