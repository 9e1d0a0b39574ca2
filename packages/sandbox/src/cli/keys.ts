import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The two key pairs of a sandbox: the files, and the contents that the sandbox needs. */
export interface KeyFiles {
  /** The merchant signs its calls with this one. */
  readonly merchantPrivate: string;
  readonly merchantPublic: string;
  readonly servicePrivate: string;
  /** The merchant checks webhooks with this one. */
  readonly servicePublic: string;
}

/**
 * Creates missing files of both pairs, RSA of 2048 bits, in a folder that Git ignores.
 *
 * @throws UsageError if the folder cannot be made
 */
export function ensureKeys(folder: string): KeyFiles {
  makeFolder(folder);
  const ignore = join(folder, '.gitignore');
  if (!existsSync(ignore)) writeFileSync(ignore, '*\n');
  const file = (name: string): string => join(folder, `${name}.pem`);
  for (const owner of ['merchant', 'service']) {
    if (existsSync(file(`${owner}-public`))) continue;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    // Sandboxes that start at the same time in one folder all have the pair of the first.
    writeOnce(file(`${owner}-private`), pem, 0o600);
    const publicKey = createPublicKey(readKey(file(`${owner}-private`)));
    writeOnce(
      file(`${owner}-public`),
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    );
  }
  return {
    merchantPrivate: file('merchant-private'),
    merchantPublic: file('merchant-public'),
    servicePrivate: file('service-private'),
    servicePublic: file('service-public'),
  };
}

function makeFolder(path: string): void {
  try {
    makeParents(resolve(path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const reason = String(error.code);
    throw new UsageError(
      `The folder ${path} of --data cannot be made (${reason}). Choose another one.`,
    );
  }
}

/** One folder after another: below /proc, the `recursive` of Node never ends. */
function makeParents(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(path) !== path) makeParents(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another sandbox that starts in the same folder may have been first.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

/** Writes a file unless it exists. */
function writeOnce(path: string, text: string, mode = 0o666): void {
  try {
    writeFileSync(path, text, { mode, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** @throws UsageError if the file cannot be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new UsageError(`${path} cannot be read.`);
  }
}

/** @throws UsageError if the file cannot be read, or is not a key */
export function readKey(path: string): string {
  const pem = readText(path);
  try {
    createPublicKey(pem);
    return pem;
  } catch {
    if (pem.includes('ENCRYPTED')) {
      throw new UsageError(
        `${path} is locked by a passphrase. The public key is enough: openssl pkey -in ${path} -pubout`,
      );
    }
    throw new UsageError(
      `${path} is not a key in PEM. Name another one, or delete it with its pair.`,
    );
  }
}

/** The command was called in a way that cannot work. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
