import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The owners of the key pairs: the merchant signs `x-sign`, the service signs `x-sign-v2`. */
const owners = ['merchant', 'service'] as const;

/**
 * Makes `{owner}-private.pem` and `{owner}-public.pem`, RSA of 2048 bits, if they are missing.
 * @returns whether any was made
 */
export function ensureKeys(folder: string): boolean {
  mkdirSync(folder, { recursive: true });
  const missing = owners.filter((owner) => !existsSync(join(folder, `${owner}-public.pem`)));
  for (const owner of missing) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    // The public half is written last: if it exists, the pair is complete.
    writeFileSync(join(folder, `${owner}-private.pem`), privateKey, { mode: 0o600 });
    writeFileSync(join(folder, `${owner}-public.pem`), publicKey);
  }
  return missing.length > 0;
}
