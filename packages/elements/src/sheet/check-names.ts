import { WalletError } from '../errors.ts';

/**
 * Without its misspelt or foreign members, an object of the page would mean something else.
 * @param known The names that it may have, space-separated.
 * @throws {WalletError} `config`, naming another one.
 */
export function checkNames(subject: string, object: object, known: string): void {
  for (const name of Object.keys(object)) {
    if (!known.split(' ').includes(name)) throw new WalletError('config', `${subject}: ${name}`);
  }
}
