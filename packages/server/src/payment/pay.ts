import { type OrderRef, type PaymentRequest, sameAmount } from '@wallet-buttons/protocol';
import {
  type Evidence,
  readEvidence,
  resultOf,
  ServiceError,
} from '@wallet-buttons/service-client';
import { describe, WalletServerError } from '../errors.ts';
import { sha256 } from '../sha256.ts';
import { type Attempt, changed, unsent } from '../order/attempt.ts';
import { writeAttempt } from '../order/write.ts';
import type { Context, OrderChoices } from '../context.ts';
import { open } from './open.ts';
import { lookUp, type Order } from './order.ts';
import { ask } from '../upkeep/question.ts';
import { commit, storedBy } from '../upkeep/commit.ts';
import { newWayBack, type WayBack } from './receipt.ts';
import { withdraw } from './withdraw.ts';
import { afterPayToken } from '../order/pay-token.ts';
import { applyTransition } from '../order/rules.ts';
import type { Transition } from '../order/transition.ts';

/** A request to pay. */
export interface PayInput extends PaymentRequest {
  readonly choices: OrderChoices;
  /** Without a sheet no payer sees the total change: an estimated one is refused. */
  readonly refusesEstimates?: true;
  /** May throw to refuse. It is called once the caller is known to be allowed to see the order. */
  readonly admit: (order: OrderRef) => void;
  readonly idempotencyKey: string;
  /** SHA-256 of the request's bytes. The same key with the same bytes is the same request. */
  readonly requestHash: string;
}

/**
 * One payment: open, commit the intent, send the token once, commit the outcome. After the first byte the
 * token is not sent again, and an outcome without evidence stays unknown. Returns the stored attempt.
 * @throws {WalletServerError} only if nothing of the token was sent.
 */
export async function pay(input: PayInput, context: Context): Promise<Attempt> {
  let intent: Attempt | null = null;
  let wayBack: WayBack;
  let agreedInput: PayInput;
  try {
    const order = await lookUpShown(input, context);
    // Where nothing was shown, the payer agreed to the first total that was found.
    agreedInput = { ...input, shown: order.total };
    input.admit(order.ref);
    wayBack = newWayBack(order.ref, context);
    while (!intent) {
      const attempt = await open(order, 'payment', context);
      // Opening it may have taken a while, and the shop may have changed the order meanwhile.
      if (attempt.readAt - attempt.updatedAt < 1000) {
        checkSame(attempt, await lookUpShown(agreedInput, context));
      }
      intent = await commitIntent(attempt, input, wayBack, context);
    }
  } catch (error) {
    const earlierAttempt = await replayed(input, context);
    if (earlierAttempt) return earlierAttempt;
    throw error;
  }
  const outcome = await send(intent, input, wayBack, context);
  context.background(noticeChange(intent, agreedInput, context));
  return outcome;
}

async function lookUpShown(input: PayInput, context: Context) {
  const { order: ref, shown, choices, refusesEstimates = false } = input;
  const order = await lookUp(ref, choices, context);
  if (refusesEstimates && order.estimated) {
    throw new WalletServerError('order_estimated', 'The total of the order is not final.');
  }
  if (!shown || sameAmount(shown, order.total)) return order;
  throw new WalletServerError('amount_mismatch', 'Another total was shown than the order has.');
}

/** An attempt stays with its order. @throws {WalletServerError} `order_invalid` for another one. */
function checkSame(attempt: Attempt, { ref }: Order): void {
  if (ref === attempt.order) return;
  const text = 'findOrder returned another reference than a moment ago.';
  throw new WalletServerError('order_invalid', text);
}

/** Stores the intent before the first byte leaves; `null` if the attempt changed meanwhile. */
async function commitIntent(
  attempt: Attempt,
  input: PayInput,
  { receiptHash }: WayBack,
  context: Context,
) {
  const { payments, profile, timeout, sendTimeout } = context;
  const { id, order } = attempt;
  // The last call that has a field for the address is the one that counts.
  const isAddressed = profile.operations.payToken.fields.redirectUrl !== null;
  const { idempotencyKey, requestHash, wallet, token, card } = input;
  const next = changed(attempt, {
    state: 'sending',
    wallet,
    idempotencyKey,
    requestHash,
    tokenHash: sha256(token),
    ...(isAddressed && { receiptHash }),
    cardNetwork: card?.network ?? null,
    cardLast4: card?.last4 ?? null,
    absentAt: null,
    checks: 0,
  });
  if (!next) return null;
  // By then this process has an answer, or it has ended and another process has to ask.
  const write = { cause: 'pay', from: attempt.state, checkIn: timeout + sendTimeout };
  const change = payments.change({ order }, 'pay', (record, { at }) =>
    writeAttempt(record, next, write, at),
  );
  const result = await change.catch((error: unknown) => {
    // It may have been written all the same, and is never sent. Its receipt is its mark, since no other process has it.
    const takeBack = async (): Promise<boolean> => free(next, context);
    if (isAddressed) void withdraw(takeBack, context, { attempt: id, order });
    throw error;
  });
  // `replayed` handles a key that was used before.
  if (result === 'reused') {
    throw new WalletServerError('token_reused', 'This token was used before.');
  }
  return result === null || result === 'stale' ? null : result.attempt;
}

