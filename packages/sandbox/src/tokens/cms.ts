import { fromBase64, toBase64, type Bytes } from './bytes.ts';
import { der, indefinite, inside, oid, tags, utcTime } from './der.ts';
import { importSigningKey, signEcdsa, type EcPrivateKey } from './ecdsa.ts';

/** Who signs wallet A's tokens: the leaf's key, and the chain without its root. */
export interface ApplePaySigner {
  /** Certificates as base64 DER. */
  readonly leaf: string;
  readonly intermediate: string;
  /** Of the leaf, P-256. */
  readonly privateKey: EcPrivateKey;
}

export interface CmsOptions {
  /** Milliseconds since 1970; undefined leaves the attribute out, which every opener must refuse. */
  readonly signedAt: number | undefined;
  /** The provider writes BER with indefinite lengths; DER is equivalent. */
  readonly encoding: 'BER' | 'DER';
}

/** Object identifiers of a signature of wallet A. */
export const cmsOids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** A detached CMS SignedData over `content`, base64, as in wallet A's `signature`. */
export async function signCms(
  content: Bytes,
  signer: ApplePaySigner,
  { signedAt, encoding }: CmsOptions,
): Promise<string> {
  const leaf = fromBase64(signer.leaf);
  const attributes = await signedAttributes(content, signedAt);
  const signature = await signEcdsa(
    der(tags.set, ...attributes),
    await importSigningKey(signer.privateKey),
  );
  const signerInfo = der(
    tags.sequence,
    der(tags.integer, Uint8Array.of(1)),
    issuerAndSerial(leaf),
    sha256Algorithm(),
    der(tags.context0, ...attributes),
    der(tags.sequence, oid(cmsOids.ecdsaWithSha256)),
    der(tags.octetString, signature),
  );
  const outer = encoding === 'BER' ? indefinite : der;
  const signedData = outer(
    tags.sequence,
    der(tags.integer, Uint8Array.of(1)),
    der(tags.set, sha256Algorithm()),
    outer(tags.sequence, oid(cmsOids.data)),
    outer(tags.context0, leaf, fromBase64(signer.intermediate)),
    der(tags.set, signerInfo),
  );
  return toBase64(outer(tags.sequence, oid(cmsOids.signedData), outer(tags.context0, signedData)));
}

/** In the order of DER: by their bytes. */
async function signedAttributes(content: Bytes, signedAt: number | undefined): Promise<Bytes[]> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  const attribute = (type: string, value: Uint8Array): Bytes =>
    der(tags.sequence, oid(type), der(tags.set, value));
  const attributes = [
    attribute(cmsOids.contentType, oid(cmsOids.data)),
    ...(signedAt === undefined ? [] : [attribute(cmsOids.signingTime, utcTime(signedAt))]),
    attribute(cmsOids.messageDigest, der(tags.octetString, digest)),
    attribute(
      cmsOids.algorithmProtection,
      der(tags.sequence, sha256Algorithm(), der(0xa1, oid(cmsOids.ecdsaWithSha256))),
    ),
  ];
  return attributes.sort(byBytes);
}

function byBytes(one: Bytes, other: Bytes): number {
  const position = one.findIndex((byte, index) => byte !== other[index]);
  return (one[position] ?? 0) - (other[position] ?? 0);
}

/** The name of the issuer and the serial number, byte for byte as the certificate has them. */
function issuerAndSerial(certificate: Bytes): Bytes {
  const [body = certificate] = inside(certificate);
  const [version, serial, , issuer] = inside(body);
  if (version?.[0] !== tags.context0 || !serial || !issuer) {
    throw new TypeError('The leaf is not a certificate of version 3.');
  }
  return der(tags.sequence, issuer, serial);
}

function sha256Algorithm(): Bytes {
  return der(tags.sequence, oid(cmsOids.sha256));
}
