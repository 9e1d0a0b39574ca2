// The library needs this import before its own.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { type JsonName, Name, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { UsageError } from './report.ts';

/** The key types that wallet A accepts, for WebCrypto. */
const algorithms = {
  'payment-processing': { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  'merchant-identity': {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  },
} as const;

/** The kind of certificate. */
export type CertificateKind = keyof typeof algorithms;

/** The subject of the certificate. */
export interface Subject {
  readonly merchantId: string;
  /** In any script. */
  readonly organization: string;
  /** ISO 3166 alpha-2. */
  readonly country: string;
}

/** A new key, and the request that is signed with it, both in PEM. @throws {UsageError} if a name is changed. */
export async function requestCertificate(kind: CertificateKind, subject: Subject) {
  const algorithm = algorithms[kind];
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const name = nameOf(subject);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name,
    keys,
    signingAlgorithm: algorithm,
  });
  checkName(request.subjectName.toJSON(), subject);
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    key: pemOf(pkcs8, 'PRIVATE KEY'),
    request: `${request.toString('pem')}\n`,
    subject: request.subject,
  };
}

/** The name as an object, because a plain string would be parsed: a comma, a quote or a # would change it. */
function nameOf({ merchantId, organization, country }: Subject): Name {
  return new Name([
    { CN: [{ utf8String: merchantId }] },
    { O: [{ utf8String: organization }] },
    { C: [{ printableString: country }] },
  ]);
}

/** Reads the request back: one with a changed name must not be used. */
function checkName(subjectName: JsonName, { merchantId, organization, country }: Subject): void {
  const texts = subjectName.flatMap((part) => Object.values(part)).flat();
  if (texts.join('\n') === [merchantId, organization, country].join('\n')) return;
  throw new UsageError('The names do not survive in the request. Try a simpler --organization.');
}

function pemOf(der: Buffer, label: string): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
