import { Buffer } from 'node:buffer';
import {
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { ServiceError } from './errors.ts';
import { type Half, makeRsaKey, otherForms, pkcs12Form } from './key-forms.ts';
import { isPromise } from './promise.ts';

const rightHalf = {
  private: 'give the text of the file that begins with BEGIN PRIVATE KEY',
  public: 'give the public key of the payment service',
};

/** What only an encrypted key begins with, in hexadecimal. */
const encryption = '06092a864886f70d0105';
/** The PEM labels of the forms that DER may have. */
const derLabels = [
  'PRIVATE KEY',
  'RSA PRIVATE KEY',
  'EC PRIVATE KEY',
  'ENCRYPTED PRIVATE KEY',
  'PUBLIC KEY',
  'RSA PUBLIC KEY',
  'CERTIFICATE',
];

/**
 * An RSA key of 2048 bits or more, in the forms that variables, files and secret stores give it. A private key is
 * tried out, so that a broken one fails here, not at a payment.
 * @throws {ServiceError} `key_invalid`: its message names the form and what to do, and shows nothing of the key.
 */
export function readKey(half: Half, input: unknown, passphrase = ''): KeyObject {
  const key = input instanceof KeyObject ? input : parse(half, input, passphrase);
  if (key.type !== half) throw wrongHalf(half, `a ${key.type} one`);
  const { asymmetricKeyType: kind = '' } = key;
  if (kind !== 'rsa') {
    const fix = half === 'private' ? makeRsaKey : 'ask the payment service for its RSA key';
    throw invalid(`This is an ${kind} key, not an RSA key: ${fix}.`);
  }
  const { modulusLength: bits = 0 } = key.asymmetricKeyDetails ?? {};
  if (bits < 2048) throw invalid(`The RSA key has ${String(bits)} bits; it needs 2048 or more.`);
  const trial = new Uint8Array(1);
  const works =
    half === 'public' || verify('sha256', trial, createPublicKey(key), sign('sha256', trial, key));
  if (works) return key;
  throw invalid('The numbers in the RSA key do not fit together.');
}

function parse(half: Half, input: unknown, passphrase: string): KeyObject {
  if (isWebKey(input)) return fromWebKey(half, input);
  // Line ends and quotes of variables, indents of YAML, byte order marks, and the zeros of UTF-16 read as UTF-8.
  const visible = textOf(half, input).replaceAll(/[\0\ufffd\p{Cf}]/gu, '');
  const unquotedText = visible.trim().replaceAll(/^["'`]+|["'`]+$/g, '');
  const text = unquotedText.replaceAll(/\\+r|\\+n/g, '\n').trim();
  if (['', 'undefined', 'null'].includes(text)) throw missing(half);
  const blocks = Array.from(
    text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([^]*?)-----END \1-----/g),
    ([, label = '', body = '']) => ({ label, body }),
  );
  const foreignForm = otherForms.find(
    ([pattern]) => pattern.test(unquotedText) || pattern.test(text),
  );
  if (foreignForm) throw otherForm(half, foreignForm);
  // A file may hold the key and its certificate. Node would derive a public key from a private one.
  const block = blocks.find(({ label }) => isPrivate(label)) ?? blocks[0];
  if (block) return fromPem(half, block.label, block.body, passphrase);
  if (text.startsWith('{')) return fromJson(half, text);
  const base64 = text.replaceAll(/\s/g, '');
  const bytes = Buffer.from(base64, 'base64');
  if (base64.length < 64 || !/^[\w+/-]+={0,2}$/.test(base64)) throw unreadable(half);
  if (bytes[0] === sequence) return fromDer(half, bytes, passphrase);
  const isText = /^[\t\n\r -~\xbb\xbf\xef]+$/.test(bytes.toString('latin1'));
  if (isText) return parse(half, bytes.toString(), passphrase);
  throw unreadable(half);
}

/** The first byte of DER. */
const sequence = 0x30;

/** The text of what was given; DER becomes its base64. */
function textOf(half: Half, input: unknown): string {
  if (typeof input === 'string') return input;
  if (input instanceof ArrayBuffer) return textOf(half, new Uint8Array(input));
  if (input instanceof Uint8Array) {
    const isDer = input[0] === sequence && (input[1] ?? 0) > 0x7f;
    return Buffer.from(input).toString(isDer ? 'base64' : 'utf8');
  }
  if (input instanceof URL) return input.href;
  if (input === undefined || input === null) throw missing(half);
  if (isPromise(input)) throw invalid(`The ${half} key is a promise: await it.`);
  const kind = typeof input === 'object' ? 'an object' : `a ${typeof input}`;
  throw invalid(`The ${half} key is ${kind}: give the text of its PEM file.`);
}

function fromPem(half: Half, label: string, body: string, passphrase: string): KeyObject {
  checkHalf(half, label);
  const [head = '', cipher = ''] =
    /^\s*Proc-Type: *4,ENCRYPTED\s+DEK-Info: *(\S+)\s/.exec(body) ?? [];
  const headers = cipher === '' ? '' : `Proc-Type: 4,ENCRYPTED\nDEK-Info: ${cipher}\n\n`;
  try {
    return create(label, body.slice(head.length), passphrase, headers);
  } catch (cause) {
    if (cipher !== '' || label.includes('ENCRYPTED')) throw locked(cause);
    throw invalid(`The ${half} key cannot be read: it is damaged or cut.`, cause);
  }
}

function fromDer(half: Half, der: Buffer, passphrase: string): KeyObject {
  const body = der.toString('base64');
  let failure: unknown;
  for (const label of derLabels) {
    let key: KeyObject;
    try {
      key = create(label, body, passphrase);
    } catch (cause) {
      failure = cause;
      continue;
    }
    checkHalf(half, label);
    return key;
  }
  const start = der.toString('hex', 0, 64);
  if (pkcs12Form[0].test(start)) throw otherForm(half, pkcs12Form);
  if (!start.includes(encryption)) {
    throw invalid(`The ${half} key cannot be read: it is damaged or cut.`, failure);
  }
  checkHalf(half, 'ENCRYPTED PRIVATE KEY');
  throw locked(failure);
}

/** A key from PEM that is written anew, with the line breaks that it may have lost. */
function create(label: string, body: string, passphrase: string, headers = ''): KeyObject {
  const lines = body.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? [];
  const key = `-----BEGIN ${label}-----\n${headers}${lines.join('\n')}\n-----END ${label}-----\n`;
  return isPrivate(label) ? createPrivateKey({ key, passphrase }) : createPublicKey(key);
}

function checkHalf(half: Half, label: string): void {
  if (isPrivate(label) !== (half === 'private')) throw wrongHalf(half, nameOf(label));
}

function isWebKey(input: unknown): input is JsonWebKey {
  return typeof input === 'object' && input !== null && 'kty' in input;
}

function fromJson(half: Half, text: string): KeyObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Its error quotes the text.
    throw unreadable(half);
  }
  if (isWebKey(value)) return fromWebKey(half, value);
  throw unreadable(half);
}

