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
 */
export function rotatingSigner(
  keys: Keys<Validity & { readonly signer: Signer }>,
  { now = Date.now }: RotationOptions = {},
): Signer {
  return {
    sign: async (bytes, scheme) => {
      const [newest] = holding(keys, now()).sort((one, other) => start(other) - start(one));
      if (!newest) throw new WalletServerError('key_invalid', 'No key to sign with holds now.');
      return newest.signer.sign(bytes, scheme);
    },
  };
}

/** Accepts what any of the keys that hold now has signed: the old and the new one for a while. */
export function rotatingVerifier(
  keys: Keys<Validity & { readonly verifier: Verifier }>,
  { now = Date.now }: RotationOptions = {},
): Verifier {
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
  return all.filter((key) => start(key) <= now && now < (key.until?.getTime() ?? Infinity));
}

function start({ from }: Validity): number {
  return from?.getTime() ?? -Infinity;
}
