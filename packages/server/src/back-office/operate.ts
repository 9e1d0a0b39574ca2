import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import {
  type CallResult,
  type Evidence,
  readEvidence,
  resultOf,
} from '@wallet-buttons/service-client';
import { describe, WalletServerError } from '../errors.ts';
import { actorOf } from '../order/actor.ts';
import type { Attempt } from '../order/attempt.ts';
import { newId } from '../new-id.ts';
import {
  amountFor,
  checkDispute,
  attemptOf,
  checkKey,
  checkSame,
  type Command,
  earlierOf,
  keyOf,
  type OperationOptions,
} from '../order/command.ts';
import { addOperation } from '../order/new-operation.ts';
import type { Context } from '../context.ts';
import { checkActor, checkField, checkGiven, checkNames } from '../input.ts';
import { end, type OperationResult, result } from './operation.ts';
import { minorOf } from '../payment/order.ts';
import { withdraw } from '../payment/withdraw.ts';
import { commit } from '../upkeep/commit.ts';
import { applyOperation, applyStatus } from '../order/answer.ts';
import { ask, operationsOf } from '../upkeep/question.ts';
import type { Operation, OperationKind } from '../order/operation.ts';
import { operationEvidence } from '../order/operation-answer.ts';
import { isRepeated, mayBeProven } from '../order/refusal.ts';

/**
 * A capture, void or refund of an order's payment: commit the intent, send once, commit the outcome. A second
 * call for the same operation joins the first and has its answer. In another process it is `unknown` until that answer
 * is stored.
 * @throws {WalletServerError} `no_payment`, `attempt_required`, `operation_not_possible`, `payment_changed`,
 * `amount_too_high`, `invalid_amount`, `operation_in_progress`, `invalid_idempotency_key`, `idempotency_key_reused`,
 * `payment_disputed`, `unknown_field`, `invalid_field`;
 * `service_unreachable` and other errors that prove that nothing was sent.
 */
export async function operate(
  kind: OperationKind,
  order: OrderRef,
  options: OperationOptions,
  context: Context,
): Promise<OperationResult> {
  checkNames(options, ['amount', 'attempt', 'key', 'left', 'force', 'by', 'reason']);
  checkGiven(options);
  const { amount, attempt, key, left, force = false } = options;
  checkActor(options);
  checkKey(key);
  checkField('force', typeof force === 'boolean');
  const subject = JSON.stringify([kind, order, amount, attempt, key, left, force]);
  const { share, deadline, background } = context;
  // Within it: who joins it waits as long as the first.
  return share(subject, async () =>
    deadline.limit(begin({ ...options, kind, order }, context), background),
  );
}

async function begin(command: Command, context: Context): Promise<OperationResult> {
  const { payments } = context;
  const { kind, order, amount: amountText, left } = command;
  const isCallersKey = command.key !== undefined;
  let isAsked = false;
  for (let seenVersion = -1; ;) {
    const { attempts, operations } = await payments.history(order);
    const earlierOperation = earlierOf(command, operations);
    const attempt = earlierOperation
      ? attempts.find(({ id }) => id === earlierOperation.attempt)
      : attemptOf(command, attempts, operations);
    if (!attempt) {
      throw new WalletServerError('no_payment', 'There is no such payment of this order.');
    }
    const { id, version, currency, charged, refunded } = attempt;
    const minor = (amount: string | undefined): number | null =>
      amount === undefined ? null : minorOf({ amount, currency }, 'invalid_amount');
    const part = minor(amountText);
    const key = keyOf(command, part);
    if (earlierOperation) checkSame(command, part, earlierOperation);
    const wanted = { kind, key, isCallersKey, part };
    const joinedOperation = operations.findLast(
      (each) => each.attempt === id && isRepeated(each, wanted),
    );
    if (joinedOperation) {
      const mayAsk = !isAsked && !isCallersKey && mayBeProven(joinedOperation, attempt);
      if (!mayAsk) return { ...result(joinedOperation, attempt), joined: true };
      isAsked = true;
      await ask(attempt, context);
      continue;
    }
    if (await confirms(kind, attempt, operations, context)) continue;
    checkDispute(attempt, command);
    const amount = amountFor({ kind, part, left: minor(left) }, attempt);
    const before = kind === 'capture' ? charged : refunded;
    const plan = { id: newId(), attempt: id, kind, key, amount, before, version };
    const draft = { ...plan, ...actorOf(command) };
    const change = payments.change({ order }, kind, (record, { at }) =>
      addOperation(record, draft, at),
    );
    const operation = await change.catch((error: unknown) => {
      // It may have been written all the same, and is never sent.
      const takeBack = async (): Promise<boolean> => endUnsent(draft.id, attempt, context);
      void withdraw(takeBack, context, { operation: draft.id, attempt: id, order });
      throw error;
    });
    if (operation !== null && typeof operation === 'object') {
      const isWhole = part === null || kind === 'void';
      const answer = result(await send(operation, attempt, isWhole, context), attempt);
      context.log.info('operation', { ...answer });
      return answer;
    }
    // Otherwise the attempt or its operations have changed meanwhile.
    if (version === seenVersion) {
      throw new WalletServerError('operation_in_progress', 'Another operation has no outcome yet.');
    }
    seenVersion = version;
  }
}

