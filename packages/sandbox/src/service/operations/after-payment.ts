/** Void, complete-hold and expire: each answers a literal null, as recorded, or what the profile says. */
import { isZero, minorFromText, textFromMinor } from '../../money.ts';
import type { Operation, Session, SessionStatus } from '../control-api.ts';
import { leftOf } from '../ledger/session-amounts.ts';
import { schedule, scheduleDrop, schedulePaidOff } from '../payment/next-status.ts';
import { type SessionState, stateOf } from '../payment/dropped-change.ts';
import { notify, scenarioOf } from '../payment/notify.ts';
import type { Service } from '../service.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { isList, type Members } from '../wire/wire.ts';
import { readMinor } from './amount.ts';
import { demandStatus, findSession } from './find-session.ts';
import { statusBody } from './get-status.ts';
import { type Call, type Reply, textOf } from './row.ts';

/** A payment of the session, and the part that the call concerns, in minor units. */
interface Part {
  readonly operation: Operation;
  readonly minor: number;
}

/** Releases a hold or reverses a charge: all of it, or the parts that the call names. */
export function voidSession(call: Call): Promise<Reply> {
  const session = findSession(call);
  if (session.status === 'voided' || session.status === 'refunded') {
    throw processingRefusal('SessionAlreadyRefundedError', 'session already refunded');
  }
  demandStatus(session, ['paid', 'paid_off', 'disputed', 'holded', 'hold_confirmed']);
  const previousState = stateOf(session);
  const isHeld = session.status === 'holded' || session.status === 'hold_confirmed';
  const { currency } = session;
  const parts = partsOf(call, session, (operation) =>
    isHeld ? askedOf(operation, currency) : leftOf(operation, currency),
  );
  if (isHeld && parts.some(({ operation, minor }) => minor !== askedOf(operation, currency))) {
    throw processingRefusal('RefundError', 'a part of a hold is not released: complete the rest');
  }
  for (const { operation, minor } of parts) {
    if (!isHeld) giveBack(operation, minor, currency);
  }
  const endedOperations = parts
    .map(({ operation }) => operation)
    .filter((operation) => isHeld || leftOf(operation, currency) === 0);
  const open = session.operations.filter(({ status }) => status !== 'voided');
  if (endedOperations.length < open.length) {
    for (const operation of endedOperations) operation.status = 'voided';
    return finish(call, session, session.status, previousState);
  }
  return finish(
    call,
    session,
    session.status === 'paid_off' ? 'refunded' : 'voided',
    previousState,
  );
}

/** Captures a hold: all of it, or the parts that the call names; the rest is released. */
export function completeHold(call: Call): Promise<Reply> {
  const session = findSession(call);
  demandStatus(session, ['holded', 'hold_confirmed']);
  const previousState = stateOf(session);
  const { currency } = session;
  const parts = partsOf(call, session, (operation) => askedOf(operation, currency));
  for (const { operation, minor } of parts) operation.charged = textFromMinor(minor, currency);
  for (const operation of session.operations) {
    if (isZero(operation.charged)) operation.status = 'voided';
  }
  return finish(call, session, 'paid', previousState);
}

/** Ends a session in which nothing was paid. */
export function expireSession(call: Call): Promise<Reply> {
  const session = findSession(call);
  demandStatus(session, ['precreated', 'created', 'failed', 'processing']);
  session.next = null;
  return answerTo(call, session, changeStatus(call.service, session, 'expired', call));
}

/** Sets the status and notifies the merchant as the scenario sets it. */
export async function changeStatus(
  service: Service,
  session: Session,
  status: SessionStatus,
  call?: Call,
): Promise<Reply> {
  service.ledger.setStatus(session, status);
  const sendWebhooks = await notify(service, session, scenarioOf(service, session, call));
  return { body: null, after: sendWebhooks };
}

