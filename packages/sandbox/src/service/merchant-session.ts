/** POST /v1/walleta-pay/validate-merchant: a merchant session shaped like the provider's own. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Service } from './context.ts';
import { processingRefusal } from './refusal.ts';
import { VALIDATE_MERCHANT_SCHEMA, textOf, validate } from './schema.ts';
import { findSession } from './session.ts';

/** The provider's sheet takes a merchant session no later than this. */
const LIFETIME = 5 * 60 * 1000;

/** @returns the merchant session: opaque to the merchant, single-use, five minutes */
export function validateMerchant(service: Service, body: unknown): unknown {
  const fields = validate(VALIDATE_MERCHANT_SCHEMA, body);
  const sessionId = textOf(fields, 'session_id');
  if (sessionId !== null) findSession(service, sessionId);
  const domain = textOf(fields, 'domain') ?? '';
  if (service.merchant.domains?.includes(domain) === false) {
    throw processingRefusal('DomainNotRegisteredError', 'domain is not registered');
  }
  const merchantIdentifier = sha256(service.merchant.id).toUpperCase();
  const now = service.background.now();
  return {
    epochTimestamp: now,
    expiresAt: now + LIFETIME,
    merchantSessionIdentifier: `SSH${randomUUID().replaceAll('-', '').toUpperCase()}`,
    nonce: randomBytes(4).toString('hex'),
    merchantIdentifier,
    domainName: domain,
    displayName: service.merchant.name,
    signature: randomBytes(256).toString('hex'),
    operationalAnalyticsIdentifier: `${service.merchant.name}:${merchantIdentifier}`,
    retries: 0,
    pspId: merchantIdentifier,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