function fromWebKey(half: Half, key: JsonWebKey): KeyObject {
  if ('d' in key !== (half === 'private')) {
    throw wrongHalf(half, half === 'private' ? 'a public one' : 'a private one');
  }
  try {
    const input = { key, format: 'jwk' } as const;
    return half === 'private' ? createPrivateKey(input) : createPublicKey(input);
  } catch (cause) {
    throw unreadable(half, cause);
  }
}

function isPrivate(label: string): boolean {
  return label.endsWith('PRIVATE KEY');
}

function nameOf(label: string): string {
  if (isPrivate(label)) return 'a private one';
  if (label.endsWith('PUBLIC KEY')) return 'a public one';
  return label.endsWith('CERTIFICATE') ? 'a certificate' : 'a PEM of another kind';
}

function otherForm(half: Half, [, name, formHalf, fix]: (typeof otherForms)[number]): ServiceError {
  if (formHalf !== null && formHalf !== half) return wrongHalf(half, name);
  return invalid(`The ${half} key is ${name}: ${fix}.`);
}

function wrongHalf(half: Half, name: string): ServiceError {
  return invalid(`A ${half} key is needed, not ${name}: ${rightHalf[half]}.`);
}

function missing(half: Half): ServiceError {
  return invalid(`The ${half} key is missing: set the variable that should hold it.`);
}

function locked(cause: unknown): ServiceError {
  const fix = 'pass it as second argument, or decrypt the key with openssl pkey -in FILE';
  return invalid(`The key is encrypted, and the passphrase is missing or wrong: ${fix}.`, cause);
}

function unreadable(half: Half, cause?: unknown): ServiceError {
  const fix = 'it is neither PEM, DER nor a JSON Web Key. Give the whole text of its PEM file';
  return invalid(`The ${half} key cannot be read: ${fix}.`, cause);
}

function invalid(message: string, cause?: unknown): ServiceError {
  return new ServiceError('key_invalid', message, { cause });
}
