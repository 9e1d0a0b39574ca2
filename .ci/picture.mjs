// The picture in CONTRIBUTING, drawn from the imports. `node .ci/picture.mjs` draws it again.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path/posix';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { layers } from '../eslint.config.js';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const page = 'CONTRIBUTING.md';
const picture = /```mermaid\n[^]*?```/;

/** The page with the present picture. */
export function drawn() {
  /** @type {Set<string>} */
  const edges = new Set();
  const sources = globSync('{packages/*/src,demo,e2e}/**/*.ts', {
    exclude: (path) => /node_modules|\.data|\.test\.ts$/.test(path),
  });
  for (const file of sources.map((path) => path.replaceAll('\\', '/'))) {
    // A type is not a dependency at run time.
    const imports = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'/gm;
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      const target = to.startsWith('.') ? relative('.', join(dirname(file), to)) : to;
      const [from, goal] = [roomOf(file), roomOf(target.replace('@wallet-buttons/', 'packages/'))];
      if (from && goal && from !== goal) edges.add(`${from} --> ${goal}`);
    }
  }
  const rooms = [...new Set([...edges].flatMap((edge) => edge.split(' --> ')))].sort();
  const boxes = rooms.map((room) => `  ${idOf(room)}["${room}"]`);
  const arrows = [...edges]
    .sort()
    .map((edge) => `  ${edge.split(' --> ').map(idOf).join(' --> ')}`);
  const text = ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
  return readFileSync(page, 'utf8').replace(picture, () => text);
}

function idOf(/** @type {string} */ room) {
  return room.replace(/\W+/g, '_');
}

/** The folder of a file, or the file's own name in the first folder of a package, as the row of `layers` has it. */
function roomOf(/** @type {string} */ path) {
  const [, name] =
    /^(?:packages\/)?(protocol|elements|service-client|server|sandbox|sidecar|cli|demo|e2e)(?:\/|$)/.exec(
      path,
    ) ?? [];
  const pattern = layers.find((row) => isIn(row, path))?.files[0];
  const [, inside] = /\/src\/(.+)\.ts$/.exec(pattern ?? '') ?? [];
  const hasRooms = name === 'elements' || name === 'server';
  if (!hasRooms || inside === undefined) return name;
  return `${name}/${inside.includes('/') ? dirname(inside).replace('/**', '') : inside}`;
}

/** Whether a row of `layers` has the file. */
export function isIn(
  /** @type {{ files: readonly string[], ignores?: readonly string[] }} */ { files, ignores = [] },
  /** @type {string} */ path,
) {
  const matches = (/** @type {readonly string[]} */ globs) =>
    globs.some((glob) => matchesGlob(path, glob));
  return matches(files) && !matches(ignores);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, drawn());
