import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { type Files, packageJson, write } from '../../test/projects.ts';
import { run } from '../../test/run.ts';

describe('init writes nothing beside another file of the same module:', () => {
  const next = packageJson({ next: '16' });
  const rows: readonly (readonly [string, Files, RegExp])[] = [
    [
      "Next's instrumentation of another extension",
      { 'package.json': next, 'app/layout.js': '', 'instrumentation.ts': 'mine' },
      /instrumentation\.ts exists/,
    ],
    [
      'the library file of another extension',
      { 'package.json': next, 'app/layout.js': '', 'lib/wallet.ts': 'mine' },
      /lib\/wallet\.ts exists/,
    ],
  ];
  for (const [title, files, message] of rows) {
    it(title, async () => {
      const place = temporaryFolder();
      await write(place, files);
      const ran = await run('init', place, '--yes');
      assert.equal(ran.code, 2);
      assert.match(ran.err, message);
      assert.match(ran.err, /Nothing was written/);
      assert.ok(!existsSync(join(place, '.env.example')));
    });
  }
});
