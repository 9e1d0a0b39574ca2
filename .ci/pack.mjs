// Packs each package as npm publishes it, into `.cache/packed`. What all packages share (the owner of the repository,
// the licence, the author) stands once in the root's package.json and comes into each package here.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, posix } from 'node:path';
import process from 'node:process';

/**
 * @typedef {{ name: string, version: string, private?: boolean, exports: Record<string, unknown>,
 *   [field: string]: unknown }} Manifest
 * @typedef {{ manifest: Manifest, path: string, tarball: string, contents: string }} Packed
 *   `path` is its folder in the repository, `contents` the unpacked tarball.
 */

const packFolder = '.cache/packed';
const sourceCondition = '@wallet-buttons/source';

/** The oldest Node: earlier ones have no `node:sqlite` without a flag, or run no ES module by `require`. */
const engines = { node: '^22.16 || >=24' };

/** Packages that Node runs. The others run in a browser, or have no code that needs a certain Node. */
const onNode = ['cli', 'sandbox', 'server', 'service-client', 'sidecar'];

const root = readJson('package.json');

/** The address of the repository, without `git+` and `.git`. */
export const repository = root.repository.url.replace(/^git\+|\.git$/g, '');

/** Stands in the output of the command line that READMEs show. */
const placeholder = 'https://github.com/OWNER/wallet-buttons';

/** Packs all public packages. @returns {Packed[]} */
export function packAll() {
  rmSync(packFolder, { recursive: true, force: true });
  mkdirSync(packFolder, { recursive: true });
  return globSync('packages/*/package.json')
    .sort()
    .filter((path) => readJson(path).private !== true)
    .map((path) => packOne(dirname(path).replaceAll('\\', '/')));
}

/** @param {string} path @returns {Packed} */
function packOne(path) {
  const name = basename(path);
  const contents = `${packFolder}/${name}/package`;
  mkdirSync(contents, { recursive: true });
  // pnpm chooses the files, and puts versions in place of `workspace:*`.
  run('pnpm', ['--dir', path, 'pack', '--out', `../../${packFolder}/${name}/pnpm.tgz`]);
  run('tar', ['-xzf', `${packFolder}/${name}/pnpm.tgz`, '-C', `${packFolder}/${name}`]);

  const manifest = publishedManifest(readJson(`${contents}/package.json`), path);
  writeFileSync(`${contents}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  const readme = readFileSync(`${contents}/README.md`, 'utf8').replaceAll(placeholder, repository);
  writeFileSync(`${contents}/README.md`, withAbsoluteLinks(readme, path));
  if (!existsSync(`${contents}/LICENSE`)) cpSync('LICENSE', `${contents}/LICENSE`);
  if (existsSync(`${path}/CHANGELOG.md`)) {
    cpSync(`${path}/CHANGELOG.md`, `${contents}/CHANGELOG.md`);
  }

  const tarball = `${packFolder}/wallet-buttons-${name}-${manifest.version}.tgz`;
  run('tar', ['-czf', tarball, '-C', `${packFolder}/${name}`, 'package']);
  return { manifest, path, tarball, contents };
}

/** @param {Manifest} manifest @param {string} path @returns {Manifest} */
function publishedManifest(manifest, path) {
  const { main, types, typesVersions } = entriesForOldResolvers(manifest.exports);
  return {
    ...withoutSource(manifest),
    scripts: undefined,
    devDependencies: undefined,
    ...(main && { main }),
    ...(types && { types }),
    typesVersions,
    license: root.license,
    author: root.author,
    homepage: `${repository}/tree/main/${path}#readme`,
    bugs: `${repository}/issues`,
    repository: { ...root.repository, directory: path },
    ...(onNode.includes(basename(path)) && { engines }),
  };
}

/**
 * The condition for the repository's own tests names files that are not published: it goes, and so does an export that
 * has nothing else.
 * @returns {any}
 */
function withoutSource(/** @type {any} */ value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value)
    .filter(([key, inner]) => key !== sourceCondition && !isOnlySource(inner))
    .map(([key, inner]) => [key, withoutSource(inner)]);
  return Object.fromEntries(entries);
}

function isOnlySource(/** @type {unknown} */ value) {
  return String(Object.keys(Object(value))) === sourceCondition;
}

/** `main`, `types` and `typesVersions`, for `moduleResolution: node` and tools that do not read `exports`. */
function entriesForOldResolvers(/** @type {Record<string, any>} */ exports) {
  const typedEntries = Object.entries(exports).filter(([, target]) => target?.types);
  const versions = typedEntries
    .filter(([entry]) => entry !== '.')
    .map(([entry, { types }]) => [entry.replace(/^\.\//, ''), [types]]);
  return {
    main: exports['.']?.default,
    types: exports['.']?.types,
    typesVersions: versions.length > 0 ? { '*': Object.fromEntries(versions) } : undefined,
  };
}

/** On the registry a README stands alone: its links lead to the repository. */
export function withAbsoluteLinks(/** @type {string} */ markdown, /** @type {string} */ path) {
  const files = repository.replace('//github.com/', '//raw.githubusercontent.com/');
  return markdown.replace(
    /(!?)(\[(?:[^[\]]|\[[^\]]*\])*\])\((?!https?:|#)([^)\s]+)\)/g,
    (_match, isPicture, text, target) => {
      const address = posix.join(path, target);
      const base = isPicture ? `${files}/main` : `${repository}/blob/main`;
      return `${isPicture}${text}(${base}/${address})`;
    },
  );
}

function readJson(/** @type {string} */ path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function run(/** @type {string} */ program, /** @type {readonly string[]} */ args) {
  // Windows starts .cmd files only through its shell, so no argument may contain a space.
  execFileSync(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}
