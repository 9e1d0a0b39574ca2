import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { jsonFrom, run, runWith } from '../../test/run.ts';

describe('init that cannot write a file', () => {
  it('says which files it has written, and the next run continues from there', async () => {
    const place = temporaryFolder();
    // Made between the look at the project and the answer, as by another program.
    const ask = async (): Promise<boolean> => {
      await mkdir(join(place, '.env.example'));
      return true;
    };
    const { code, err } = await runWith({ ask }, 'init', place);
    assert.equal(code, 2);
    assert.match(err, /\.env\.example exists/);
    assert.match(
      err,
      /Already written: wallet\/wallet\.mjs, wallet\/pages\.mjs, wallet\/start\.mjs\. Then run init again/,
    );
    await rm(join(place, '.env.example'), { recursive: true });
    const repeat = await run('init', place, '--yes', '--json');
    assert.equal(repeat.code, 0);
    assert.deepEqual(jsonFrom(repeat)['files'], ['.env.example', '.gitignore']);
  });

  for (const [what, path] of [
    ['a link to nothing in place of its folder', 'wallet'],
    ['a link to nothing in place of its first file', 'wallet.mjs'],
  ] as const) {
    it(`writes nothing beside ${what}`, async () => {
      const place = temporaryFolder();
      if (path === 'wallet.mjs') await mkdir(join(place, 'wallet'));
      await symlink('/proc/missing', join(place, path === 'wallet' ? path : `wallet/${path}`));
      const { code, err } = await run('init', place, '--yes');
      assert.equal(code, 2);
      assert.match(err, /wallet(?:\/wallet\.mjs)? is (?:no folder|a link).*Nothing was written/);
    });
  }

  it('says that it is a folder', async () => {
    const place = temporaryFolder();
    await mkdir(join(place, '.gitignore'));
    await writeFile(join(place, 'index.html'), '');
    const { code, err } = await run('init', place, '--yes');
    assert.equal(code, 2);
    assert.match(err, /\.gitignore is a folder/);
  });
});
