import { Buffer } from 'node:buffer';
import type { WebhookVersion } from '@wallet-buttons/protocol';
import { ServiceError } from './errors.ts';
import type { Bytes } from './fetch.ts';
import { readStatus } from './evidence.ts';
import { jsonIn, knownAt, type PaymentAnswer } from './operations.ts';
import { type Profile, webhookPlaces } from './profile.ts';
import { notPromised } from './promise.ts';
import { type Verifier, verifies } from './signature.ts';
import type { Reshape } from './transport.ts';

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
  return scheme ? verifies(verifier, body, headers.get(scheme.header), scheme) : false;
}

/** Whether a body is empty or an empty object, with which a service tries out an address. It names no payment. */
export function isPing(body: Bytes): boolean {
  return /^[ \t\r\n]*(?:\{[ \t\r\n]*\}[ \t\r\n]*)?$/.test(Buffer.from(body).toString('latin1'));
}

/**
 * Reads a webhook of one payment, or of a list of payments, as the profile describes its version.
 * @throws {ServiceError} `webhook_invalid` for a body that is not JSON or names no session, and its cause says what
 * came instead; or if `reshape` fails.
 */
export function readWebhook(
  bytes: Bytes,
  profile: Profile,
  version: WebhookVersion,
  reshape?: Reshape['webhook'],
): WebhookMessage {
  const places = webhookPlaces(profile, version);
  let body: unknown;
  try {
    body = jsonIn(bytes);
  } catch {
    throw invalid(
      'The webhook is not JSON.',
      formOf(bytes, ', cut, malformed or with a key twice'),
    );
  }
  try {
    if (reshape) body = notPromised(reshape(version, body));
  } catch (cause) {
    throw invalid('reshape.webhook failed.', cause);
  }
  const sessionId = knownAt(body, places.sessionId);
  if (sessionId === null) throw invalid('The webhook names no session.', formOf(bytes));
  try {
    const { payment, ...own } = places;
    return { version, sessionId, answer: readStatus(body, own, payment, profile) };
  } catch {
    return { version, sessionId, answer: null };
  }
}

/** What a body is, by its first bytes in hexadecimal. */
const binaryForms: Readonly<Record<string, string>> = {
  efbbbf: 'begins with a byte order mark',
  fffe: 'is UTF-16',
  feff: 'is UTF-16',
  '1f8b': 'is gzip',
  '28b52ffd': 'is zstd',
  '7801': 'is deflate',
  '789c': 'is deflate',
  '78da': 'is deflate',
};

/** What a body is, by its text. */
const textForms: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'is empty'],
  [/^\s*</, 'is XML or HTML'],
  [/^\s*"/, 'is a text in quotes'],
  [/^--/, 'is a form of several parts'],
  [/^[\w.%+[\]-]+=/, 'is a form'],
  [/^eyJ[\w-]*\./, 'is a JSON Web Token'],
  [/^\s*\[/, 'is a list'],
  [/^\s*\{/, 'is an object'],
];

/** What came instead of a webhook, for the log, with nothing of its content. */
function formOf(bytes: Bytes, damage = ''): ServiceError {
  const start = Buffer.from(bytes.subarray(0, 1024));
  const hex = start.toString('hex');
  const magic = Object.keys(binaryForms).find((prefix) => hex.startsWith(prefix)) ?? '';
  const [, form] = textForms.find(([pattern]) => pattern.test(start.toString('latin1'))) ?? [];
  const isJson = form === 'is a list' || form === 'is an object';
  const text = isJson ? `${form}${damage}` : (form ?? 'is neither an object nor a list');
  return invalid(`The body ${binaryForms[magic] ?? text}.`);
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('webhook_invalid', message, { cause });
}
