/** How an attempt becomes a result: the bank's page or not, the result, the webhook. */
import type { CardBehaviour } from '../../cards.ts';
import { isZero } from '../../money.ts';
import type { Attempt, Session } from '../control-api.ts';
import type { Service } from '../service.ts';
import { schedulePaidOff } from './next-status.ts';
import { type AfterAnswer, nothing, notify, scenarioOf } from './notify.ts';
import type { Scenario } from './scenario.ts';

/** PAN_ONLY has no proof of the payer, so the bank asks, unless the card is declined anyway. */
export function needsBank(
  scenario: Scenario,
  card: { readonly auth: Attempt['card']['auth']; readonly behaviour: CardBehaviour },
): boolean {
  if (scenario.bankCheck !== 'auto') return scenario.bankCheck === 'always';
  if (card.behaviour === 'decline') return false;
  return card.behaviour === 'challenge' || card.auth === 'PAN_ONLY';
}

/**
 * Ends an attempt, now or at the time of the scenario.
 *
 * @returns the work to do once the answer is sent
 */
export async function settle(
  service: Service,
  session: Session,
  attempt: Attempt,
  behaviour: CardBehaviour,
): Promise<AfterAnswer> {
  const scenario = scenarioOf(service, session, attempt);
  const result = resultOf(scenario, session, attempt, behaviour);
  if (result === 'processing') {
    markProcessing(service, session);
    return nothing;
  }
  if (scenario.settleAfter === 0) return conclude(service, session, attempt, result);
  attempt.due_at = service.clockwork.now() + scenario.settleAfter;
  markProcessing(service, session);
  settleWhenDue(service, session, attempt, behaviour);
  return nothing;
}

/** The session is being paid, unless an earlier attempt has paid it, or it has expired. */
export function markProcessing(service: Service, session: Session): void {
  service.ledger.setStatus(session, isDecided(session) ? session.status : 'processing');
}

/** Whether the session accepts no money any more, because its money was or is being returned. */
export function isGivenBack({ status }: Session): boolean {
  return status === 'processing_void' || status === 'voided' || status === 'refunded';
}

/** Waits for a delayed result, also for one that a restart interrupted. */
export function settleWhenDue(
  service: Service,
  session: Session,
  attempt: Attempt,
  behaviour: CardBehaviour,
): void {
  const { due_at: dueAt } = attempt;
  if (dueAt === null) return;
  service.clockwork.at(dueAt, async () => {
    const scenario = scenarioOf(service, session, attempt);
    const result = resultOf(scenario, session, attempt, behaviour);
    attempt.due_at = null;
    if (result === 'processing') {
      service.ledger.saveSession(session);
      return;
    }
    const sendWebhooks = await conclude(service, session, attempt, result);
    sendWebhooks();
  });
}

async function conclude(
  service: Service,
  session: Session,
  attempt: Attempt,
  result: 'paid' | 'holded' | 'failed',
): Promise<AfterAnswer> {
  attempt.status = result;
  attempt.charged = result !== 'failed';
  if (result === 'paid') {
    for (const operation of session.operations) operation.charged = operation.amount;
  }
  // A failed attempt does not undo an earlier charge or its operations.
  service.ledger.setStatus(
    session,
    result === 'failed' && isDecided(session) ? session.status : result,
  );
  if (result === 'paid') schedulePaidOff(service, session, attempt);
  return notify(service, session, scenarioOf(service, session, attempt));
}

/** Whether a failed attempt does not change the status. */
function isDecided({ status, attempts, operations }: Session): boolean {
  // The control API charges without an attempt.
  const isCharged = operations.some(({ charged }) => !isZero(charged));
  return status === 'expired' || isCharged || attempts.some((attempt) => attempt.charged);
}

function resultOf(
  scenario: Scenario,
  session: Session,
  attempt: Attempt,
  behaviour: CardBehaviour,
): 'paid' | 'holded' | 'failed' | 'processing' {
  if (attempt.bank === 'declined' || isGivenBack(session)) return 'failed';
  const isLeftOpen = scenario.result === 'processing' && scenario.settleAfter === 0;
  if (isLeftOpen || (scenario.result !== 'auto' && scenario.result !== 'processing')) {
    return scenario.result;
  }
  if (behaviour === 'decline') return 'failed';
  return session.operations.some((operation) => operation.use_hold) ? 'holded' : 'paid';
}
