import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const bundler = fileURLToPath(new URL('../bundle.ts', import.meta.url));
let build: Promise<URL> | undefined;

/** The page of the desk as its sources are now, built once a process. */
export async function bundledDesk(): Promise<URL> {
  return (build ??= bundle());
}

async function bundle(): Promise<URL> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-desk-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  // In a process of its own, since building sets NODE_ENV to production.
  await promisify(execFile)(process.execPath, [bundler, folder]);
  return pathToFileURL(`${folder}/`);
}
