import { WalletServerError } from '../errors.ts';
import type { Signer, Verifier } from './signature.ts';

/** When a key holds: from a moment on, up to but not including another. Without them, always. */
export interface Validity {
  readonly from?: Date;
  readonly until?: Date;
}

/** What a rotation asks for its keys each time: a list, or a function where the list may change. */
export type Keys<Key> = readonly Key[] | (() => readonly Key[]);

/** What a test may set in a rotation. */
export interface RotationOptions {
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Signs with the newest key that holds now, so a rotation is a second entry in a list, or in what a
 * function answers, and needs no restart. While no key holds, every call fails unsent.
 * @throws {WalletServerError} `config_invalid` for a date that is none; in what a function answers, at use.
 */
export function rotatingSigner(
  keys: Keys<Validity & { readonly signer: Signer }>,
  { now = Date.now }: RotationOptions = {},
): Signer {
  if (typeof keys !== 'function') holding(keys, now());
  return {
    sign: async (bytes, scheme) => {
      const [newest] = holding(keys, now()).sort((one, other) => start(other) - start(one));
      if (!newest) throw new WalletServerError('key_invalid', 'No key to sign with holds now.');
      return newest.signer.sign(bytes, scheme);
    },
  };
}

/**
 * Accepts what any of the keys that hold now has signed: the old and the new one for a while.
 * @throws {WalletServerError} `config_invalid` for a date that is none; in what a function answers, at use.
 */
export function rotatingVerifier(
  keys: Keys<Validity & { readonly verifier: Verifier }>,
  { now = Date.now }: RotationOptions = {},
): Verifier {
  if (typeof keys !== 'function') holding(keys, now());
  return {
    verify: async (...signed) => {
      for (const { verifier } of holding(keys, now())) {
        if (await verifier.verify(...signed)) return true;
      }
      return false;
    },
  };
}

function holding<Key extends Validity>(keys: Keys<Key>, now: number): Key[] {
  const all = typeof keys === 'function' ? keys() : keys;
  return all.filter((key) => {
    const [from, until] = [start(key), timeOf(key.until, Infinity)];
    return from <= now && now < until;
  });
}

function start({ from }: Validity): number {
  return timeOf(from, -Infinity);
}

/** Compared with a date that is none a key would never hold, and nobody would see why. */
function timeOf(date: Date | undefined, otherwise: number): number {
  if (date === undefined) return otherwise;
  // A null, which a column of a database may hold, would be read as 1970.
  if (date instanceof Date && !Number.isNaN(date.getTime())) return date.getTime();
  throw new WalletServerError(
    'config_invalid',
    'A key in rotation is valid from or until no date.',
  );
}
