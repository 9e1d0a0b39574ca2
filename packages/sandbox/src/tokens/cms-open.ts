/** Verifies wallet A's signature: CMS, its certificates, and when it was made. */
import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { dotted, inside, onlyElement, utcMilliseconds, type Element } from './ber.ts';
import { cmsOids } from './cms.ts';
import { tags } from './der.ts';
import { TokenError } from './token-error.ts';

/** Extensions that show the purpose of a certificate. */
const markers = { leaf: '1.2.840.113635.100.6.29', intermediate: '1.2.840.113635.100.6.2.14' };

/**
 * Throws unless `signature` is a detached CMS signature over `content` by a leaf that leads to `root`.
 *
 * @param root certificate, base64 DER
 * @returns when it was signed, milliseconds since 1970
 */
export function verifyCms(signature: Buffer, content: Buffer, root: string): number {
  const { certificates, signer } = readSignedData(signature);
  const [, issuerAndSerial, digestAlgorithm, attributes, algorithm, value] = signer;
  const signed = readAttributes(attributes);
  const signedAt = utcMilliseconds(signed(cmsOids.signingTime));
  const leaf = verifyChain(certificates, issuerAndSerial, root, signedAt);
  if (
    algorithmOf(digestAlgorithm) !== cmsOids.sha256 ||
    algorithmOf(algorithm) !== cmsOids.ecdsaWithSha256 ||
    dotted(signed(cmsOids.contentType)) !== cmsOids.data
  ) {
    throw new TokenError('signature', 'The signature is not of ECDSA with SHA-256.');
  }
  const digest = createHash('sha256').update(content).digest();
  const given = signed(cmsOids.messageDigest).content;
  if (given.length !== digest.length || !timingSafeEqual(given, digest)) {
    throw new TokenError(
      'signature',
      'The signature is over other content: the token was changed.',
    );
  }
  // The attributes are signed as a SET, but have another tag in the structure.
  const bytes = Buffer.from(attributes?.bytes ?? []);
  bytes[0] = tags.set;
  if (value?.tag !== tags.octetString || !verify('sha256', bytes, leaf.publicKey, value.content)) {
    throw new TokenError('signature', 'The signature is not of the leaf certificate.');
  }
  return signedAt;
}

function readSignedData(signature: Buffer): {
  readonly certificates: readonly Element[];
  readonly signer: readonly Element[];
} {
  const [type, wrapped] = inside(onlyElement(signature), tags.sequence);
  if (dotted(type) !== cmsOids.signedData) {
    throw new TokenError('format', 'The signature is not CMS SignedData.');
  }
  const [signedData] = inside(wrapped, tags.context0);
  const [, , encapsulated, certificates, ...rest] = inside(signedData, tags.sequence);
  const [contentType, ...attached] = inside(encapsulated, tags.sequence);
  if (dotted(contentType) !== cmsOids.data || attached.length > 0) {
    throw new TokenError('format', 'The signature is not detached.');
  }
  const signers = inside(rest.at(-1), tags.set);
  const [signer] = signers;
  if (signers.length !== 1) throw new TokenError('format', 'There is not exactly one signer.');
  return {
    certificates: inside(certificates, tags.context0),
    signer: inside(signer, tags.sequence),
  };
}

/** The only value of an attribute that must be there once. */
function readAttributes(attributes: Element | undefined): (type: string) => Element {
  const found = inside(attributes, tags.context0).map((attribute) => {
    const [type, values] = inside(attribute, tags.sequence);
    return { type: dotted(type), values: inside(values, tags.set) };
  });
  return (type) => {
    const [only, ...more] = found.filter((attribute) => attribute.type === type);
    const [value] = only?.values ?? [];
    if (value && more.length === 0 && only?.values.length === 1) return value;
    throw new TokenError('signature', `The signature lacks its attribute ${type}.`);
  };
}

/** The leaf, when it and the intermediate lead to the root and were valid at the time of signing. */
function verifyChain(
  certificates: readonly Element[],
  issuerAndSerial: Element | undefined,
  rootBase64: string,
  signedAt: number,
): X509Certificate {
  const root = new X509Certificate(Buffer.from(rootBase64, 'base64'));
  const chain = certificates.map(readCertificate);
  const leaf = chain.find(({ extensions }) => extensions.includes(markers.leaf));
  const intermediate = chain.find(({ extensions }) => extensions.includes(markers.intermediate));
  if (!leaf || !intermediate) {
    throw new TokenError('chain', 'A certificate lacks the extension that says what it is for.');
  }
  if (!leaf.issuerAndSerial.equals(issuerAndSerial?.content ?? Buffer.alloc(0))) {
    throw new TokenError('chain', 'The signature names another certificate than the leaf.');
  }
  const steps = [
    [leaf.x509, intermediate.x509],
    [intermediate.x509, root],
  ] as const;
  for (const [issued, issuer] of steps) {
    if (!issuer.ca || !issued.checkIssued(issuer) || !issued.verify(issuer.publicKey)) {
      throw new TokenError('chain', 'The certificates do not lead to the root.');
    }
  }
  for (const { validFrom, validTo } of [leaf.x509, intermediate.x509, root]) {
    if (signedAt < Date.parse(validFrom) || signedAt > Date.parse(validTo)) {
      throw new TokenError('chain', 'A certificate was not valid when the token was signed.');
    }
  }
  return leaf.x509;
}

interface Certificate {
  readonly x509: X509Certificate;
  readonly extensions: readonly string[];
  /** Content of IssuerAndSerialNumber. */
  readonly issuerAndSerial: Buffer;
}

function readCertificate({ bytes }: Element): Certificate {
  const [body] = inside(onlyElement(bytes), tags.sequence);
  const parts = inside(body, tags.sequence);
  const [, serial, , issuer] = parts;
  const [list] = parts.filter(({ tag }) => tag === 0xa3).flatMap((part) => inside(part, 0xa3));
  const extensions = list ? inside(list, tags.sequence) : [];
  return {
    x509: parse(bytes),
    extensions: extensions.map((extension) => dotted(inside(extension, tags.sequence)[0])),
    issuerAndSerial: Buffer.concat([issuer, serial].map((part) => part?.bytes ?? new Uint8Array())),
  };
}

function parse(bytes: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch (cause) {
    throw new TokenError('format', 'A certificate of the signature cannot be read.', { cause });
  }
}

function algorithmOf(element: Element | undefined): string {
  return dotted(inside(element, tags.sequence)[0]);
}
