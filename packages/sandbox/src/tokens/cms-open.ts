/** Verifies wallet A's signature: CMS, its certificates, and when it was made. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, ObjectIdentifier, OctetString, UTCTime } from 'asn1js';
import {
  type Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs';
import { cmsOids } from './cms.ts';
import { sameBytes } from './opening-keys.ts';
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
  const time = attributeOf(signer, cmsOids.signingTime);
  if (!(time instanceof UTCTime)) throw malformed();
  const signedAt = time.toDate().getTime();
  const contentType = attributeOf(signer, cmsOids.contentType);
  const leaf = verifyChain(certificates, signer, root, signedAt);
  if (
    signer.digestAlgorithm.algorithmId !== cmsOids.sha256 ||
    signer.signatureAlgorithm.algorithmId !== cmsOids.ecdsaWithSha256 ||
    !(contentType instanceof ObjectIdentifier) ||
    contentType.getValue() !== cmsOids.data
  ) {
    throw new TokenError('signature', 'The signature is not of ECDSA with SHA-256.');
  }
  const digest = createHash('sha256').update(content).digest();
  const value = attributeOf(signer, cmsOids.messageDigest);
  const bytes = value instanceof OctetString ? value.valueBlock.valueHexView : new Uint8Array();
  if (!sameBytes(bytes, digest)) {
    throw new TokenError(
      'signature',
      'The signature is over other content: the token was changed.',
    );
  }
  const attributes = new Uint8Array(signer.signedAttrs?.encodedValue ?? []);
  if (!verify('sha256', attributes, leaf.publicKey, signer.signature.valueBlock.valueHexView)) {
    throw new TokenError('signature', 'The signature is not of the leaf certificate.');
  }
  return signedAt;
}

interface Signed {
  readonly certificates: readonly Certificate[];
  readonly signer: SignerInfo;
}

function readSignedData(signature: Buffer): Signed {
  const info = parsed(() => new ContentInfo({ schema: elementOf(signature) }));
  if (info.contentType !== cmsOids.signedData) {
    throw new TokenError('format', 'The signature is not CMS SignedData.');
  }
  const { encapContentInfo, certificates, signerInfos } = parsed(
    () => new SignedData({ schema: info.content as object }),
  );
  if (encapContentInfo.eContentType !== cmsOids.data || encapContentInfo.eContent) {
    throw new TokenError('format', 'The signature is not detached.');
  }
  const [signer, ...others] = signerInfos;
  if (signer === undefined || others.length > 0) {
    throw new TokenError('format', 'There is not exactly one signer.');
  }
  // Apple's signatures have certificates of X.509 and nothing else.
  return { certificates: (certificates ?? []) as readonly Certificate[], signer };
}

/** The only value of an attribute that must be there once. */
function attributeOf({ signedAttrs }: SignerInfo, type: string): Asn1 {
  const matches = (signedAttrs?.attributes ?? []).filter((attribute) => attribute.type === type);
  const [value, ...others] = matches.flatMap(({ values }) => values as Asn1[]);
  if (value !== undefined && others.length === 0) return value;
  throw new TokenError('signature', `The signature lacks its attribute ${type}.`);
}

/** The leaf, when it and the intermediate lead to the root and were valid at the time of signing. */
function verifyChain(
  certificates: readonly Certificate[],
  { sid }: SignerInfo,
  rootBase64: string,
  signedAt: number,
): X509Certificate {
  const findMarked = (marker: string): Certificate | undefined =>
    certificates.find(({ extensions = [] }) => extensions.some(({ extnID }) => extnID === marker));
  const [leaf, intermediate] = [findMarked(markers.leaf), findMarked(markers.intermediate)];
  if (!leaf || !intermediate) {
    throw new TokenError('chain', 'A certificate lacks the extension that says what it is for.');
  }
  if (
    !(sid instanceof IssuerAndSerialNumber) ||
    !sid.issuer.isEqual(leaf.issuer) ||
    !sid.serialNumber.isEqual(leaf.serialNumber)
  ) {
    throw new TokenError('chain', 'The signature names another certificate than the leaf.');
  }
  const chain = [
    ...[leaf, intermediate].map((one) => Buffer.from(one.toSchema().toBER())),
    Buffer.from(rootBase64, 'base64'),
  ].map((der) => parsed(() => new X509Certificate(der)));
  for (const [index, issuer] of chain.slice(1).entries()) {
    const certificate = chain[index];
    if (!issuer.ca || !certificate?.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      throw new TokenError('chain', 'The certificates do not lead to the root.');
    }
  }
  for (const { validFrom, validTo } of chain) {
    if (signedAt < Date.parse(validFrom) || signedAt > Date.parse(validTo)) {
      throw new TokenError('chain', 'A certificate was not valid when the token was signed.');
    }
  }
  const [ownCertificate] = chain;
  if (ownCertificate === undefined) throw malformed();
  return ownCertificate;
}

type Asn1 = ReturnType<typeof fromBER>['result'];

/** The one element that the bytes are, of DER or BER. */
function elementOf(bytes: Uint8Array): Asn1 {
  const { offset, result } = fromBER(bytes);
  if (offset !== bytes.length) throw malformed();
  return result;
}

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw malformed(cause);
  }
}

function malformed(cause?: unknown): TokenError {
  const message = 'The signature is not a well-formed ASN.1 structure.';
  return new TokenError('format', message, { cause });
}
