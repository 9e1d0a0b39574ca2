/** Statuses that change by themselves: a session that expires, a payment that is paid out, a change under way. */
import type { Attempt, Session, SessionStatus } from '../control-api.ts';
import type { Service } from '../service.ts';
import { notify, scenarioOf } from './notify.ts';

/** The scheduled change of a status, unless another change came first. */
const possibleFrom: Readonly<Partial<Record<SessionStatus, readonly SessionStatus[]>>> = {
  expired: ['precreated', 'created', 'failed'],
  paid_off: ['paid'],
  paid: ['processing_hold_completion'],
  voided: ['processing_void'],
  refunded: ['processing_void'],
};

/** The lifetime of an unpaid session: the profile’s, or the scenario’s. */
export function scheduleExpiry(
  service: Service,
  session: Session,
  call: Pick<Attempt, 'header'>,
): void {
  const { expireAfter } = scenarioOf(service, session, call);
  const lifetime = service.wire.profile.lifetimes.session * 1000;
  const age = service.clockwork.now() - Date.parse(session.created_at);
  schedule(service, session, 'expired', (expireAfter === 0 ? lifetime : expireAfter) - age);
}

/** A paid session is paid out after the time of the scenario, if there is one. */
export function schedulePaidOff(
  service: Service,
  session: Session,
  call?: Pick<Attempt, 'header'>,
): void {
  const { paidOffAfter } = scenarioOf(service, session, call);
  session.next = null;
  if (paidOffAfter > 0) schedule(service, session, 'paid_off', paidOffAfter);
}

/** Changes a session’s status after so many milliseconds, and then notifies the merchant. */
export function schedule(
  service: Service,
  session: Session,
  status: SessionStatus,
  after: number,
): void {
  session.next = { status, due_at: service.clockwork.now() + after };
  service.ledger.save();
  awaitWhatIsDue(service, session);
}

/** Waits for the next status, also for one that a restart interrupted. */
export function awaitWhatIsDue(service: Service, session: Session): void {
  const { next } = session;
  if (next === null) return;
  service.clockwork.at(next.due_at, () => {
    if (session.next === next) applyWhatIsDue(service, session);
    return Promise.resolve();
  });
}

/** Makes the change that is due by now. */
export function applyWhatIsDue(service: Service, session: Session): void {
  const { next } = session;
  if (next === null || next.due_at > service.clockwork.now()) return;
  // An attempt is under way: it may yet fail, and the session is then unpaid and over.
  if (next.status === 'expired' && session.status === 'processing') return;
  session.next = null;
  if (possibleFrom[next.status]?.includes(session.status) !== true) return;
  service.ledger.setStatus(session, next.status);
  if (next.status === 'paid') schedulePaidOff(service, session);
  service.clockwork.run(async () => {
    const after = await notify(service, session, scenarioOf(service, session));
    after();
  });
}
