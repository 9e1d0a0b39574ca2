/** A merchant session shaped like wallet A’s own. */
import { randomBytes, randomUUID } from 'node:crypto';
import { processingRefusal } from '../wire/refusal.ts';
import { putAt } from '../wire/place.ts';
import { findSession } from './find-session.ts';
import { merchantIdHash } from './payment-token.ts';
import { type Call, type Reply, textOf } from './row.ts';

/** Wallet A’s sheet accepts a merchant session only within this time. */
const lifetimeMs = 5 * 60 * 1000;

/** @returns the merchant session: opaque to the merchant, single-use, five minutes */
export function validateMerchant(call: Call): Reply {
  const { service, body } = call;
  if (textOf(body.named, 'sessionId') !== null) findSession(call);
  const domain = textOf(body.named, 'domain') ?? '';
  const { id, name, domains } = service.merchant;
  if (domains?.includes(domain) === false) {
    throw processingRefusal('DomainNotRegisteredError', 'domain is not registered');
  }
  const merchantIdentifier = merchantIdHash(id);
  const now = service.clockwork.now();
  const session = {
    epochTimestamp: now,
    expiresAt: now + lifetimeMs,
    merchantSessionIdentifier: `SSH${randomUUID().replaceAll('-', '').toUpperCase()}`,
    nonce: randomBytes(4).toString('hex'),
    merchantIdentifier,
    domainName: domain,
    displayName: name,
    signature: randomBytes(256).toString('hex'),
    operationalAnalyticsIdentifier: `${name}:${merchantIdentifier}`,
    retries: 0,
    pspId: merchantIdentifier,
  };
  return { body: wrapped(session, call) };
}

/** The merchant session at the place and in the form of the profile. */
function wrapped(session: unknown, { service }: Call): unknown {
  const { path = null, as = 'json' } =
    service.wire.profile.operations.validateMerchant.merchantSession ?? {};
  const text = JSON.stringify(session);
  const value = {
    json: session,
    'json-string': text,
    'base64-json': Buffer.from(text).toString('base64'),
  }[as];
  if (path === null) return value;
  const body = {};
  putAt(body, path, value);
  return body;
}
