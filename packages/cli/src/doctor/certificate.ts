import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { bytesOf, textOf } from '../files.ts';
import { certificateIn } from '../given.ts';
import { UsageError } from '../report.ts';
import { lifeResult } from './domain.ts';
import { expect, type Finding, findingOf, type Setup, skipped } from './finding.ts';

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
  const certificate = certificateIn(await bytesOf(file), file);
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: details = {} } =
    certificate.publicKey;
  const kind = [type, details.namedCurve ?? details.modulusLength].join(' ');
  const findings = [
    expect(id, kind === (id === 'cert.pay' ? 'ec prime256v1' : 'rsa 2048'), `${kind}.`),
    keyFile === undefined
      ? findingOf('cert.key', 'skip', 'Name its key to compare them.')
      : expect(
          'cert.key',
          certificate.checkPrivateKey(await keyIn(keyFile)),
          `Compared with ${keyFile}.`,
        ),
    lifeOf(certificate),
  ];
  return findings.map((finding) => ({ ...finding, subject: file }));
}

function lifeOf({ validFrom, validTo }: X509Certificate): Finding {
  if (Date.parse(validFrom) > Date.now()) {
    const fix = 'Use the certificate that is valid now, or correct the clock of this machine.';
    return findingOf('cert.life', 'fail', `It is not valid before ${validFrom}.`, fix);
  }
  const daysLeft = Math.floor((Date.parse(validTo) - Date.now()) / 86_400_000);
  const observation = daysLeft < 0 ? `It ended on ${validTo}.` : `${String(daysLeft)} days left.`;
  return findingOf('cert.life', lifeResult(daysLeft, 60, 15), observation);
}

async function keyIn(file: string): Promise<KeyObject> {
  const pem = await textOf(file);
  try {
    return createPrivateKey(pem);
  } catch {
    throw new UsageError(`${file} is not a private key in PEM without a passphrase.`);
  }
}