async function finish(
  call: Call,
  session: Session,
  status: SessionStatus,
  previousState: SessionState,
): Promise<Reply> {
  const { service } = call;
  const { changeAfter, dropAfter } = scenarioOf(service, session, call);
  const isUnderWay = changeAfter > 0 && status !== session.status;
  const interimStatus = status === 'paid' ? 'processing_hold_completion' : 'processing_void';
  const wasPaid = session.status === 'paid' || session.status === 'paid_off';
  // First: the sandbox may stop while the webhook is waited for.
  if (isUnderWay) schedule(service, session, status, changeAfter);
  else if (status === 'paid' && !wasPaid) schedulePaidOff(service, session, call);
  const change = changeStatus(service, session, isUnderWay ? interimStatus : status, call);
  if (dropAfter > 0) scheduleDrop(service, session, previousState, dropAfter);
  return answerTo(call, session, change);
}

/** What the operation answers once the session has changed: nothing, or the body of get-status. */
async function answerTo(call: Call, session: Session, change: Promise<Reply>): Promise<Reply> {
  const { service } = call;
  const { operations } = service.wire.profile;
  // A refund is a void that names a part.
  const isRefund = call.operation === 'void' && requested(call, session.currency).length > 0;
  const { emptyAnswer = true } = operations[isRefund ? 'refund' : call.operation];
  const { after } = await change;
  const scenario = scenarioOf(service, session, call);
  return {
    body: emptyAnswer ? null : statusBody(service, session, scenario),
    ...(after && { after }),
  };
}

function giveBack(operation: Operation, minor: number, currency: string): void {
  const refundedMinor = minorFromText(operation.refunded, currency) ?? 0;
  operation.refunded = textFromMinor(refundedMinor + minor, currency);
}

/** The requested amount, in minor units. */
function askedOf({ amount }: Operation, currency: string): number {
  return minorFromText(amount, currency) ?? 0;
}

/** @param most the maximum for a payment */
function partsOf(call: Call, session: Session, most: (operation: Operation) => number): Part[] {
  const open = session.operations.filter(({ status }) => status !== 'voided');
  const requestedParts = requested(call, session.currency);
  const parts = requestedParts.map(({ id, amount }) => {
    const operation = id === undefined ? only(open) : open.find((one) => one.id === id);
    if (operation === undefined) throw processingRefusal('NotFoundError', 'payment not found');
    return { operation, minor: amount ?? most(operation) };
  });
  if (new Set(parts.map(({ operation }) => operation)).size < parts.length) {
    throw processingRefusal('RefundError', 'a payment is named twice');
  }
  const all = open.map((operation) => ({ operation, minor: most(operation) }));
  const selectedParts = parts.length > 0 ? parts : all;
  if (selectedParts.some(({ operation, minor }) => minor <= 0 || minor > most(operation))) {
    throw processingRefusal('RefundError', 'the amount is more than there is');
  }
  return selectedParts;
}

/** The parts that the call names: a payment and an amount, only an amount, or a list of them. */
function requested(
  call: Call,
  currency: string,
): { readonly id: string | undefined; readonly amount: number | undefined }[] {
  const { named, extra } = call.body;
  const items = isList(extra['operations']) ? extra['operations'] : [];
  const amount = named['amount'] ?? extra['amount'] ?? undefined;
  const singlePart: Members = { id: named['paymentId'], amount };
  const hasSinglePart = singlePart['id'] !== undefined || singlePart['amount'] !== undefined;
  return [...(hasSinglePart ? [singlePart] : []), ...items].map((part) => ({
    id: textOf(part, 'id') ?? undefined,
    amount: part['amount'] == null ? undefined : readMinor(call, part['amount'], currency),
  }));
}

/** An amount without a payment is meant of the only one there is. */
function only(operations: readonly Operation[]): Operation {
  const [first, second] = operations;
  if (first !== undefined && second === undefined) return first;
  throw processingRefusal('RefundError', 'the session has several payments: name one of them');
}
