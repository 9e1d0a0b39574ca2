/** POST /v1/session, /v1/payment and /v1/get-status: opening a session, pricing it, asking about it. */
import { randomUUID } from 'node:crypto';
import { cardType, maskedPan } from './card-facts.ts';
import type { Service } from './context.ts';
import { minorOf } from './ledger.ts';
import type { Session } from './ledger.ts';
import { minorFromNumber, textFromMinor } from './money.ts';
import { processingRefusal } from './refusal.ts';
import {
  PAYMENT_SCHEMA,
  SESSION_ONLY_SCHEMA,
  sessionSchema,
  textOf,
  validate,
  valueOf,
} from './schema.ts';
import { approvalCode } from './webhook-body.ts';

/** An unpaid session ends by itself after this long. */
const LIFETIME = 30 * 24 * 3600 * 1000;

/** @returns `{id, metadata}` */
export function createSession(service: Service, body: unknown): unknown {
  const fields = validate(sessionSchema(service.merchant.phoneRequired), body);
  const session: Session = {
    id: randomUUID(),
    merchant_id: service.merchant.id,
    created_at: new Date(service.background.now()).toISOString().replace('Z', '+00:00'),
    callback_url: textOf(fields, 'callback_url'),
    success_url: textOf(fields, 'success_url'),
    fail_url: textOf(fields, 'fail_url'),
    client: {
      phone: textOf(fields, 'client_phone'),
      first_name: textOf(fields, 'client_first_name'),
      last_name: textOf(fields, 'client_last_name'),
      patronymic: textOf(fields, 'client_patronymic'),
      email: textOf(fields, 'client_email'),
    },
    metadata: valueOf(fields, 'metadata'),
    status: 'created',
    operations: [],
    attempts: [],
    webhooks: [],
  };
  service.ledger.addSession(session);
  return { id: session.id, metadata: session.metadata };
}

/** @returns `{url, id, session_id}`; not idempotent: a second call adds a second payment */
export function addPayment(service: Service, body: unknown): unknown {
  const fields = validate(PAYMENT_SCHEMA, body);
  const session = findSession(service, textOf(fields, 'session_id'));
  if (session.status !== 'created') {
    throw processingRefusal('SessionStatusError', `session is ${session.status}`);
  }
  const minor = minorFromNumber(Number(fields['amount'])) ?? 0;
  const operation = service.ledger.addOperation(session, {
    external_id: textOf(fields, 'external_id'),
    amount: textFromMinor(minor),
    use_hold: fields['use_hold'] === true,
    products: valueOf(fields, 'products'),
    status: session.status,
  });
  const url = `${service.publicUrl}/pay?sid=${session.id}`;
  return { url, id: operation.id, session_id: session.id };
}

/** @returns the session as recorded from such a service */
export function getStatus(service: Service, body: unknown): unknown {
  const fields = validate(SESSION_ONLY_SCHEMA, body);
  return statusBody(findSession(service, textOf(fields, 'session_id')));
}

/** @throws Refusal `SessionNotFoundError` */
export function findSession(service: Service, id: string | null): Session {
  const session = service.ledger.find(id ?? '');
  if (session === undefined) throw processingRefusal('SessionNotFoundError', 'session not found');
  expireIfOld(service, session);
  return session;
}

function expireIfOld(service: Service, session: Session): void {
  const age = service.background.now() - Date.parse(session.created_at);
  if (session.status === 'created' && age > LIFETIME) service.ledger.setStatus(session, 'expired');
}

function statusBody(session: Session): unknown {
  const attempt = session.attempts.find((one) => one.charged) ?? session.attempts.at(-1);
  const charged = attempt?.charged === true;
  const given = session.status === 'voided' || session.status === 'refunded';
  return {
    id: session.id,
    metadata: session.metadata,
    status: session.status,
    created_at: session.created_at,
    client_phone: session.client.phone,
    client_first_name: session.client.first_name,
    client_last_name: session.client.last_name,
    client_patronymic: session.client.patronymic,
    pan: attempt ? maskedPan(attempt.card) : null,
    // Stays null even for a real payment, as recorded.
    rrn: null,
    paytype: attempt?.paytype ?? '',
    approval_code: charged ? approvalCode(attempt.id) : null,
    card_type: attempt ? cardType(attempt.card) : null,
    transaction_status: charged ? (given ? 'REFUNDED' : 'APPROVED') : null,
    amount: textFromMinor(minorOf(session)),
    processing_result: charged ? '' : null,
    operations: session.operations.map((operation) => ({
      transaction_id: operation.id,
      external_id: operation.external_id,
      amount: operation.amount,
      refunded_amount: null,
      status: operation.status,
    })),
  };
}
