import type { WebhookVersion } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import type { Bytes } from './fetch.ts';
import { readStatus } from './evidence.ts';
import { jsonIn, knownAt, type PaymentAnswer } from './operations.ts';
import type { Profile } from './profile.ts';
import type { Verifier } from './signature.ts';
import { notPromised, type Reshape } from './transport.ts';

/** A parsed webhook. */
export interface WebhookMessage {
  readonly version: WebhookVersion;
  readonly sessionId: string;
  /** `null` if it has no readable status; then only get-status can tell the status. */
  readonly answer: PaymentAnswer | null;
}

/**
 * Whether the service signed exactly these bytes. The first signature of the profile whose header is present
 * decides, so that a weaker scheme further down the list cannot replace it.
 */
export async function isSigned(
  headers: Pick<Headers, 'get' | 'has'>,
  body: Bytes,
  verifier: Verifier,
  { webhook }: Pick<Profile, 'webhook'>,
): Promise<boolean> {
  const scheme = webhook.signatures.find(({ header }) => headers.has(header));
  return scheme ? verifier.verify(body, headers.get(scheme.header), scheme) : false;
}

/**
 * Reads a webhook of one payment, or of a list of payments, as the profile describes its version.
 * @throws {WalletServerError} `webhook_invalid` for a body that is not JSON or names no session, or if `reshape` fails.
 */
export function readWebhook(
  bytes: Bytes,
  profile: Profile,
  version: WebhookVersion,
  reshape?: Reshape['webhook'],
): WebhookMessage {
  const places = profile.webhook.versions[version];
  let body: unknown;
  let failure = 'The webhook is not JSON.';
  try {
    body = jsonIn(bytes);
    failure = 'reshape.webhook failed.';
    if (reshape) body = notPromised(reshape(version, body));
  } catch (cause) {
    throw new WalletServerError('webhook_invalid', failure, { cause });
  }
  const sessionId = knownAt(body, places.sessionId);
  if (sessionId === null) {
    throw new WalletServerError('webhook_invalid', 'The webhook names no session.');
  }
  try {
    const { payment, ...own } = places;
    return { version, sessionId, answer: readStatus(body, own, payment, profile) };
  } catch {
    return { version, sessionId, answer: null };
  }
}
