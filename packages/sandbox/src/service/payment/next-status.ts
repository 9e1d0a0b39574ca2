/** Statuses that change by themselves: a session that expires, a payment that is paid out, a change under way. */
import type { Attempt, Session, SessionStatus } from '../control-api.ts';
import type { Service } from '../service.ts';
import { changeSince, type SessionState, takeBack } from './dropped-change.ts';
import { notify, scenarioOf } from './notify.ts';

/** The scheduled change of a status, unless another change came first. */
const possibleFrom: Readonly<Partial<Record<SessionStatus, readonly SessionStatus[]>>> = {
  expired: ['precreated', 'created', 'failed'],
  paid_off: ['paid'],
  disputed: ['paid', 'paid_off'],
  paid: ['processing_hold_completion', 'disputed'],
  voided: ['processing_void'],
  refunded: ['processing_void', 'disputed'],
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

/** A paid session is paid out, or disputed, after the time of the scenario, if there is one. */
export function schedulePaidOff(
  service: Service,
  session: Session,
  call?: Pick<Attempt, 'header'>,
): void {
  const { paidOffAfter, disputeAfter } = scenarioOf(service, session, call);
  session.next = null;
  if (disputeAfter > 0) schedule(service, session, 'disputed', disputeAfter);
  else if (paidOffAfter > 0) schedule(service, session, 'paid_off', paidOffAfter);
}

/** A dispute ends as the scenario says, if it does. */
function scheduleDisputeEnd(service: Service, session: Session): void {
  const { disputeEnd, disputeEndsAfter } = scenarioOf(service, session);
  if (disputeEnd === 'open') return;
  schedule(service, session, disputeEnd === 'won' ? 'paid' : 'refunded', disputeEndsAfter);
}

/** All of a charge went back. */
export function giveAllBack({ operations }: Session): void {
  for (const operation of operations) operation.refunded = operation.charged;
}

/** Changes a session’s status after so many milliseconds, and then notifies the merchant. */
export function schedule(
  service: Service,
  session: Session,
  status: SessionStatus,
  delay: number,
): void {
  session.next = { status, due_at: service.clockwork.now() + delay };
  service.ledger.saveSession(session);
  awaitWhatIsDue(service, session);
}

/** Takes the change since `previousState` back after so many milliseconds, and then notifies the merchant. */
export function scheduleDrop(
  service: Service,
  session: Session,
  previousState: SessionState,
  delay: number,
): void {
  session.drops.push(changeSince(previousState, session, service.clockwork.now() + delay));
  service.ledger.saveSession(session);
  awaitWhatIsDue(service, session);
}

/** Waits for the next status, also for one that a restart interrupted. */
export function awaitWhatIsDue(service: Service, session: Session): void {
  const { next, drops } = session;
  const times = [...(next === null ? [] : [next.due_at]), ...drops.map(({ due_at }) => due_at)];
  for (const time of times) {
    service.clockwork.at(time, () => {
      applyWhatIsDue(service, session);
      return Promise.resolve();
    });
  }
}

/** Makes the changes that are due by now. */
export function applyWhatIsDue(service: Service, session: Session): void {
  applyDrops(service, session);
  const { next } = session;
  if (next === null || next.due_at > service.clockwork.now()) return;
  // An attempt is under way: it may yet fail, and the session is then unpaid and over.
  if (next.status === 'expired' && session.status === 'processing') return;
  session.next = null;
  if (possibleFrom[next.status]?.includes(session.status) !== true) {
    service.ledger.saveSession(session);
    return;
  }
  const wasDisputed = session.status === 'disputed';
  if (wasDisputed && next.status === 'refunded') giveAllBack(session);
  service.ledger.setStatus(session, next.status);
  if (next.status === 'disputed') scheduleDisputeEnd(service, session);
  else if (next.status === 'paid' && !wasDisputed) schedulePaidOff(service, session);
  notifyLater(service, session);
}

function applyDrops(service: Service, session: Session): void {
  const now = service.clockwork.now();
  const due = session.drops.filter((drop) => drop.due_at <= now);
  for (const drop of due) {
    session.drops.splice(session.drops.indexOf(drop), 1);
    const isUnderWay = session.status.startsWith('processing_');
    if (!takeBack(session, drop)) {
      service.ledger.saveSession(session);
      continue;
    }
    if (isUnderWay) session.next = null;
    service.ledger.setStatus(session, session.status);
    notifyLater(service, session);
  }
}

function notifyLater(service: Service, session: Session): void {
  service.clockwork.run(async () => {
    const sendWebhooks = await notify(service, session, scenarioOf(service, session));
    sendWebhooks();
  });
}
