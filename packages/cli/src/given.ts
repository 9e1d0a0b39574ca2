import {
  defaultProfile,
  defineProfile,
  pemSigner,
  pemVerifier,
  type Profile,
  type ProfileOverrides,
  type Signer,
  type Verifier,
  WalletServerError,
} from '@wallet-buttons/server';
import { jsonOf, textOf } from './files.ts';
import { UsageError } from './report.ts';

/** The default wire profile with the overrides in a file. @throws {UsageError} */
export async function profileOf(path?: string): Promise<Profile> {
  if (path === undefined) return defaultProfile;
  return given(defineProfile, (await jsonOf(path)) as ProfileOverrides);
}

/** A signer with the private key in a file; WALLET_KEY_PASSPHRASE opens it. @throws {UsageError} */
export async function signerOf(path: string): Promise<Signer> {
  const passphrase = process.env['WALLET_KEY_PASSPHRASE'];
  return given((pem) => pemSigner(pem, passphrase), await textOf(path));
}

/** A verifier with the public key in a file. @throws {UsageError} */
export async function verifierOf(path: string): Promise<Verifier> {
  return given(pemVerifier, await textOf(path));
}

/** What the caller gave, read; what is wrong with it is wrong use. */
function given<Input, Output>(read: (input: Input) => Output, input: Input): Output {
  try {
    return read(input);
  } catch (error) {
    if (error instanceof WalletServerError)
      throw new UsageError(`${error.message} ${error.suggestion}`);
    throw error;
  }
}

/** An http or https URL. @throws {UsageError} */
export function urlOf(text: string): URL {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new UsageError(`"${text}" is not an http or https URL.`);
}
