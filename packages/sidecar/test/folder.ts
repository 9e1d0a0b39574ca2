import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** A folder of the test's own. */
export function folder(test: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'wallet-sidecar-'));
  test.after(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}
