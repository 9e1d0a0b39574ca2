/** Certificate chains for wallet A's signatures, issued anew: right ones, and each wrong in one way. */
import 'reflect-metadata';
import { createHash } from 'node:crypto';
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import type { ApplePaySigner, EcPrivateKey } from '../src/tokens/index.ts';

export interface Chain {
  /** Base64 DER. */
  readonly root: string;
  readonly signer: ApplePaySigner;
}

export interface ChainFlaws {
  readonly leafMarker?: boolean;
  readonly intermediateMarker?: boolean;
  readonly intermediateCa?: boolean;
  readonly leafValidTo?: Date;
  /** Issues the leaf, instead of the intermediate. */
  readonly leafIssuer?: 'stranger';
}

/** A chain as wallet A's: root of P-384, marked intermediate, marked leaf. */
export async function issueChain(flaws: ChainFlaws = {}): Promise<Chain> {
  const validity = { notBefore: new Date('2024-01-01'), notAfter: new Date('2049-12-31') };
  const root = await issue('Wallet A Sandbox Root', 'P-384', { ...validity, ca: true });
  const intermediate = await issue('Wallet A Sandbox Intermediate', 'P-256', {
    ...validity,
    ca: flaws.intermediateCa ?? true,
    issuer: root,
    ...(flaws.intermediateMarker !== false && { marker: '1.2.840.113635.100.6.2.14' }),
  });
  const issuer =
    flaws.leafIssuer === 'stranger'
      ? await issue('Wallet A Sandbox Intermediate', 'P-256', { ...validity, ca: true })
      : intermediate;
  const leaf = await issue('Wallet A Sandbox Signing', 'P-256', {
    ...validity,
    notAfter: flaws.leafValidTo ?? validity.notAfter,
    ca: false,
    issuer,
    ...(flaws.leafMarker !== false && { marker: '1.2.840.113635.100.6.29' }),
  });
  return {
    root: base64(root.certificate),
    signer: {
      leaf: base64(leaf.certificate),
      intermediate: base64(intermediate.certificate),
      privateKey: (await crypto.subtle.exportKey('jwk', leaf.keys.privateKey)) as EcPrivateKey,
    },
  };
}

/** A payment processing certificate for the sandbox's merchant key, as PEM. */
export async function issueMerchantCertificate(merchantId: string, spki: string): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const issuer = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const hash = createHash('sha256').update(merchantId).digest('hex').toUpperCase();
  const ecdh = { name: 'ECDH', namedCurve: 'P-256' };
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=Payment Processing,0.9.2342.19200300.100.1.1=${merchantId}`,
    issuer: 'CN=Wallet A Sandbox Issuer',
    publicKey: await crypto.subtle.importKey('spki', Buffer.from(spki, 'base64'), ecdh, true, []),
    signingKey: issuer.privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new Extension('1.2.840.113635.100.6.32', false, Buffer.from(`\x0c\x40${hash}`, 'latin1')),
    ],
  });
  return certificate.toString('pem');
}

interface Issued {
  readonly certificate: X509Certificate;
  readonly keys: CryptoKeyPair;
}

interface Wish {
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly ca: boolean;
  readonly issuer?: Issued;
  readonly marker?: string;
}

async function issue(name: string, namedCurve: string, wish: Wish): Promise<Issued> {
  const algorithm = { name: 'ECDSA', namedCurve };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const { issuer, marker, ca, notBefore, notAfter } = wish;
  const { keyCertSign, digitalSignature } = KeyUsageFlags;
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${name}`,
    issuer: issuer?.certificate.subject ?? `CN=${name}`,
    notBefore,
    notAfter,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: { name: 'ECDSA', hash: namedCurve === 'P-384' ? 'SHA-384' : 'SHA-256' },
    extensions: [
      new BasicConstraintsExtension(ca, undefined, true),
      new KeyUsagesExtension(ca ? keyCertSign : digitalSignature, true),
      ...(marker === undefined ? [] : [new Extension(marker, false, Uint8Array.of(5, 0))]),
    ],
  });
  return { certificate, keys };
}

function base64(certificate: X509Certificate): string {
  return Buffer.from(certificate.rawData).toString('base64');
}
