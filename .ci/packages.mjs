// Packs the packages and checks each tarball: what it names is in it, its types match its code, and nothing in it
// needs the repository.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { packAll } from './pack.mjs';

for (const { manifest, path, tarball, contents } of packAll()) {
  const files = globSync('**/*', { cwd: contents }).map((file) => file.replaceAll('\\', '/'));
  checkManifest(manifest, path);
  checkTargets(manifest, contents);
  checkFiles(files, contents);
  checkReadme(readFileSync(`${contents}/README.md`, 'utf8'), contents);
  if (existsSync(`${path}/CHANGELOG.md`)) assert.ok(files.includes('CHANGELOG.md'), path);

  run('publint', [tarball, '--strict']);
  // A document or a script for a <script> tag has no types, and JSON has no export but its own.
  const untypedEntries = Object.entries(manifest.exports)
    .filter(([entry, target]) => entry.endsWith('.json') || !Object.hasOwn(Object(target), 'types'))
    .map(([entry]) => entry);
  // The packages are ES modules; each resolver that can load those finds the types, also the oldest one.
  const options = ['--no-emoji', '--ignore-rules', 'cjs-resolves-to-esm'];
  run('attw', [tarball, ...options, '--exclude-entrypoints', ...untypedEntries]);
  console.log(`${manifest.name}: good`);
}

/** @param {import('./pack.mjs').Manifest} manifest @param {string} path */
function checkManifest(manifest, path) {
  const fields = ['description', 'repository', 'homepage', 'bugs', 'keywords', 'author', 'license'];
  for (const field of fields) assert.ok(manifest[field], `${path} has no ${field}.`);
  const text = JSON.stringify(manifest);
  for (const privateText of ['workspace:', '@wallet-buttons/source', '"scripts"']) {
    assert.ok(!text.includes(privateText), `The manifest of ${path} has ${privateText}.`);
  }
}

/** @param {import('./pack.mjs').Manifest} manifest @param {string} contents */
function checkTargets({ name, main, types, exports, bin, unpkg, jsdelivr }, contents) {
  for (const [entry, target] of Object.entries(exports)) {
    assert.ok(targetsOf(target).length > 0, `${name} exports ${entry}, which has no file.`);
  }
  for (const target of targetsOf([main, types, exports, bin, unpkg, jsdelivr])) {
    const paths = globSync(target.replace(/^\.\//, ''), { cwd: contents });
    assert.ok(paths.length > 0, `${name} names ${target}, which is not in its tarball.`);
  }
}

/** @returns {string[]} every path in a value of any depth */
function targetsOf(/** @type {unknown} */ value) {
  if (typeof value === 'string') return [value];
  return Object.values(value ?? {}).flatMap(targetsOf);
}

/** @param {readonly string[]} files @param {string} contents */
function checkFiles(files, contents) {
  for (const file of ['LICENSE', 'README.md']) assert.ok(files.includes(file), `No ${file}.`);
  const surplus = files.filter((file) => /\.map$|\.test\.|\.tsbuildinfo$/.test(file));
  assert.deepEqual(surplus, []);
  const scripts = files.filter((file) => /\.(js|d\.ts)$/.test(file));
  const mappedScripts = scripts.filter((file) =>
    readFileSync(`${contents}/${file}`, 'utf8').includes('//# sourceMappingURL='),
  );
  assert.deepEqual(mappedScripts, [], 'These files name a source map, which is not published.');
}

/** @param {string} readme @param {string} contents */
function checkReadme(readme, contents) {
  const relative = [...readme.matchAll(/\]\((?!https?:|#)[^)]*\)/g)].map(([link]) => link);
  assert.deepEqual(relative, [], 'A reader of the registry cannot follow these links.');
  for (const [, picture = ''] of readme.matchAll(/!\[[^\]]*\]\(\S*\/([^/)]+)\)/g)) {
    assert.ok(globSync(`**/${picture}`, { cwd: contents }).length > 0, `No ${picture}.`);
  }
}

function run(/** @type {string} */ program, /** @type {readonly string[]} */ args) {
  // Windows starts .cmd files only through its shell, so no argument may contain a space.
  execFileSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' });
}
