/** How an attempt becomes a result: the bank's page or not, the verdict, the webhook. */
import type { CardBehaviour } from '../cards.ts';
import type { Service } from './context.ts';
import { externalIdOf, minorOf } from './ledger.ts';
import type { Attempt, Session } from './ledger.ts';
import type { Scenario } from './scenario.ts';

/** Sends what is to go out only after the answer; does nothing when there is nothing. */
export type AfterAnswer = () => void;

/** The scenario that holds for an attempt at this moment. */
export function scenarioOf(service: Service, session: Session, attempt?: Attempt): Scenario {
  return service.scenarios.resolve({
    externalId: externalIdOf(session),
    minor: minorOf(session),
    ...(attempt && { header: attempt.header }),
  });
}

/** PAN_ONLY carries no proof of the payer, so the bank asks; a card that is refused anyway is not asked about. */
export function needsBank(
  scenario: Scenario,
  card: { readonly auth: Attempt['card']['auth']; readonly behaviour: CardBehaviour },
): boolean {
  if (scenario.bankCheck !== 'auto') return scenario.bankCheck === 'always';
  if (card.behaviour === 'decline') return false;
  return card.behaviour === 'challenge' || card.auth === 'PAN_ONLY';
}

/**
 * Ends an attempt, now or when the scenario says.
 *
 * @returns what has to happen once the answer is out
 */
export async function settle(
  service: Service,
  session: Session,
  attempt: Attempt,
  behaviour: CardBehaviour,
): Promise<AfterAnswer> {
  const scenario = scenarioOf(service, session, attempt);
  const verdict = verdictOf(scenario, session, attempt, behaviour);
  if (verdict === 'processing') {
    markProcessing(service, session);
    return nothing;
  }
  if (scenario.settleAfter === 0) return conclude(service, session, attempt, verdict);
  attempt.due_at = service.background.now() + scenario.settleAfter;
  markProcessing(service, session);
  settleWhenDue(service, session, attempt, behaviour);
  return nothing;
}

/** The session is being paid, unless an earlier attempt has paid it. */
export function markProcessing(service: Service, session: Session): void {
  const paid = session.attempts.some((attempt) => attempt.charged);
  service.ledger.setStatus(session, paid ? session.status : 'processing');
}

/** Waits for a delayed result; also takes one up that a restart interrupted. */
export function settleWhenDue(
  service: Service,
  session: Session,
  attempt: Attempt,
  behaviour: CardBehaviour,
): void {
  const { due_at: dueAt } = attempt;
  if (dueAt === null) return;
  service.background.run(async () => {
    await service.background.wait(dueAt - service.background.now());
    const scenario = scenarioOf(service, session, attempt);
    const verdict = verdictOf(scenario, session, attempt, behaviour);
    attempt.due_at = null;
    if (verdict === 'processing') return;
    const after = await conclude(service, session, attempt, verdict);
    after();
  });
}

/** Tells the merchant about the session's status as the scenario says. */
export async function notify(
  service: Service,
  session: Session,
  scenario: Scenario,
): Promise<AfterAnswer> {
  if (scenario.webhook === 'never') return nothing;
  const { status } = session;
  const send = async (): Promise<void> => {
    await service.background.wait(scenario.webhookDelay);
    await service.webhooks.send(session, {
      version: scenario.webhookVersion,
      status,
      copies: scenario.webhookCopies,
    });
  };
  if (scenario.webhook === 'after') {
    return () => {
      service.background.run(send);
    };
  }
  await send();
  return nothing;
}

async function conclude(
  service: Service,
  session: Session,
  attempt: Attempt,
  verdict: 'paid' | 'holded' | 'failed',
): Promise<AfterAnswer> {
  attempt.status = verdict;
  attempt.charged = verdict !== 'failed';
  // A later attempt that fails does not undo the one that took the money.
  const earlier = session.attempts.find((one) => one !== attempt && one.charged);
  const status = verdict === 'failed' && earlier ? earlier.status : verdict;
  service.ledger.setStatus(session, status);
  return notify(service, session, scenarioOf(service, session, attempt));
}

function verdictOf(
  scenario: Scenario,
  session: Session,
  attempt: Attempt,
  behaviour: CardBehaviour,
): 'paid' | 'holded' | 'failed' | 'processing' {
  if (attempt.bank === 'declined') return 'failed';
  if (scenario.result !== 'auto') return scenario.result;
  if (behaviour === 'decline') return 'failed';
  return session.operations.some((operation) => operation.use_hold) ? 'holded' : 'paid';
}

function nothing(): void {
  // There is no webhook to send.
}
