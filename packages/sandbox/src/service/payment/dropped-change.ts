/** A void or a capture that the service accepts, and takes back later. */
import { minorFromText, textFromMinor } from '../../money.ts';
import type { DroppedChange, Operation, Session } from '../control-api.ts';

/** Status and payments of a session. */
export type SessionState = Pick<Session, 'status' | 'operations'>;

/** A copy of the present state. */
export function stateOf({ status, operations }: Session): SessionState {
  return structuredClone({ status, operations });
}

/** What happened to a session since a state of it. */
export function changeSince(
  previousState: SessionState,
  session: Session,
  dueAt: number,
): DroppedChange {
  const parts = previousState.operations.flatMap((old) => {
    const now = session.operations.find(({ id }) => id === old.id);
    if (now === undefined || JSON.stringify(now) === JSON.stringify(old)) return [];
    const { id, status } = old;
    const chargedChange = difference(now.charged, old.charged, session.currency);
    const refundedChange = difference(now.refunded, old.refunded, session.currency);
    return [{ id, charged: chargedChange, refunded: refundedChange, status }];
  });
  return { due_at: dueAt, status: previousState.status, parts };
}

/** Takes the change back, unless what it took was given back since. @returns whether it did */
export function takeBack(session: Session, { status, parts }: DroppedChange): boolean {
  const updates = parts.flatMap((part) => {
    const operation = session.operations.find(({ id }) => id === part.id);
    return operation ? [{ operation, ...without(operation, part, session.currency) }] : [];
  });
  if (updates.some(({ charged, refunded }) => Number(charged) < Number(refunded))) return false;
  for (const { operation, ...fields } of updates) Object.assign(operation, fields);
  session.status = status;
  return true;
}

function without(
  operation: Operation,
  part: DroppedChange['parts'][number],
  currency: string,
): Pick<Operation, 'charged' | 'refunded' | 'status'> {
  const { status } = part;
  const chargedAmount = difference(operation.charged, part.charged, currency);
  const refundedAmount = difference(operation.refunded, part.refunded, currency);
  return { charged: chargedAmount, refunded: refundedAmount, status };
}

function difference(amount: string, less: string, currency: string): string {
  const [minor = 0, lessMinor = 0] = [amount, less].map((text) => minorFromText(text, currency));
  return textFromMinor(minor - lessMinor, currency);
}
