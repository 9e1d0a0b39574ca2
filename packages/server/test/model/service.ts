import type { PaymentAnswer } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';

/** What the service has of one session, in minor units. */
export interface Session {
  readonly id: string;
  readonly status:
    | 'created'
    | 'processing'
    | 'paid'
    | 'holded'
    | 'voided'
    | 'failed'
    | 'disputed'
    | 'refunded';
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  readonly tokens: number;
  /** The operations that it has processed, by their id. */
  readonly effects: readonly Effect[];
  /** What a question that lags behind is answered with. */
  readonly before: Session | null;
}

export interface Effect {
  readonly operation: string;
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amount: number;
}

export const orderAmount = 100;

export function newSession(id: string): Session {
  const money = { held: 0, charged: 0, refunded: 0 };
  return { id, status: 'created', ...money, tokens: 0, effects: [], before: null };
}

/** The session after a change; a question may lag behind by one change. */
export function changed(session: Session, change: Partial<Session>): Session {
  return { ...session, ...change, before: { ...session, before: null } };
}

/** The session after its token was processed. */
export function paid(session: Session, status: Session['status']): Session {
  const money = { paid: { charged: orderAmount }, holded: { held: orderAmount } };
  const amounts = status in money ? money[status as keyof typeof money] : {};
  return changed(session, { status, ...amounts, tokens: session.tokens + 1 });
}

/** The session after an operation; `null` if it does not fit. */
export function operated(session: Session, effect: Effect): Session | null {
  const { kind, amount } = effect;
  const { held, charged, refunded, status: currentStatus } = session;
  if (currentStatus === 'disputed') return null;
  const effects = [...session.effects, effect];
  if (kind === 'capture') {
    if (held < amount || amount === 0) return null;
    return changed(session, { status: 'paid', held: 0, charged: amount, effects });
  }
  if (held > 0) return changed(session, { status: 'voided', held: 0, effects });
  if (charged - refunded < amount || amount === 0) return null;
  const back = refunded + amount;
  const status = back === charged ? 'voided' : 'paid';
  return changed(session, { status, refunded: back, effects });
}

/** The session after its last operation was undone; `null` without one. */
export function undone(session: Session): Session | null {
  const effect = session.effects.at(-1);
  if (!effect) return null;
  const effects = session.effects.slice(0, -1);
  if (effect.kind === 'capture') {
    return changed(session, { status: 'holded', held: orderAmount, charged: 0, effects });
  }
  if (session.charged === 0)
    return changed(session, { status: 'holded', held: orderAmount, effects });
  const refundedAmount = session.refunded - effect.amount;
  return changed(session, { status: 'paid', refunded: refundedAmount, effects });
}

/** The session after the rest of its charge was returned in the service's cabinet; `null` without one. */
export function returned(session: Session): Session | null {
  const { charged, refunded } = session;
  return charged > refunded ? changed(session, { status: 'voided', refunded: charged }) : null;
}

/** What becomes of a charge that a bank disputes, or may dispute: the next sessions, by their statuses. */
export function disputed(session: Session): readonly Session[] {
  const { status, charged, refunded } = session;
  if (status === 'paid' && charged > refunded) return [changed(session, { status: 'disputed' })];
  if (status !== 'disputed') return [];
  const lost = { status: 'refunded', refunded: charged } as const;
  return [changed(session, { status: 'paid' }), changed(session, lost)];
}

export function hasMoney({ held, charged, refunded }: Session): boolean {
  return held > 0 || charged > refunded;
}

/** What the service says of a session: to a question, in an answer, by webhook. */
export function answerOf({ status, charged, refunded }: Session, isNamed = true): PaymentAnswer {
  return {
    ...emptyAnswer,
    status,
    amount: major(charged || orderAmount),
    currency: 'UAH',
    refunded: isNamed ? major(refunded) : null,
  };
}

/** How a service may contradict itself, or what it knows. */
export type Lie = 'two statuses' | 'denies' | 'whole' | 'more' | 'less';

/** What the service says of a session against what it knows; `null` where it has no money to lie about. */
export function lieOf(lie: Lie, session: Session): PaymentAnswer | null {
  const answer = answerOf(session);
  const { charged, status } = session;
  switch (lie) {
    case 'two statuses':
      return { ...answer, status: 'failed', payments: [{ ...emptyAnswer, status }] };
    case 'denies':
      return { ...answer, status: 'failed', refunded: null };
    case 'less':
      return charged > 0 ? { ...answer, status: 'paid', refunded: major(0) } : null;
    case 'whole':
      return charged > 0 ? { ...answer, status: 'paid', refunded: major(charged) } : null;
    case 'more':
      return charged > 0 ? { ...answer, status: 'refunded', refunded: major(charged + 25) } : null;
  }
}

function major(amount: number): string {
  return (amount / 100).toFixed(2);
}
