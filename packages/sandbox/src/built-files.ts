import { readFile } from 'node:fs/promises';

const script = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['page/index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page/page.js', script],
  '/page.css': ['page/page.css', 'text/css; charset=utf-8'],
  '/wallet-a.js': ['wallets/wallet-a.js', script],
  '/wallet-b.js': ['wallets/wallet-b.js', script],
};

/** A file of the sandbox's page, or a wallet's script. */
export interface BuiltFile {
  readonly type: string;
  /** Undefined if it is not built. */
  readonly body: Uint8Array | undefined;
}

/** The file at a path of the service; undefined if the path has no file. */
export async function readBuiltFile(path: string): Promise<BuiltFile | undefined> {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return undefined;
  const [name, type] = file;
  // From `src` and from `dist` alike, the built files are in `dist`.
  const body = readFile(new URL(`../dist/${name}`, import.meta.url));
  return { type, body: await body.catch(() => undefined) };
}
