/** A secure delivery: session, payment and parcel in one call. Only its name is documented. */
import { validationRefusal } from '../wire/refusal.ts';
import { compile, objectOf, type Schema, urlSchema, wordSchema } from '../wire/schema.ts';
import { readAmount } from './amount.ts';
import { deliverySchema } from './delivery.ts';
import type { Call, Reply } from './row.ts';
import { addOperation, openSession, paymentFields, sessionFields } from './session.ts';

const fields: Readonly<Record<string, Schema>> = {
  ...sessionFields,
  ...paymentFields,
  callback_url: urlSchema,
  amount: {},
  external_id: wordSchema,
  delivery: { ...deliverySchema, type: 'object' },
};
const check = compile(objectOf(fields, ['amount', 'delivery']));

/** @returns `{session_id, url}` */
export function initSecureDelivery(call: Call): Reply {
  const { service, body } = call;
  const errors = check(body.extra);
  if (errors.length > 0) throw validationRefusal(errors);
  // Before there is a session.
  readAmount(call, body.extra['amount'], service.merchant.currency);
  const fields = { ...body.named, callbackUrl: body.extra['callback_url'] };
  const session = openSession({ ...call, body: { ...body, named: fields } }, 'checkout');
  addOperation(call, session);
  return { body: { session_id: session.id, url: `${service.publicUrl}/pay?sid=${session.id}` } };
}
