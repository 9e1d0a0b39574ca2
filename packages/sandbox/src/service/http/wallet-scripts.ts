/** GET /wallet-a.js and /wallet-b.js: the wallets’ scripts as a page loads them. */
import { readFile } from 'node:fs/promises';

/** The built script, or undefined when it was not built. */
export async function readWalletScript(
  wallet: 'wallet-a' | 'wallet-b',
): Promise<string | undefined> {
  try {
    // Both src/service/http and dist/service/http are three levels below the package.
    return await readFile(new URL(`../../../dist/wallets/${wallet}.js`, import.meta.url), 'utf8');
  } catch {
    return undefined;
  }
}
