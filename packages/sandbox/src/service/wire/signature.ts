/**
 * Signatures as the payment service checks those of calls, and makes those of webhooks: over the raw
 * bytes, by the scheme of the profile. Written apart from the merchant's code, so that a mistake there
 * is not repeated here.
 */
import { createHash, sign, verify, type KeyObject } from 'node:crypto';
import { explainWrongSignature } from './explain-signature.ts';
import { otherSpelling } from './other-spelling.ts';
import { type SignatureScheme, verifierOf } from './signature-scheme.ts';

/** What was found in place of the signature. */
export type SignatureResult =
  | 'valid'
  | 'missing'
  | 'doubled'
  | 'wrong-encoding'
  | 'wrong-length'
  | 'wrong';

/** A signature that was checked, and why it was refused. */
export interface SignatureCheck {
  readonly result: SignatureResult;
  /** The fault and the remedy, in a sentence or two. */
  readonly explanation: string;
  readonly expected: SignatureScheme;
  /** The bytes that were checked: the body exactly as received. */
  readonly signed: { readonly length: number; readonly sha256: string };
}

const spellings: Readonly<Record<SignatureScheme['encoding'], RegExp>> = {
  base64: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
  base64url: /^[A-Za-z0-9_-]+$/,
  hex: /^(?:[0-9a-f]{2})+$/,
};

/**
 * Checks one signature header against the bytes that arrived.
 *
 * @param values every header of that name in the request, in order; exactly one is allowed
 * @param body the bytes as received, never a re-serialised body
 */
export function checkSignature(
  values: readonly string[],
  body: Uint8Array,
  key: KeyObject,
  scheme: SignatureScheme,
): SignatureCheck {
  const [result, explanation] = look(values, body, key, scheme);
  const sha256 = createHash('sha256').update(body).digest('hex');
  return { result, explanation, expected: scheme, signed: { length: body.length, sha256 } };
}

function look(
  [value = '', ...others]: readonly string[],
  body: Uint8Array,
  key: KeyObject,
  scheme: SignatureScheme,
): readonly [SignatureResult, string] {
  const { header, encoding } = scheme;
  if (value === '')
    return ['missing', `The header ${header} is missing. Sign the body and send it.`];
  if (others.length > 0) return ['doubled', `The header ${header} is there twice. Send it once.`];
  const length = modulusBytes(key);
  const { hash, ...input } = verifierOf(key, scheme);
  const isRight = (bytes: Uint8Array): boolean =>
    bytes.length === length && verify(hash, body, input, bytes);
  // Node decodes almost anything, so the text has to be proven the one spelling of its bytes.
  const signature = Buffer.from(value, encoding);
  const isWritten = spellings[encoding].test(value) && signature.toString(encoding) === value;
  if (isWritten && isRight(signature)) {
    return ['valid', `Signed by the merchant’s key over ${body.length} bytes.`];
  }
  const other = otherSpelling(value, isRight);
  if (other !== undefined) {
    const explanation = `The header ${header} is ${other}. The signature itself is right: write it as ${encoding} in one line.`;
    return ['wrong-encoding', explanation];
  }
  if (!isWritten) return ['wrong-encoding', `The header ${header} is not ${encoding} in one line.`];
  if (signature.length !== length) {
    return [
      'wrong-length',
      `The signature has ${signature.length} bytes; the registered key makes ${length}. Another key signed it.`,
    ];
  }
  return ['wrong', explainWrongSignature(signature, body, key, scheme)];
}

/** The header's value for exact bytes. */
export function signBytes(body: Uint8Array, key: KeyObject, scheme: SignatureScheme): string {
  const { hash, ...input } = verifierOf(key, scheme);
  return sign(hash, body, input).toString(scheme.encoding);
}

/**
 * The key of an option.
 *
 * @throws TypeError if the PEM has no such RSA key of at least 2048 bits
 */
export function readKey(
  option: 'merchantPublicKey' | 'webhookKey',
  pem: string,
  read: (pem: string) => KeyObject,
): KeyObject {
  const wrong = `${option} has to be a PEM with an RSA key of at least 2048 bits`;
  try {
    const key = read(pem);
    if (key.asymmetricKeyType === 'rsa' && modulusBytes(key) >= 256) return key;
  } catch (cause) {
    throw new TypeError(wrong, { cause });
  }
  throw new TypeError(wrong);
}

function modulusBytes(key: KeyObject): number {
  return (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8;
}
