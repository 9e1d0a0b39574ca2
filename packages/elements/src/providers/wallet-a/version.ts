import { WalletError } from '../../errors.ts';

/** @throws {WalletError} `config` if the browser's wallet is older than a feature of the page needs. */
export function needs(neededVersion: number, version: number, name: string): void {
  if (version >= neededVersion) return;
  throw new WalletError('config', `${name} needs version ${neededVersion}`);
}
