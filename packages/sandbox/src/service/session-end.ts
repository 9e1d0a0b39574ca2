/** POST /v1/void, /v1/complete-hold, /v1/expire: each answers a literal null, as recorded. */
import type { Service } from './context.ts';
import type { Session, SessionStatus } from './ledger.ts';
import { processingRefusal } from './refusal.ts';
import { SESSION_AMOUNT_SCHEMA, SESSION_ONLY_SCHEMA, textOf, validate } from './schema.ts';
import { findSession } from './session.ts';
import { notify, scenarioOf } from './settlement.ts';
import type { AfterAnswer } from './settlement.ts';

/** A change of a session by the merchant or by the control API. */
export interface SessionChange {
  readonly body: null;
  readonly after: AfterAnswer;
}

/** Gives the money back, held or paid. */
export function voidSession(service: Service, body: unknown): Promise<SessionChange> {
  const fields = validate(SESSION_AMOUNT_SCHEMA, body);
  const session = findSession(service, textOf(fields, 'session_id'));
  if (session.status === 'voided' || session.status === 'refunded') {
    throw processingRefusal('SessionAlreadyRefundedError', 'session already refunded');
  }
  demand(session, ['paid', 'holded']);
  return change(service, session, 'voided');
}

/** Takes the money that was held. */
export function completeHold(service: Service, body: unknown): Promise<SessionChange> {
  const fields = validate(SESSION_AMOUNT_SCHEMA, body);
  const session = findSession(service, textOf(fields, 'session_id'));
  demand(session, ['holded']);
  return change(service, session, 'paid');
}

/** Ends a session that nobody paid. */
export function expireSession(service: Service, body: unknown): Promise<SessionChange> {
  const fields = validate(SESSION_ONLY_SCHEMA, body);
  const session = findSession(service, textOf(fields, 'session_id'));
  demand(session, ['created', 'failed', 'processing']);
  return change(service, session, 'expired');
}

/** Sets the status and tells the merchant as the scenario says. */
export async function change(
  service: Service,
  session: Session,
  status: SessionStatus,
): Promise<SessionChange> {
  service.ledger.setStatus(session, status);
  const after = await notify(service, session, scenarioOf(service, session));
  return { body: null, after };
}

function demand(session: Session, statuses: readonly SessionStatus[]): void {
  if (statuses.includes(session.status)) return;
  throw processingRefusal('SessionStatusError', `session is ${session.status}`);
}
