import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { folder } from '../../test/run.ts';
import { ofPlaywright } from './find-chromium.ts';

describe('a browser of Playwright is looked for', () => {
  for (const [cache, program] of [
    ['.cache', 'chrome-linux64/chrome'],
    ['AppData/Local', 'chrome-win64/chrome.exe'],
    [
      'Library/Caches',
      'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    ],
  ] as const) {
    it(`at ${program} in ${cache}`, async (test) => {
      const home = await folder(test);
      const build = join(home, cache, 'ms-playwright/chromium-1250');
      await mkdir(build, { recursive: true });
      assert.ok(ofPlaywright(home).includes(join(build, program)));
    });
  }
});
