/** Opening a session, adding a payment to it, asking about it: the same for a shop’s page and for the hosted one. */
import { randomUUID } from 'node:crypto';
import { textFromMinor } from '../../money.ts';
import type { Operation, Session } from '../control-api.ts';
import { scheduleExpiry } from '../payment/next-status.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { objectSchema, type Schema, textSchema, urlSchema } from '../wire/schema.ts';
import { readAmount } from './amount.ts';
import { deliverySchema, readDelivery } from './delivery.ts';
import { findSession } from './find-session.ts';
import { type Call, type Reply, textOf } from './row.ts';

/** What a session may carry beside the profile’s fields, as observed. */
export const sessionFields: Readonly<Record<string, Schema>> = {
  client_phone: textSchema,
  client_first_name: textSchema,
  client_last_name: textSchema,
  client_patronymic: textSchema,
  client_email: textSchema,
  success_url: urlSchema,
  fail_url: urlSchema,
  success_redirect_timeout: { type: ['number', 'null'], minimum: 0 },
  metadata: objectSchema,
};

/** What a payment may carry beside the profile’s fields, as observed. */
export const paymentFields: Readonly<Record<string, Schema>> = {
  use_hold: { type: ['boolean', 'null'] },
  products: {
    type: ['array', 'null'],
    items: {
      type: 'object',
      required: ['description', 'count', 'price'],
      properties: {
        description: { type: 'string' },
        count: { type: 'number' },
        price: { type: 'number' },
      },
    },
  },
  identifier: textSchema,
  delivery: deliverySchema,
};

/** @returns `{id, metadata}` */
export function createSession(call: Call): Reply {
  const session = openSession(call, call.operation === 'session' ? 'acquiring' : 'checkout');
  const { id, metadata } = session;
  if (session.group === 'checkout') return { body: { id, metadata } };
  return { body: call.service.wire.answer('session', { sessionId: id }, { metadata }) };
}

/** A new session in the ledger. */
export function openSession(
  { service, header, body: { named, extra } }: Call,
  group: Session['group'],
): Session {
  const session: Session = {
    id: randomUUID(),
    group,
    merchant_id: service.merchant.id,
    created_at: new Date(service.clockwork.now()).toISOString().replace('Z', '+00:00'),
    callback_url: textOf(named, 'callbackUrl'),
    success_url: textOf(extra, 'success_url'),
    fail_url: textOf(extra, 'fail_url'),
    redirect_url: textOf(named, 'redirectUrl'),
    client: {
      phone: textOf(extra, 'client_phone'),
      first_name: textOf(extra, 'client_first_name'),
      last_name: textOf(extra, 'client_last_name'),
      patronymic: textOf(extra, 'client_patronymic'),
      email: textOf(extra, 'client_email'),
    },
    metadata: extra['metadata'] ?? null,
    currency: service.merchant.currency,
    status: group === 'checkout' ? 'precreated' : 'created',
    next: null,
    drops: [],
    operations: [],
    attempts: [],
    webhooks: [],
  };
  service.ledger.addSession(session);
  scheduleExpiry(service, session, { header });
  return session;
}

/** @returns `{url, id, session_id}`, of a checkout session without `id`; a second call adds a second payment */
export function addPayment(call: Call): Reply {
  const { service, operation: name, body } = call;
  const session = findSession(call);
  if (session.status !== 'created' && session.status !== 'precreated') {
    throw processingRefusal('SessionStatusError', `session is ${session.status}`);
  }
  const operation = addOperation(call, session);
  session.redirect_url ??= textOf(body.named, 'redirectUrl');
  scheduleExpiry(service, session, call);
  const url = `${service.publicUrl}/pay?sid=${session.id}`;
  const price = operation.delivery && { delivery_price: Number(operation.delivery.price) };
  if (name === 'addCheckoutPayment') return { body: { url, session_id: session.id, ...price } };
  const members = { url, paymentId: operation.id, sessionId: session.id };
  return { body: service.wire.answer('payment', members, { ...price }) };
}

/** A new payment in the ledger. */
export function addOperation(call: Call, session: Session): Operation {
  const { wire, ledger, merchant } = call.service;
  const { named, extra } = call.body;
  const currency = textOf(named, 'currency') ?? session.currency;
  const currencies = [merchant.currency, ...wire.profile.currencies];
  if (session.operations.length > 0 && currency !== session.currency) {
    throw processingRefusal('CurrencyError', `the session is in ${session.currency}`);
  }
  if (!currencies.includes(currency)) {
    throw processingRefusal('CurrencyError', `the terminal takes ${currencies.join(', ')}`);
  }
  const amount = readAmount(call, named['amount'] ?? extra['amount'], currency);
  session.currency = currency;
  const delivery = readDelivery(extra['delivery'], amount, currency);
  const nothing = textFromMinor(0, currency);
  return ledger.addOperation(session, {
    external_id: textOf(named, 'externalId') ?? textOf(extra, 'external_id'),
    amount,
    charged: nothing,
    refunded: nothing,
    // What is delivered is paid for once it has arrived.
    use_hold: extra['use_hold'] === true || delivery !== null,
    products: extra['products'] ?? null,
    delivery,
    status: session.status,
  });
}
