import { isOpen, type Operation, type OperationDraft } from './operation.ts';
import type { Changed, OrderRecord } from './record.ts';
import { makeDue } from './write.ts';

/**
 * Adds an operation before it is sent. The result is `null`, and it must not be sent, if the attempt has changed since
 * the amounts were worked out, while another operation of it has no outcome, or if one with its key was not refused.
 */
export function addOperation(
  record: OrderRecord,
  { version, ...draft }: OperationDraft,
  now: number,
): Changed<Operation | null> {
  const attempt = record.attempts.find(({ id }) => id === draft.attempt);
  const isTaken = (each: Operation): boolean =>
    each.attempt === draft.attempt &&
    (isOpen(each) || (each.key === draft.key && each.state !== 'refused'));
  if (attempt?.version !== version || record.operations.some(isTaken)) {
    return { record, result: null };
  }
  const operation: Operation = { ...draft, state: 'sent', refusal: '', sentAt: now };
  const nextRecord = { ...record, operations: [...record.operations, operation] };
  // If the process ends before the answer comes, the next pass asks.
  return { record: makeDue(nextRecord, attempt.sessionId, now).record, result: operation };
}
