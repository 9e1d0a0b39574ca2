import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { jsonFrom, run } from '../../test/run.ts';

it('init that cannot write a file says which files it has written, and goes on from there', async () => {
  const place = temporaryFolder();
  await symlink(join(place, 'missing'), join(place, '.env.example'));
  const { code, err } = await run('init', place, '--yes');
  assert.equal(code, 2);
  assert.match(err, /\.env\.example exists/);
  assert.match(
    err,
    /Already written: wallet\/wallet\.mjs, wallet\/pages\.mjs, wallet\/start\.mjs\. Then run init again/,
  );
  await rm(join(place, '.env.example'));
  const repeat = await run('init', place, '--yes', '--json');
  assert.equal(repeat.code, 0);
  assert.deepEqual(jsonFrom(repeat)['files'], ['.env.example', '.gitignore']);
});

it('init that cannot write its first file says that nothing was written', async () => {
  const place = temporaryFolder();
  await symlink('/proc/missing', join(place, 'wallet'));
  const { code, err } = await run('init', place, '--yes');
  assert.equal(code, 2);
  assert.match(err, /wallet cannot be made.*Nothing was written\./);
});
