import type { OrderRef } from '@wallet-buttons/protocol';
import { CodedError, ServiceError } from '@wallet-buttons/service-client';
import { WalletServerError } from '../errors.ts';
import {
  answerOf,
  type Attempt,
  type AttemptChange,
  changed,
  isTaken,
  leading,
} from '../order/attempt.ts';
import { newId } from '../new-id.ts';
import { isPaid } from '../order/state.ts';
import { addAttempt } from '../order/new-attempt.ts';
import type { OrderRecord } from '../order/record.ts';
import { writeAttempt } from '../order/write.ts';
import type { Context, OrderChoices } from '../context.ts';
import { lookUp, type Order } from './order.ts';
import { newWayBack } from './receipt.ts';

/**
 * Opens an order while the sheet is open, so that session and payment are ready before the token comes.
 * @param admit may throw to refuse. It is called once the caller is known to be allowed to see the order.
 */
export async function prepare(
  ref: OrderRef,
  choices: OrderChoices,
  context: Context,
  admit?: (order: OrderRef) => void,
): Promise<Attempt> {
  const order = await lookUp(ref, choices, context);
  admit?.(order.ref);
  return open(order, order.estimated ? 'session' : 'payment', context);
}

type Opening = 'session' | 'payment';

/**
 * The order's attempt, with its session and payment at the service. Calls for the same order share the work
 * within a process. Across processes the first write wins, and no token is ever sent to the session of the other.
 * If the total has changed, a new session and payment are opened.
 * @throws {WalletServerError} `in_progress` or `already_paid` if a token of the order was already sent,
 * `not_opened` if the service opened nothing.
 */
export async function open(order: Order, opening: Opening, context: Context): Promise<Attempt> {
  const { ref, total } = order;
  const subject = `open ${ref} ${total.amount} ${total.currency} ${opening}`;
  return context.share(subject, async () => {
    for (;;) {
      const { attempts, tooManyAttempts } = await context.payments.history(ref);
      const current = leading(attempts);
      if (current && isTaken(current)) throw conflict(current);
      if (tooManyAttempts) {
        const text = 'Too many payments of this order have failed within a day.';
        throw new WalletServerError('too_many_attempts', text);
      }
      const draft = current?.state === 'created' ? current : null;
      if (draft && fits(draft, order, opening, context)) return draft;
      const attempt = await openAnew(order, opening, draft, context);
      if (attempt && fits(attempt, order, opening, context)) return attempt;
    }
  });
}

/** The refusal to start another payment, with the status of the present one. */
function conflict(attempt: Attempt): WalletServerError {
  const details = { payment: answerOf(attempt) };
  return isPaid(attempt.state)
    ? new WalletServerError('already_paid', 'The order is paid.', details)
    : new WalletServerError('in_progress', 'A payment of this order is under way.', details);
}

/** Opens session and payment at the service and stores them; `null` if another write came first. */
async function openAnew(
  order: Order,
  opening: Opening,
  existing: Attempt | null,
  context: Context,
) {
  const { ref, total, minor } = order;
  const { service, payments, callbackUrl, profile } = context;
  const { redirectUrl, receiptHash } = newWayBack(ref, context);
  // A session with a payment of another total is not reused: the two would add up.
  const reusable = existing?.paymentId === null && !isOld(existing, context) ? existing : null;
  // Written before the payment is sent: if its answer is lost, or another press was first, neither is reused.
  const noReuse = { paymentId: '', asked: 0 };
  const draft = reusable ? await write(reusable, noReuse, context) : existing;
  if (existing && !draft) return null;
  let sessionId: string;
  let paymentId: string | null = null;
  try {
    const session = { callbackUrl, redirectUrl, extra: order.session };
    ({ sessionId } = reusable ?? (await service.session(session)));
    if (!reusable && sessionId === existing?.sessionId) throw sessionTaken();
    const payment = {
      sessionId,
      amount: total,
      externalId: ref,
      redirectUrl,
      extra: order.payment,
    };
    if (opening === 'payment') ({ paymentId } = await service.payment(payment));
  } catch (cause) {
    if (cause instanceof CodedError && cause.origin === 'configuration') throw cause;
    throw notOpened(cause);
  }
  // A session that is kept has the address that it was opened with, unless the payment has brought this one.
  const isKept = reusable && profile.operations.payment.fields.redirectUrl === null;
  const receipt = { receiptHash: isKept ? reusable.receiptHash : receiptHash };
  const fields = { asked: minor, currency: total.currency, sessionId, paymentId, ...receipt };
  if (!draft) {
    const result = await payments.change({ order: ref }, 'open', (record, { at, clockSince }) =>
      hasSession(record, fields)
        ? 'reused'
        : addAttempt(record, { id: newId(), order: ref, ...fields }, at, clockSince),
    );
    return storedOf(result);
  }
  return write(draft, { ...fields, openedAt: reusable ? draft.openedAt : draft.readAt }, context);
}

async function write(draft: Attempt, change: AttemptChange, { payments }: Context) {
  const next = changed(draft, change);
  if (!next) return null;
  const result = await payments.change({ order: draft.order }, 'open', (record, { at }) =>
    hasSession(record, next)
      ? 'reused'
      : writeAttempt(record, next, { cause: 'open', from: draft.state }, at),
  );
  return storedOf(result)?.attempt ?? null;
}

/** Whether another payment of the order has the session: its status would be taken for that of both. */
function hasSession(
  { attempts }: OrderRecord,
  { id, sessionId }: Pick<Attempt, 'sessionId'> & Partial<Pick<Attempt, 'id'>>,
): boolean {
  return attempts.some((each) => each.sessionId === sessionId && each.id !== id);
}

/**
 * What was written; `null` if another write came first.
 * @throws {WalletServerError} `not_opened` if another payment has the session: a service that gives it again would be
 * asked for ever.
 */
function storedOf<Result>(result: Result | 'stale' | 'reused' | null): Result | null {
  if (result === 'reused') throw notOpened(sessionTaken());
  return result === 'stale' ? null : result;
}

function sessionTaken(): ServiceError {
  const text = 'The service gave the session of another payment.';
  return new ServiceError('service_answer_invalid', text);
}

function notOpened(cause: unknown): WalletServerError {
  return new WalletServerError('not_opened', 'The payment service opened no session.', { cause });
}

function fits(attempt: Attempt, order: Order, opening: Opening, context: Context): boolean {
  const { paymentId, asked, currency } = attempt;
  if (attempt.state !== 'created' || isOld(attempt, context)) return false;
  if (opening === 'session') return true;
  return paymentId !== null && asked === order.minor && currency === order.total.currency;
}

/** Whether the session might end before its token is processed. */
function isOld({ openedAt, readAt }: Attempt, { profile }: Context): boolean {
  return readAt - openedAt > (profile.lifetimes.session * 1000) / 2;
}
