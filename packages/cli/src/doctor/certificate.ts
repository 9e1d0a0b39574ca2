import { createPrivateKey, X509Certificate } from 'node:crypto';
import { bytesOf, textOf } from '../files.ts';
import { UsageError } from '../report.ts';
import { lifeResult } from './domain.ts';
import { expect, type Finding, found, type Setup, skipped } from './finding.ts';

/** The certificates of wallet A, PEM or DER. */
export async function checkCertificates(setup: Setup): Promise<Finding[]> {
  const { paymentCertificate, paymentKey, identityCertificate, identityKey } = setup;
  return [
    ...(await check('cert.pay', paymentCertificate, paymentKey, '--payment-certificate')),
    ...(await check('cert.id', identityCertificate, identityKey, '--identity-certificate')),
  ];
}

async function check(
  id: 'cert.pay' | 'cert.id',
  file: string | undefined,
  keyFile: string | undefined,
  option: string,
): Promise<Finding[]> {
  if (file === undefined)
    return skipped([id, 'cert.key', 'cert.life'], `Name the certificate with ${option}.`);
  const certificate = await read(file);
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details = {} } =
    certificate.publicKey;
  const kind = [type, details.namedCurve ?? details.modulusLength].join(' ');
  const left = Math.floor((Date.parse(certificate.validTo) - Date.now()) / 86_400_000);
  const findings = [
    expect(id, kind === (id === 'cert.pay' ? 'ec prime256v1' : 'rsa 2048'), `${kind}.`),
    keyFile === undefined
      ? found('cert.key', 'skip', 'Name its key to compare them.')
      : expect(
          'cert.key',
          certificate.checkPrivateKey(createPrivateKey(await textOf(keyFile))),
          `Compared with ${keyFile}.`,
        ),
    found('cert.life', lifeResult(left, 60, 15), `${String(left)} days left.`),
  ];
  return findings.map((finding) => ({ ...finding, subject: file }));
}

async function read(file: string): Promise<X509Certificate> {
  const bytes = await bytesOf(file);
  try {
    return new X509Certificate(bytes);
  } catch {
    throw new UsageError(`${file} is not a certificate (PEM or DER).`);
  }
}
