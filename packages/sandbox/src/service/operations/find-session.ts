import type { Session, SessionStatus } from '../control-api.ts';
import { applyWhatIsDue } from '../payment/next-status.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { type Call, textOf } from './row.ts';

/**
 * The session that a call names.
 *
 * @throws Refusal `SessionNotFoundError`
 */
export function findSession({ service, body: { named, extra } }: Call): Session {
  const id = textOf(named, 'sessionId') ?? textOf(extra, 'session_id');
  const session = service.ledger.find(id ?? '');
  if (session === undefined) throw processingRefusal('SessionNotFoundError', 'session not found');
  applyWhatIsDue(service, session);
  return session;
}

/** @throws Refusal `SessionStatusError` unless the session has one of these statuses */
export function demandStatus(session: Session, statuses: readonly SessionStatus[]): void {
  if (statuses.includes(session.status)) return;
  throw processingRefusal('SessionStatusError', `session is ${session.status}`);
}
