import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const paths: string[] = [];

/**
 * A folder for tests. It is removed when the process ends: the hooks of a test run in the order in which they were
 * added, so a hook of the folder would run before those that stop what writes into it.
 */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
  paths.push(path);
  return path;
}

process.once('exit', () => {
  for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
});
