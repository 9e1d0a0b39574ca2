// The pictures in CONTRIBUTING, drawn from the imports: one of the packages, and one of the rows that `layers`
// has for elements and server. `node .ci/picture.mjs` draws them again.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path/posix';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { layers } from '../eslint.config.js';

/** @typedef {readonly [from: string, to: string]} Arrow */

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const page = 'CONTRIBUTING.md';
const pictures = /(<!-- pictures -->\n)[^]*(<!-- end of the pictures -->)/;

/** The page with the present pictures. */
export function drawPage() {
  const arrows = readArrows();
  const packages = unique(arrows.map(([from, to]) => [packageOf(from), packageOf(to)]));
  const parts = [...new Set(arrows.map(([from]) => packageOf(from)))].sort().flatMap((name) => {
    const inside = arrows.filter((arrow) => arrow.every((room) => packageOf(room) === name));
    return inside.length > 0 ? [`\`${name}\`:\n\n${draw(inside, `${name}/`)}`] : [];
  });
  const text = [draw(packages, ''), ...parts].join('\n\n');
  return readFileSync(page, 'utf8').replace(pictures, (_all, begin, end) => {
    return `${begin}\n${text}\n\n${end}`;
  });
}

/** The imports between the rooms of the packages. A room is a package, or one row of it. @returns {Arrow[]} */
export function readArrows() {
  /** @type {Arrow[]} */
  const arrows = [];
  const sources = globSync('{packages/*/src,demo,e2e}/**/*.ts', {
    exclude: (path) => /node_modules|\.data|\.test\.ts$/.test(path),
  });
  for (const file of sources.map((path) => path.replaceAll('\\', '/'))) {
    // A type is not a dependency at run time.
    const imports = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([^']+)'/gm;
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      const isOwn = specifier.startsWith('.');
      const target = isOwn ? relative('.', join(dirname(file), specifier)) : specifier;
      const from = roomOf(file);
      const to = roomOf(target.replace('@wallet-buttons/', 'packages/'));
      if (from !== undefined && to !== undefined) arrows.push([from, to]);
    }
  }
  return unique(arrows);
}

/** Without arrows from a room to itself. @param {readonly Arrow[]} arrows @returns {Arrow[]} */
function unique(arrows) {
  const others = arrows.filter(([from, to]) => from !== to);
  return [...new Map(others.map((arrow) => [arrow.join(' '), arrow])).values()].sort();
}

/** @param {readonly Arrow[]} arrows @param {string} prefix that the names of the boxes go without */
function draw(arrows, prefix) {
  const rooms = [...new Set(arrows.flat())].sort();
  const boxes = rooms.map((room) => `  ${idOf(room)}["${room.replace(prefix, '')}"]`);
  const lines = arrows
    .filter((arrow) => !isImplied(arrow, arrows))
    .map((arrow) => `  ${arrow.map(idOf).join(' --> ')}`);
  return ['```mermaid', 'flowchart TD', ...boxes, ...lines, '```'].join('\n');
}

/** Whether other arrows lead from the same beginning to the same end. @param {Arrow} arrow @param {readonly Arrow[]} arrows */
function isImplied([from, to], arrows) {
  const seen = new Set([from]);
  const rooms = arrows
    .filter((other) => other[0] === from && other[1] !== to)
    .map(([, end]) => end);
  for (const room of rooms) {
    if (room === to) return true;
    if (seen.has(room)) continue;
    seen.add(room);
    rooms.push(...arrows.filter(([start]) => start === room).map(([, end]) => end));
  }
  return false;
}

function idOf(/** @type {string} */ room) {
  return room.replace(/\W+/g, '_');
}

function packageOf(/** @type {string} */ room) {
  return room.replace(/\/.*/, '');
}

/** The row of `layers` that has the file in elements and server, the package elsewhere. */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, drawPage());
