/**
 * The webhook's three formats. v1 is flat: one webhook a payment. v2 and v3 are grouped: one a
 * session, with `payments`. Sources show the amount now as text, now as a number, so v2 writes the
 * one and v3 the other.
 */
import { cardType, maskedPan } from './card-facts.ts';
import type { Operation, Session } from './ledger.ts';
import type { Scenario } from './scenario.ts';

/**
 * The bodies that report a status in one version.
 *
 * @param status the status to report, normally the session's own
 */
export function webhookBodies(
  session: Session,
  version: Scenario['webhookVersion'],
  status: string,
): readonly string[] {
  const common = commonFields(session, status);
  if (version !== 'v1') {
    const payments = session.operations.map((operation) => paymentFields(operation, version));
    return [JSON.stringify({ ...common, payments })];
  }
  return session.operations.map((operation) =>
    JSON.stringify({ ...common, ...paymentFields(operation, version) }),
  );
}

function commonFields(session: Session, status: string): Readonly<Record<string, unknown>> {
  const attempt = session.attempts.at(-1);
  return {
    id: session.id,
    status,
    created_at: session.created_at,
    metadata: session.metadata,
    client_first_name: session.client.first_name,
    client_last_name: session.client.last_name,
    client_patronymic: session.client.patronymic,
    client_phone: session.client.phone,
    client_email: session.client.email,
    client_ip: '127.0.0.1',
    paytype: attempt?.paytype ?? '',
    terminal_name: 'SANDBOX',
    RRN: null,
    APPROVAL: attempt?.charged === true ? approvalCode(attempt.id) : null,
    processing_result: '',
    card_details: attempt && {
      pan: maskedPan(attempt.card),
      card_bank: 'TEST BANK',
      card_country: 'UA',
      card_type: cardType(attempt.card),
      promo_card: false,
    },
  };
}

/** Six digits that an attempt keeps for good. */
export function approvalCode(attemptId: string): string {
  return String(Number.parseInt(attemptId.slice(0, 8), 16) % 1_000_000).padStart(6, '0');
}

function paymentFields(
  operation: Operation,
  version: Scenario['webhookVersion'],
): Readonly<Record<string, unknown>> {
  return {
    external_id: operation.external_id,
    amount: version === 'v3' ? Number(operation.amount) : operation.amount,
    products: operation.products ?? [],
  };
}
