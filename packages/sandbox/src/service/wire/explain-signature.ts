/** The reason why a well-formed signature is wrong. Each possible reason is verified. */
import {
  constants,
  createHash,
  type Hash,
  type KeyObject,
  publicDecrypt,
  verify,
} from 'node:crypto';
import { type SignatureScheme, verifierOf } from './signature-scheme.ts';

const exactly = 'exactly these bytes';
const hashes = ['SHA-256', 'SHA-1', 'SHA-384', 'SHA-512'] as const;
const paddings = ['PKCS1-v1_5', 'PSS'] as const;

/** Common mistakes: the bytes that a merchant's code signs instead of the sent ones, with the remedy. */
const mistakes: readonly (readonly [
  says: string,
  bytes: (text: string) => string | Uint8Array | undefined,
])[] = [
  ['the same JSON, serialised again', (text) => rewritten(text)],
  ['the same JSON with its slashes escaped', (text) => rewritten(text)?.replaceAll('/', '\\/')],
  ['the same JSON, indented', (text) => rewritten(text, 2)],
  ['the same JSON in the order of its names', (text) => sorted(text)],
  ['the body with a newline at its end', (text) => `${text}\n`],
  ['the body without its last newline', (text) => text.replace(/\r?\n$/, '')],
  ['the body in base64', (text) => Buffer.from(text).toString('base64')],
  ['an empty body', () => ''],
  ['the SHA-256 of the body, which was hashed twice', (text) => sha256(text).digest()],
  ['the SHA-256 of the body in hex', (text) => sha256(text).digest('hex')],
];

/** Says which bytes and which scheme the signature is right for, as far as that can be found. */
export function explainWrongSignature(
  signature: Uint8Array,
  body: Uint8Array,
  key: KeyObject,
  scheme: SignatureScheme,
): string {
  const expectation = `${scheme.hash} and ${scheme.padding} over the ${body.length} bytes of the body are expected.`;
  const text = Buffer.from(body).toString('utf8');
  for (const [says, bytes] of [[exactly, () => text] as const, ...mistakes]) {
    const signedText = bytes(text);
    if (signedText === undefined) continue;
    const raw = says === exactly ? body : Buffer.from(signedText);
    const foundScheme = schemeOf(signature, raw, key);
    if (foundScheme === undefined) continue;
    const isSameScheme = foundScheme.hash === scheme.hash && foundScheme.padding === scheme.padding;
    const salt = says === exactly ? ' with a salt that is not as long as the hash' : '';
    const detail = isSameScheme ? salt : ` with ${foundScheme.hash} and ${foundScheme.padding}`;
    return `The merchant’s key signed ${says}${detail}. ${expectation} Sign the bytes that are sent.`;
  }
  const digest = signedDigest(signature, key);
  if (digest === undefined) {
    return `The registered public key does not open this signature: another key made it. ${expectation}`;
  }
  const bodyDigest = createHash(nodeName(scheme.hash)).update(body).digest('hex');
  return `The merchant’s key signed other bytes: their hash is ${digest}, that of the body is ${bodyDigest}. ${expectation}`;
}

function schemeOf(
  signature: Uint8Array,
  body: Uint8Array,
  key: KeyObject,
): Pick<SignatureScheme, 'hash' | 'padding'> | undefined {
  const all = paddings.flatMap((padding) => hashes.map((hash) => ({ hash, padding })));
  return all.find((one) => {
    const { hash, ...input } = verifierOf(key, one);
    const saltLength = constants.RSA_PSS_SALTLEN_AUTO;
    const anySalt = one.padding === 'PSS' ? { ...input, saltLength } : input;
    return verify(hash, body, anySalt, signature);
  });
}

/** The hash in a PKCS#1 v1.5 signature, in hex: the end of its DigestInfo. */
function signedDigest(signature: Uint8Array, key: KeyObject): string | undefined {
  try {
    const info = publicDecrypt(key, signature).toString('hex');
    return /^30..30.*04(?:14|20|30|40)((?:..)+)$/.exec(info)?.[1];
  } catch {
    return undefined;
  }
}

function sha256(text: string): Hash {
  return createHash('sha256').update(text);
}

function rewritten(text: string, indent = 0): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, indent);
  } catch {
    return undefined;
  }
}

function sorted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    return JSON.stringify(Object.fromEntries(Object.entries(value).sort(byName)));
  } catch {
    return undefined;
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

function nodeName(hash: SignatureScheme['hash']): string {
  return hash.replace('-', '').toLowerCase();
}
