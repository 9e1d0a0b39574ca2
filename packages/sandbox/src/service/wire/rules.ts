/** The rule of each field of the profile. */
import type { WireProfile } from './profile.ts';
import { type Schema, textSchema, urlSchema, wordSchema } from './schema.ts';

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
    // Both tokens may share a field, so the token is checked once the wallet is known.
    walletAToken: { type: ['string', 'object'], minLength: 1 },
    walletBToken: { type: ['string', 'object'], minLength: 1 },
    wallet: { enum: [wallets['wallet-a'].name, wallets['wallet-b'].name] },
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
