// Checks each package as npm would publish it: its entries exist, and its types match them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

const packed = '.cache/packed';

rmSync(packed, { recursive: true, force: true });
mkdirSync(packed, { recursive: true });
for (const path of globSync('packages/*/package.json').sort()) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  if (manifest.private === true) continue;
  run('pnpm', ['--dir', dirname(path), 'pack', '--pack-destination', `../../${packed}`]);
  const name = manifest.name.replace('@', '').replace('/', '-');
  const tarball = `${packed}/${name}-${manifest.version}.tgz`;
  for (const field of ['description', 'repository', 'homepage', 'bugs', 'keywords', 'author']) {
    assert.ok(manifest[field], `${path} has no ${field}.`);
  }
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
  const [surplus] = files.match(/.*\.(map$|test\.).*/m) ?? [];
  assert.equal(surplus, undefined, `${tarball} has ${surplus}.`);
  run('publint', [tarball, '--strict']);
  // A document or a script for a <script> tag has no types, and JSON has no export but its own.
  const untyped = Object.entries(manifest.exports)
    .filter(([entry, to]) => entry.endsWith('.json') || !Object.hasOwn(Object(to), 'types'))
    .map(([entry]) => entry);
  run('attw', [tarball, '--profile=esm-only', '--no-emoji', '--exclude-entrypoints', ...untyped]);
  console.log(`${manifest.name}: good`);
}

function run(/** @type {string} */ program, /** @type {readonly string[]} */ args) {
  // Windows starts .cmd files only through its shell, so no argument may contain a space.
  execFileSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
}
