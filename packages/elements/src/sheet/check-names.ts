import { WalletError } from '../errors.ts';

/**
 * Without its misspelt or foreign members, an object of the page would mean something else.
 * @param known Has each name that the object may have.
 * @throws {WalletError} `config`, naming another one.
 */
export function checkNames(subject: string, object: object, known: object): void {
  for (const name of Object.keys(object)) {
    if (!Object.hasOwn(known, name)) throw new WalletError('config', `${subject}: ${name}`);
  }
}
