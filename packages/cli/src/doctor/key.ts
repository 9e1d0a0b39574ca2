import { execFile } from 'node:child_process';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { CodedError, keyObjectSigner, pemVerifier, readKey } from '@wallet-buttons/service-client';
import { bytesOf, codeOf } from '../files.ts';
import { given, profileOf } from '../given.ts';
import { fingerprintOf } from '../keys.ts';
import { UsageError } from '../report.ts';
import { expect, type Finding, findingOf, type Setup, skipped } from './finding.ts';

const ids = [
  'key.parse',
  'key.locked',
  'key.kind',
  'key.mode',
  'key.fits',
  'key.sign',
  'key.git',
] as const;

const noPassphrase = 'The key is encrypted, and no passphrase is given.';

/** The key that signs the calls. */
export async function checkKey(setup: Setup): Promise<Finding[]> {
  const { key: file } = setup;
  if (file === undefined) return skipped(ids, 'Name the private key with --key.');
  const bytes = await bytesOf(file);
  const pem = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const files = [await mode(file), await tracked(file)];
  const passphrase = process.env['WALLET_KEY_PASSPHRASE'];
  const unread = skipped(['key.parse', 'key.kind', 'key.fits', 'key.sign'], 'The key is locked.');
  if (pem.includes('ENCRYPTED') && passphrase === undefined) {
    return [findingOf('key.locked', 'fail', noPassphrase), ...files, ...unread];
  }
  const key = keyIn(bytes, pem, passphrase);
  if (!('type' in key)) {
    if (key.isLocked) {
      if (passphrase === undefined)
        return [findingOf('key.locked', 'fail', noPassphrase), ...files, ...unread];
      const fault = 'The passphrase does not fit, or the key is damaged.';
      const fix = 'Correct the passphrase in WALLET_KEY_PASSPHRASE, or take an undamaged copy.';
      return [findingOf('key.locked', 'fail', fault, fix), ...files, ...unread];
    }
    const rest = skipped(
      ['key.locked', 'key.kind', 'key.fits', 'key.sign'],
      'The key cannot be read.',
    );
    const reason = `The key cannot be read (${key.code}).`;
    return [findingOf('key.parse', 'fail', reason, key.fix), ...files, ...rest];
  }
  const { asymmetricKeyType: type = '', asymmetricKeyDetails: { modulusLength: bits = 0 } = {} } =
    key;
  const isUsable = type === 'rsa' && bits >= 2048;
  return [
    findingOf('key.parse', 'pass', 'The key can be read.'),
    findingOf('key.locked', 'pass', 'The key needs no passphrase, or has the right one.'),
    expect('key.kind', isUsable, `${type} ${bits > 0 ? String(bits) : ''}`.trim()),
    ...files,
    ...(isUsable
      ? await pair(key, setup)
      : skipped(['key.fits', 'key.sign'], 'It is not an RSA key of 2048 bits.')),
  ];
}

/** Why a key cannot be read. */
interface Unreadable {
  readonly isLocked: boolean;
  readonly code: string;
  /** What the server says of it. */
  readonly fix?: string;
}

/** The key, in each form that the server reads; of PEM also a key of another kind. */
function keyIn(bytes: Buffer, pem: string, passphrase: string | undefined): KeyObject | Unreadable {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch (error) {
    try {
      return readKey('private', bytes, passphrase);
    } catch (refusal) {
      const code = codeOf(error);
      if (!(refusal instanceof CodedError)) return { isLocked: false, code };
      const isLocked = /encrypted/i.test(refusal.message);
      return { isLocked, code, fix: `${refusal.message} ${refusal.suggestion}` };
    }
  }
}

async function pair(key: KeyObject, { publicKey, profile }: Setup): Promise<Finding[]> {
  const publicHalf = createPublicKey(key.export({ type: 'pkcs8', format: 'pem' }));
  const { signing } = await profileOf(profile);
  const bytes = new TextEncoder().encode('{"a":"b"}');
  const signature = await keyObjectSigner(key).sign(bytes, signing);
  const other = publicKey === undefined ? null : await readPublic(publicKey);
  const half = (other ?? publicHalf).export({ type: 'spki', format: 'pem' }).toString();
  const verifier = given(pemVerifier, half);
  const isVerified = await verifier.verify(bytes, signature, signing);
  const scheme = `${signing.hash}, ${signing.padding}, ${signing.encoding}`;
  const isOnePair = other === null || fingerprintOf(publicHalf) === fingerprintOf(other);
  return [
    other === null
      ? findingOf('key.fits', 'skip', 'Name the public key that the service has with --public-key.')
      : expect('key.fits', isOnePair, comparison(publicHalf, other)),
    expect(
      'key.sign',
      isVerified,
      `A signature (${scheme}) was ${isVerified ? '' : 'not '}verified.`,
      'fail',
      isOnePair ? undefined : 'Take the two halves of one pair: see key.fits.',
    ),
  ];
}

function comparison(publicHalf: KeyObject, other: KeyObject): string {
  const [ownPrint, otherPrint] = [publicHalf, other].map(
    (key) => `${fingerprintOf(key).slice(0, 12)}…`,
  );
  return ownPrint === otherPrint
    ? `The public half of --key is the one in --public-key: ${otherPrint ?? ''}`
    : `The public half of --key is ${ownPrint ?? ''}, that in --public-key is ${otherPrint ?? ''}`;
}

async function readPublic(file: string): Promise<KeyObject> {
  const bytes = await bytesOf(file);
  if (bytes.includes('PRIVATE KEY-----'))
    throw new UsageError(
      `${file} is a private key. Name the public half that you sent to the service with --public-key, as merchant-public.pem.`,
    );
  return given((input) => readKey('public', input), bytes);
}

async function mode(file: string): Promise<Finding> {
  if (process.platform === 'win32')
    return findingOf('key.mode', 'skip', 'This system has no file modes.');
  const bits = (await stat(file)).mode & 0o777;
  return expect('key.mode', (bits & 0o077) === 0, `Mode ${bits.toString(8)}.`, 'warn');
}

async function tracked(file: string): Promise<Finding> {
  const args = ['ls-files', '--error-unmatch', '--', basename(file)];
  try {
    const env = { ...process.env, LC_ALL: 'C' };
    await promisify(execFile)('git', args, { cwd: dirname(file) || '.', env });
    return findingOf('key.git', 'fail', 'The key is in the index of Git.');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return findingOf('key.git', 'skip', 'Git is not installed.');
    // Git does not look into a repository of another user.
    const { stderr = '' } = error as { readonly stderr?: string };
    if (stderr.includes('dubious ownership'))
      return findingOf(
        'key.git',
        'skip',
        'The repository belongs to another user: run it as them.',
      );
    return findingOf('key.git', 'pass', 'The key is not in an index of Git.');
  }
}
