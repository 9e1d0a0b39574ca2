import { WalletError } from '../../errors.ts';

/** @throws {WalletError} `config` when the browser's wallet is older than what the page asks for. */
export function needs(wanted: number, version: number, name: string): void {
  if (version >= wanted) return;
  throw new WalletError('config', `${name} needs version ${wanted}`);
}
