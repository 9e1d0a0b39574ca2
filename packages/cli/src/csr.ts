// The library needs it before its own first line.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type JsonName, Name, Pkcs10CertificateRequestGenerator } from '@peculiar/x509';
import { Argument } from 'commander';
import { writeNew } from './files.ts';
import { type AddCommand, UsageError } from './report.ts';

const kinds = {
  'payment-processing': {
    title: 'Payment Processing Certificate',
    algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
    key: 'EC P-256',
    owner:
      'Wallet A encrypts each token to this key, so it has to belong to the side that decrypts: mostly the payment service, which then makes the request itself and gives it to you.',
  },
  'merchant-identity': {
    title: 'Merchant Identity Certificate',
    algorithm: {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    key: 'RSA 2048',
    owner:
      "With this key a server asks wallet A for merchant sessions. Where the payment service validates the merchant for you, the key is the service's.",
  },
} as const;

interface Options {
  readonly merchantId: string;
  readonly organization: string;
  readonly country: string;
  readonly out: string;
  readonly keyIsMine?: boolean;
}

/** `csr`: a key and a certificate signing request for wallet A. */
export const addCsr: AddCommand = (program, print) => {
  program
    .command('csr')
    .description('make a key and a certificate signing request for wallet A')
    .addArgument(new Argument('<kind>', 'which certificate').choices(Object.keys(kinds)))
    .requiredOption('--merchant-id <id>', 'your merchant id at wallet A (merchant.…)')
    .requiredOption('--organization <name>', 'name of the company, in any script')
    .requiredOption('--country <code>', 'ISO 3166 alpha-2')
    .option('--key-is-mine', 'the payment service has asked for a request of yours')
    .option('--out <folder>', 'where the two files go', '.')
    .action(async (kind: keyof typeof kinds, options: Options) => {
      const { title, algorithm, key, owner } = kinds[kind];
      if (options.keyIsMine !== true) {
        throw new UsageError(
          `Whose key is it? ${owner} Ask the service: "do you need a request (CSR) of ours?" If it does, run this again with --key-is-mine.`,
        );
      }
      const subject = subjectOf(options);
      const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const request = await Pkcs10CertificateRequestGenerator.create({
        name: subject,
        keys,
        signingAlgorithm: algorithm,
      });
      checkSubject(request.subjectName.toJSON(), options);
      const keyFile = join(options.out, `${kind}.key.pem`);
      const csrFile = join(options.out, `${kind}.csr.pem`);
      const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
      await mkdir(options.out, { recursive: true });
      await writeNew(keyFile, pemOf(pkcs8, 'PRIVATE KEY'), 0o600);
      await writeNew(csrFile, `${request.toString('pem')}\n`);
      print({
        json: { kind, keyFile, csrFile, key, subject: request.subject },
        text: [
          `${title}. ${owner}`,
          `${keyFile}  ${key}, readable by you alone. It stays with you, and is needed again when the certificate comes.`,
          `${csrFile}  Upload this one in the developer account of wallet A, and download the certificate there.`,
          `Subject: ${request.subject}`,
        ].join('\n'),
      });
    });
};

/** Plain strings would be parsed: a comma, a quote or a # in a name would change it. */
function subjectOf({ merchantId, organization, country }: Options): Name {
  if (!/^[\w.-]{1,64}$/.test(merchantId)) {
    throw new UsageError('--merchant-id is 1 to 64 letters, digits, dots and hyphens.');
  }
  if (organization.trim() === '' || organization.length > 64) {
    throw new UsageError('--organization is a name of 1 to 64 characters.');
  }
  if (!/^[A-Z]{2}$/.test(country)) throw new UsageError('--country is two capital letters: UA.');
  return new Name([
    { CN: [{ utf8String: merchantId }] },
    { O: [{ utf8String: organization }] },
    { C: [{ printableString: country }] },
  ]);
}

/** What was written is read back: a name that was changed on the way must not be signed. */
function checkSubject(written: JsonName, { merchantId, organization, country }: Options): void {
  const texts = written.flatMap((part) => Object.values(part)).flat();
  if (texts.join('\n') === [merchantId, organization, country].join('\n')) return;
  throw new UsageError('The names do not survive in the request. Try a simpler --organization.');
}

function pemOf(der: Buffer, label: string): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