/**
 * After a void of a hold that the service has accepted, the next operation waits for a status that shows it: both could
 * move the same money. So does a refund after an accepted capture.
 * @returns whether that status has come, so that the payment is to be read again.
 * @throws {WalletServerError} `operation_in_progress` while it has not.
 */
async function confirms(
  kind: OperationKind,
  attempt: Attempt,
  operations: readonly Operation[],
  context: Context,
): Promise<boolean> {
  const acceptedOperation = acceptedOf(attempt, operations);
  if (!acceptedOperation || (acceptedOperation.kind === 'capture' && kind !== 'refund'))
    return false;
  const current = (await ask(attempt, context)) ?? attempt;
  if (!acceptedOf(current, await operationsOf(attempt, context))) return true;
  const text = `The service has not confirmed the ${acceptedOperation.kind} yet. Try again in 10 seconds.`;
  throw new WalletServerError('operation_in_progress', text, { retryAfter: 10 });
}

/** The operation that has ended a hold which the status still shows. */
function acceptedOf(
  { id, state }: Attempt,
  operations: readonly Operation[],
): Operation | undefined {
  if (state !== 'authorized') return undefined;
  return operations.find((each) => each.attempt === id && each.state === 'done');
}

/** Ends an operation of which nothing was sent. Returns whether the order has it. */
async function endUnsent(id: string, attempt: Attempt, context: Context): Promise<boolean> {
  const step = await commit(context, attempt, 'not sent', (record, moment) => {
    const intent = record.operations.find((each) => each.id === id && each.state === 'sent');
    if (!intent) return { record, result: [] };
    const operation = { ...intent, state: 'refused', refusal: 'not_sent' } as const;
    return applyOperation(record, attempt, { operation }, moment);
  });
  return step !== null;
}

async function send(
  operation: Operation,
  attempt: Attempt,
  whole: boolean,
  context: Context,
): Promise<Operation> {
  const { service, profile, ending, deadline, log } = context;
  const { kind, amount: minor } = operation;
  const { order, sessionId, currency } = attempt;
  const amount = { amount: fromMinor(minor, currency), currency };
  const part = { paymentId: attempt.paymentId ?? undefined, amount };
  const input = { sessionId, ...(!whole && part) };
  const name = ({ capture: 'completeHold', void: 'void', refund: 'refund' } as const)[kind];
  const callResult = await resultOf(async () => {
    deadline.meet();
    return service[name](input, { signal: ending });
  });
  const answerEvidence = readEvidence(name, callResult, attempt, profile);
  const evidence = operationEvidence(kind, answerEvidence, profile);
  if (evidence.kind === 'accepted') {
    const doneOperation = { ...operation, state: 'done' } as const;
    await end(doneOperation, attempt, context);
    // The status confirms it, by webhook or get-status. Asking now shows it to the shop sooner.
    context.background(ask(attempt, context));
    return doneOperation;
  }
  logUnclear(operation, callResult, evidence, { log, order });
  if (evidence.kind === 'not_sent' && 'error' in callResult) {
    await end({ ...operation, state: 'refused', refusal: 'not_sent' }, attempt, context);
    throw callResult.error;
  }
  const refusal = evidence.kind === 'refused' ? evidence.code : '';
  const open = { ...operation, state: 'unknown', refusal } as const;
  await end(open, attempt, context);
  if (evidence.kind === 'status') {
    await commit(context, attempt, kind, (record, moment) =>
      applyStatus(record, { attempt, operations: [open] }, evidence.answer, moment),
    );
  } else await ask(attempt, context);
  const storedOperations = await operationsOf(attempt, context);
  return storedOperations.find(({ id }) => id === operation.id) ?? open;
}

function logUnclear(
  { id: operation, kind, attempt }: Operation,
  callResult: CallResult,
  evidence: Evidence,
  { log, order }: Pick<Context, 'log'> & Pick<Attempt, 'order'>,
): void {
  const about = { operation, attempt, order, evidence: evidence.kind };
  if ('error' in callResult) {
    log.warn(`${kind} was not answered`, { ...about, ...describe(callResult.error) });
    return;
  }
  const fields = { ...about, status: callResult.answer?.status };
  if (evidence.kind === 'mismatch' || evidence.kind === 'contradicted')
    log.error('answer_mismatch', fields);
  else log.warn(`${kind} was answered unclearly`, fields);
}
