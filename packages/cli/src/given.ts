import { X509Certificate } from 'node:crypto';
import {
  CodedError,
  defaultProfile,
  defineProfile,
  pemSigner,
  pemVerifier,
  type Profile,
  type Signer,
  type Verifier,
} from '@wallet-buttons/service-client';
import { bytesOf, objectOf } from './files.ts';
import { UsageError } from './report.ts';

/** The default wire profile with the overrides in a file. @throws {UsageError} */
export async function profileOf(path?: string): Promise<Profile> {
  if (path === undefined) return defaultProfile;
  return given(defineProfile, await objectOf(path));
}

/** A signer with the private key in a file; WALLET_KEY_PASSPHRASE opens it. @throws {UsageError} */
export async function signerOf(path: string): Promise<Signer> {
  const passphrase = process.env['WALLET_KEY_PASSPHRASE'];
  return given((key) => pemSigner(key, passphrase), await bytesOf(path));
}

/** A verifier with the public key in a file. @throws {UsageError} */
export async function verifierOf(path: string): Promise<Verifier> {
  return given(pemVerifier, await bytesOf(path));
}

/** Reads an input of the caller. An error in it is wrong use. */
export function given<Input, Output>(read: (input: Input) => Output, input: Input): Output {
  try {
    return read(input);
  } catch (error) {
    throw wrongUse(error);
  }
}

/** An error with a code is about an input of the caller; any other error is passed on. */
function wrongUse(error: unknown): unknown {
  if (!(error instanceof CodedError)) return error;
  return new UsageError(`${error.message} ${error.suggestion}`);
}

/** An additional trusted certificate, if one is named. @throws {UsageError} */
export async function caOf(path: string | undefined): Promise<Buffer | undefined> {
  if (path === undefined) return undefined;
  const bytes = await bytesOf(path);
  certificateIn(bytes, path);
  return bytes;
}

/** @throws {UsageError} if the file is not a certificate. */
export function certificateIn(bytes: Buffer, path: string): X509Certificate {
  try {
    return new X509Certificate(bytes);
  } catch {
    throw new UsageError(`${path} is not a certificate (PEM or DER).`);
  }
}

/** The cookie of WALLET_PAGE_COOKIE, which opens a page behind a session. @throws {UsageError} */
export function cookieOf(): string | undefined {
  const cookie = process.env['WALLET_PAGE_COOKIE'];
  if (cookie === undefined || /^[\x20-\x7e]*$/.test(cookie)) return cookie;
  throw new UsageError('WALLET_PAGE_COOKIE is not a line of ASCII: name=value; other=value.');
}

/** An http or https URL. @throws {UsageError} */
export function urlOf(text: string): URL {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text);
  throw new UsageError(`"${text}" is not an http or https URL. Write https:// before the host.`);
}

/** A domain in any script, with its port if it has one. @throws {UsageError} */
export function hostOf(text: string): string {
  checkOne(text);
  if (/^[^\s/:?#@]+(:\d+)?$/.test(text) && URL.canParse(`https://${text}`)) return text;
  throw new UsageError(`"${text}" is not a domain. Write it alone: shop.example.`);
}

function checkOne(text: string): void {
  if (text.includes(','))
    throw new UsageError(`"${text}" has several domains. Repeat --domain for each.`);
  if (text.includes('*'))
    throw new UsageError(
      `"${text}" is not a domain. Wallet A knows no wildcard: name each sub-domain by itself.`,
    );
}
