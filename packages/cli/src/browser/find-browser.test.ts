import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { findBrowser } from './find-browser.ts';

/** A folder with one program, as the only one on the PATH. */
async function program(test: TestContext, name: string): Promise<string> {
  const path = join(temporaryFolder(), name);
  await writeFile(path, '', { mode: 0o755 });
  const previousEnv = { ...process.env };
  test.after(() => {
    process.env = previousEnv;
  });
  process.env = { PATH: join(path, '..') };
  return path;
}

describe('a browser is found', () => {
  it('on the PATH', async (test) => {
    const path = await program(test, 'chromium');
    assert.deepEqual(findBrowser(), { engine: 'chromium', path });
  });

  it('by the name of its engine', async (test) => {
    const path = await program(test, 'firefox-esr');
    assert.deepEqual(findBrowser('firefox'), { engine: 'firefox', path });
  });

  it('by its path, whose name tells the engine', async (test) => {
    const path = await program(test, 'my-firefox');
    assert.deepEqual(findBrowser(path), { engine: 'firefox', path });
  });

  it('by FIREFOX_PATH', async (test) => {
    const path = await program(test, 'nightly');
    process.env['FIREFOX_PATH'] = path;
    assert.deepEqual(findBrowser('firefox'), { engine: 'firefox', path });
  });
});
