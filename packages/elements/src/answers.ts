import {
  readPayTokenAnswer,
  readStatusAnswer,
  type Outcome,
  type PayTokenAnswer,
  type StatusAnswer,
} from '@wallet-buttons/protocol';

/** @throws {TypeError} that names the field. */
export function payTokenAnswer(body: unknown): PayTokenAnswer {
  const answer = readPayTokenAnswer(body);
  // Of the answer alone, whatever a page has done to `Object.prototype`.
  const final: unknown = Object.getOwnPropertyDescriptor(body, 'final')?.value;
  return asItStands({ ...answer, ...(final === false && { final }) });
}

/** @throws {TypeError} that names the field. */
export function statusAnswer(body: unknown): StatusAnswer {
  return asItStands(readStatusAnswer(body));
}

/** Whether the sheet may show success: always, except for a certain failure. */
export function isTaken(outcome: Outcome): boolean {
  return !/failed|cancelled|expired|refunded/.test(outcome);
}

/**
 * An answer whose outcome may still change is `pending`, except for an authorization. The bank's page counts with
 * `pending` alone.
 */
function asItStands<T extends PayTokenAnswer & Partial<Pick<StatusAnswer, 'final'>>>(answer: T): T {
  const { outcome, final, acs_url } = answer;
  const isOpen = final === false && !/authorized|unknown/.test(outcome);
  return {
    ...answer,
    outcome: isOpen ? 'pending' : outcome,
    acs_url: outcome === 'pending' ? acs_url : undefined,
  };
}
