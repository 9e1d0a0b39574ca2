import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The two key pairs of a sandbox: files, and what is in those that the sandbox needs. */
export interface KeyFiles {
  /** The merchant signs its calls with this one. */
  readonly merchantPrivate: string;
  readonly merchantPublic: string;
  readonly servicePrivate: string;
  /** The merchant checks webhooks with this one. */
  readonly servicePublic: string;
}

/** Makes what is missing of both pairs, RSA of 2048 bits, in a folder that Git leaves alone. */
export function ensureKeys(folder: string): KeyFiles {
  mkdirSync(folder, { recursive: true });
  const ignore = join(folder, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  const file = (name: string): string => join(folder, `${name}.pem`);
  for (const owner of ['merchant', 'service']) {
    if (existsSync(file(`${owner}-public`))) continue;
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    // The public half is written last: where it exists, the pair is complete.
    writeFileSync(file(`${owner}-private`), privateKey, { mode: 0o600 });
    writeFileSync(file(`${owner}-public`), publicKey);
  }
  return {
    merchantPrivate: file('merchant-private'),
    merchantPublic: file('merchant-public'),
    servicePrivate: file('service-private'),
    servicePublic: file('service-public'),
  };
}

/** @throws UsageError if the file cannot be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

/** The command was called in a way that cannot work. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
