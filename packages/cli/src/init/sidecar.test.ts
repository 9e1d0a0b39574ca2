import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { Ajv } from 'ajv';
import { root, write } from '../../test/projects.ts';
import { run } from '../../test/run.ts';

const sidecar = join(root, 'packages/sidecar');

/** A project with the sidecar of this checkout. */
async function project(files: Readonly<Record<string, string>>) {
  const place = temporaryFolder();
  await write(place, files);
  await mkdir(join(place, 'node_modules/@wallet-buttons'), { recursive: true });
  await symlink(sidecar, join(place, 'node_modules/@wallet-buttons/sidecar'));
  return place;
}

const shops: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
  [
    'php',
    { 'composer.json': '{}', 'package.json': '{"devDependencies":{"vite":"8"}}' },
    ['shop.php'],
  ],
  ['python', { 'requirements.txt': 'django' }, ['shop.py']],
  ['go', { 'go.mod': 'module shop' }, ['shop.go', 'orders.json']],
  ['java', { 'pom.xml': '<project />' }, ['Shop.java', 'orders.json']],
  ['ruby', { Gemfile: '' }, ['shop.rb']],
];

describe('init for a shop that is not Node', () => {
  for (const [language, files, written] of shops) {
    it(`writes the hooks in ${language}, a page and the configuration of the sidecar`, async () => {
      const place = await project(files);
      const { code, out } = await run('init', place, '--yes');
      assert.equal(code, 0);
      for (const name of ['page.html', ...written]) {
        const text = await readFile(join(place, 'wallet', name), 'utf8');
        assert.equal(text, readFileSync(join(sidecar, 'examples', name), 'utf8'));
      }
      assert.match(out, /Move find-order and status-change of wallet\/\S+ into your shop/);
      const [head = ''] = readFileSync(join(sidecar, 'examples', written[0] ?? ''), 'utf8').split(
        '\n',
      );
      // The first line of each example has the command that runs it.
      const [, command = 'missing'] =
        /in the folder wallet: HOOK_SECRET="\S+ \S+ (.*)/.exec(out) ?? [];
      assert.ok(head.includes(command), command);
      const repeat = await run('init', place);
      assert.match(repeat.out, new RegExp(`^${language}: all files are there already`));
    });
  }

  it('writes a configuration that the sidecar takes, and keeps secrets out of the repository', async () => {
    const place = await project({ 'composer.json': '{}', '.gitignore': '/vendor\n' });
    await run('init', place, '--yes');
    const schema = JSON.parse(readFileSync(join(sidecar, 'wallet.schema.json'), 'utf8')) as object;
    const validate = new Ajv({ allErrors: true }).compile(schema);
    const config: unknown = JSON.parse(await readFile(join(place, 'wallet.json'), 'utf8'));
    assert.ok(validate(config), JSON.stringify(validate.errors));
    const ignoreFile = await readFile(join(place, '.gitignore'), 'utf8');
    assert.match(ignoreFile, /^\/vendor\nnode_modules\/\n[^]*^hook-secret\.txt$[^]*^tokens\.txt$/m);
  });

  it('takes the language by its name', async () => {
    const place = await project({});
    assert.equal((await run('init', place, '--framework', 'ruby', '--yes')).code, 0);
    assert.ok(existsSync(join(place, 'wallet/shop.rb')));
  });

  it('keeps a shop of Node that has a file of another language', async () => {
    const place = await project({
      'package.json': '{"dependencies":{"express":"5"}}',
      'requirements.txt': '',
    });
    await run('init', place, '--yes');
    assert.ok(!existsSync(join(place, 'wallet.json')));
  });

  it('says what to install where the sidecar is missing, and writes nothing', async () => {
    const place = temporaryFolder();
    await write(place, { 'composer.json': '{}' });
    const { code, err } = await run('init', place, '--yes');
    assert.equal(code, 2);
    assert.match(err, /npm install @wallet-buttons\/sidecar @wallet-buttons\/sandbox/);
    assert.ok(!existsSync(join(place, 'wallet.json')));
  });
});
