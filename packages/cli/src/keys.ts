import { createHash, generateKeyPair, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Option } from 'commander';
import { makeFolder, writePair } from './files.ts';
import type { AddCommand } from './report.ts';

/** `keys`: the RSA pair that signs the calls to the payment service. */
export const addKeys: AddCommand = (program, print) => {
  program
    .command('keys')
    .description('make the RSA key pair that signs your calls (x-sign)')
    .option('--out <folder>', 'folder for the two files', '.')
    .addOption(
      new Option('--bits <number>', 'size').choices(['2048', '3072', '4096']).default('2048'),
    )
    .action(async ({ out, bits }: { readonly out: string; readonly bits: string }) => {
      const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', {
        modulusLength: Number(bits),
      });
      const privateFile = join(out, 'merchant-private.pem');
      const publicFile = join(out, 'merchant-public.pem');
      await makeFolder(out);
      await writePair(
        [privateFile, pemOf(privateKey, 'pkcs8')],
        [publicFile, pemOf(publicKey, 'spki')],
      );
      const fingerprint = fingerprintOf(publicKey);
      print({
        json: { privateFile, publicFile, bits: Number(bits), fingerprint },
        lines: [
          `${privateFile}  RSA ${bits}, readable by you alone. It stays on your server: never in a repository, a chat or a ticket.`,
          `${publicFile}   Send this one to the payment service.`,
          `SHA-256 of the public key: ${fingerprint}`,
        ],
      });
    });
};

/** SHA-256 of the public key as SubjectPublicKeyInfo, in hexadecimal. */
export function fingerprintOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function pemOf(key: KeyObject, type: 'pkcs8' | 'spki'): string {
  return key.export({ type, format: 'pem' }).toString();
}
