import { join } from 'node:path';
import { Argument } from 'commander';
import type { CertificateKind, Subject } from './certificate-request.ts';
import { makeFolder, writePair } from './files.ts';
import { type AddCommand, UsageError } from './report.ts';

const kinds = {
  'payment-processing': {
    title: 'Payment Processing Certificate',
    key: 'EC P-256',
    owner:
      'Wallet A encrypts each token to this key, so it has to belong to the side that decrypts: usually the payment service, which then makes the request itself and gives it to you.',
  },
  'merchant-identity': {
    title: 'Merchant Identity Certificate',
    key: 'RSA 2048',
    owner:
      "With this key a server asks wallet A for merchant sessions. Where the payment service validates the merchant for you, the key is the service's.",
  },
} as const satisfies Record<CertificateKind, object>;

interface Options extends Partial<Subject> {
  readonly out: string;
  readonly keyIsMine?: boolean;
}

/** `csr`: a key and a certificate signing request for wallet A. */
export const addCsr: AddCommand = (program, print, { ask }) => {
  program
    .command('csr')
    .description('make a key and a certificate signing request for wallet A')
    .addArgument(new Argument('<kind>', 'kind of certificate').choices(Object.keys(kinds)))
    .option('--merchant-id <id>', 'your merchant id at wallet A (merchant.…)')
    .option('--organization <name>', 'name of the company, in any script')
    .option('--country <code>', 'ISO 3166 alpha-2')
    .option('--key-is-mine', 'the payment service needs a request from you')
    .option('--out <folder>', 'folder for the two files', '.')
    .action(async (kind: CertificateKind, options: Options) => {
      const { title, key, owner } = kinds[kind];
      const question = `Whose key is it? ${owner}\nHas the service asked for a request (CSR) of yours?`;
      if (options.keyIsMine !== true && !(await ask?.(question))) {
        throw new UsageError(
          `Whose key is it? ${owner} Ask the service: "do you need a request (CSR) from us?" If it does, run this again with --key-is-mine.`,
        );
      }
      const subject = subjectOf(options);
      // Loaded only here, because the library takes a tenth of a second.
      const { requestCertificate } = await import('./certificate-request.ts');
      const result = await requestCertificate(kind, subject);
      const keyFile = join(options.out, `${kind}.key.pem`);
      const csrFile = join(options.out, `${kind}.csr.pem`);
      await makeFolder(options.out);
      await writePair([keyFile, result.key], [csrFile, result.request]);
      print({
        json: { kind, keyFile, csrFile, key, subject: result.subject },
        lines: [
          `${title}. ${owner}`,
          `${keyFile}  ${key}, readable by you alone. It stays with you, and is needed again when the certificate comes.`,
          `${csrFile}  Upload this one in the developer account of wallet A, and download the certificate there.`,
          `Subject: ${result.subject}`,
        ],
      });
    });
};

/** @throws {UsageError} for values that wallet A, or the format, does not accept. */
function subjectOf({
  merchantId = '',
  organization = '',
  country = '',
}: Partial<Subject>): Subject {
  if (!/^merchant\.[\w.-]{1,55}$/.test(merchantId)) {
    throw new UsageError(
      '--merchant-id is the one of wallet A: it begins with "merchant.", and goes on with letters, digits, dots and hyphens, up to 64 characters.',
    );
  }
  if (organization.trim() === '' || organization.length > 64) {
    throw new UsageError('--organization is a name of 1 to 64 characters.');
  }
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(organization)) {
    throw new UsageError('--organization has a line break or a control character. Write one line.');
  }
  if (!/^[A-Z]{2}$/.test(country)) throw new UsageError('--country is two capital letters: UA.');
  if (!isCountry(country)) {
    throw new UsageError(`"${country}" is not a country of ISO 3166. Write its two letters: UA.`);
  }
  return { merchantId, organization, country };
}

/** Two letters that Unicode has as regions, and ISO 3166 not as countries. */
const noCountries = ['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'];

function isCountry(code: string): boolean {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  // A code that is out of use, or only reserved, has another one in its place: GB for UK.
  const isCurrent = new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && names.of(code) !== undefined && !noCountries.includes(code);
}