/** Makes an attempt of which nothing was sent payable again. Returns whether the order has it, with the same receipt. */
async function free({ id, order, receiptHash }: Attempt, { payments }: Context): Promise<boolean> {
  const result = await payments.change({ order }, 'not sent', (record, { at }) => {
    const attempt = record.attempts.find(
      (each) => each.id === id && each.receiptHash === receiptHash,
    );
    const freeAttempt = attempt && unsent(attempt);
    if (!freeAttempt) return 'stale';
    const write = { cause: 'not sent', from: attempt.state, checkIn: null };
    return writeAttempt(record, freeAttempt, write, at);
  });
  return typeof result === 'object' && result !== null;
}

/** The attempt of an earlier request with the same key; its present state is the answer. */
async function replayed(input: PayInput, { payments }: Context): Promise<Attempt | null> {
  const earlierAttempt = await payments.find({ idempotencyKey: input.idempotencyKey });
  if (!earlierAttempt || earlierAttempt.requestHash === input.requestHash) return earlierAttempt;
  const text = 'The key came with another request before.';
  throw new WalletServerError('idempotency_key_reused', text);
}

async function send(
  intent: Attempt,
  input: PayInput,
  { redirectUrl }: WayBack,
  context: Context,
): Promise<Attempt> {
  const { service, profile, sending, ending, deadline } = context;
  const { id, sessionId } = intent;
  const { wallet, token } = input;
  const tokenInput = { sessionId, wallet, token, redirectUrl };
  const result = await resultOf(async () => {
    deadline.meet();
    sending.add(id);
    return service.payToken(tokenInput, { signal: ending });
  });
  sending.delete(id);
  const evidence = readEvidence('payToken', result, intent, profile);
  if ('error' in result) logFailure(intent, result.error, evidence, context);
  if (evidence.kind === 'not_sent' && 'error' in result) {
    // The payer may press again.
    await free(intent, context);
    throw result.error;
  }
  const attempt = await settle(intent, evidence, context);
  // The first of the two questions that a refusal needs.
  return evidence.kind === 'refused' ? ((await ask(attempt, context)) ?? attempt) : attempt;
}

function logFailure({ id, order }: Attempt, error: unknown, { kind }: Evidence, { log }: Context) {
  const fields = { attempt: id, order, evidence: kind, ...describe(error) };
  const { serviceStatus = 0 } = error instanceof ServiceError ? error.details : {};
  // A redirect is never followed. It shows a wrongly configured gateway, which needs a manual review.
  if (serviceStatus >= 300 && serviceStatus < 400) log.error('redirect_refused', fields);
  else log.warn('pay-token was not answered', fields);
}

/** Never rejects. If the outcome cannot be written, the intent stays, and get-status finds the outcome later. */
async function settle(intent: Attempt, evidence: Evidence, context: Context): Promise<Attempt> {
  const decide = (attempt: Attempt): Transition =>
    afterPayToken(attempt, evidence, context.profile);
  try {
    const step = await commit(context, intent, 'pay-token', (record, moment) =>
      applyTransition(record, decide, { ...moment, known: intent }),
    );
    return storedBy(step);
  } catch (error) {
    const { id: attempt, order } = intent;
    context.log.error('an outcome could not be written', { attempt, order, ...describe(error) });
    return intent;
  }
}

/** Raises an alarm if the order was changed while its token was being sent. */
async function noticeChange({ id, order }: Attempt, input: PayInput, context: Context) {
  const isChanged = await lookUpShown(input, context).then(
    ({ ref }) => ref !== order,
    // Other errors are no sign of a change: a shop may hide a paid order.
    (error: unknown) => error instanceof WalletServerError && error.code === 'amount_mismatch',
  );
  if (isChanged) context.log.error('order_changed', { attempt: id, order });
}
