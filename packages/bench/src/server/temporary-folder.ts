import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is deleted at the end of its block. */
export function temporaryFolder(): Disposable & { readonly file: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-bench-'));
  return {
    file: (name) => join(folder, name),
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
