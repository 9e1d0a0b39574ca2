import type { Session, SessionStatus } from '../control-api.ts';
import { applyWhatIsDue } from '../payment/next-status.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { type Call, textOf } from './row.ts';

/**
 * The session that a call names: by its own id, or, where the profile has none, by a payment or an order in it.
 *
 * @throws Refusal `SessionNotFoundError`
 */
export function findSession(call: Call): Session {
  const { service } = call;
  const session = namedSession(call);
  if (session === undefined) throw processingRefusal('SessionNotFoundError', 'session not found');
  applyWhatIsDue(service, session);
  return session;
}

function namedSession({ service: { ledger }, body: { named, extra } }: Call): Session | undefined {
  const id = textOf(named, 'sessionId') ?? textOf(extra, 'session_id');
  if (id !== null) return ledger.find(id);
  const paymentId = textOf(named, 'paymentId');
  if (paymentId !== null) return ledger.findByPayment(paymentId);
  // The newest one: an order that was abandoned is opened again.
  return ledger.sessionsOf(textOf(named, 'externalId') ?? '').at(-1);
}

/** @throws Refusal `SessionStatusError` unless the session has one of these statuses */
export function demandStatus(session: Session, statuses: readonly SessionStatus[]): void {
  if (statuses.includes(session.status)) return;
  throw processingRefusal('SessionStatusError', `session is ${session.status}`);
}
