/** A secure delivery: session, payment and parcel in one call. Only its name is documented. */
import { Refusal, validationRefusal } from '../wire/refusal.ts';
import { compile, objectOf, type Schema, WORD } from '../wire/schema.ts';
import { DELIVERY } from './delivery.ts';
import { type Call, type Reply } from './row.ts';
import { addOperation, openSession, PAYMENT_FIELDS, SESSION_FIELDS } from './session.ts';

const FIELDS: Readonly<Record<string, Schema>> = {
  ...SESSION_FIELDS,
  ...PAYMENT_FIELDS,
  callback_url: WORD,
  amount: {},
  external_id: WORD,
  delivery: { ...DELIVERY, type: 'object' },
};
const check = compile(objectOf(FIELDS, ['amount', 'delivery']));

/** @returns `{session_id, url}` */
export function initSecureDelivery(call: Call): Reply {
  const { service, body } = call;
  const errors = check(body.extra);
  if (errors.length > 0) throw validationRefusal(errors);
  if (service.wire.readAmount(body.extra['amount']) === undefined) {
    throw new Refusal('validation', 'amount', {
      errors: [{ message: 'Invalid input: not an amount', code: 'invalid_value', path: 'amount' }],
    });
  }
  const named = { ...body.named, callbackUrl: body.extra['callback_url'] };
  const session = openSession({ ...call, body: { ...body, named } }, 'checkout');
  addOperation(call, session);
  return { body: { session_id: session.id, url: `${service.publicUrl}/pay?sid=${session.id}` } };
}
