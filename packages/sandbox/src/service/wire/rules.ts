/** The rule of each field of the profile. */
import { tokenField, type WireProfile } from './profile.ts';
import { type Schema, textSchema, urlSchema, wordSchema } from './schema.ts';

const token: Schema = { type: ['string', 'object'], minLength: 1 };

/** Field name to schema; a field without a rule accepts any value. */
export function rulesOf({ forms, wallets }: WireProfile): Readonly<Record<string, Schema>> {
  const amount = {
    'major-number': { type: 'number', exclusiveMinimum: 0 },
    'major-string': { type: 'string', format: 'amount' },
    'minor-integer': { type: 'integer', minimum: 1 },
  }[forms.amount];
  return {
    merchantId:
      forms.merchantId === 'number' ? { type: 'integer' } : { type: ['string', 'number'] },
    sessionId: wordSchema,
    paymentId: wordSchema,
    callbackUrl: urlSchema,
    redirectUrl: urlSchema,
    externalId: textSchema,
    amount,
    currency: textSchema,
    validationUrl: { type: 'string', format: 'https-url' },
    domain: { type: 'string', format: 'hostname' },
    // The wallets' tokens may share a field, so a token is checked once its wallet is known.
    ...Object.fromEntries(Object.keys(wallets).map((wallet) => [tokenField(wallet), token])),
    wallet: { enum: Object.values(wallets).map(({ name }) => name) },
    volumeWeight: { type: 'number', minimum: 0.0004 },
    weight: { type: 'number', minimum: 0.1 },
    recipientCity: wordSchema,
    recipientWarehouse: wordSchema,
    guid: wordSchema,
    recipient: { type: 'object' },
    from: wordSchema,
    to: wordSchema,
    format: { enum: ['CSV', 'JSON', 'XLSX'] },
    email: wordSchema,
  };
}
