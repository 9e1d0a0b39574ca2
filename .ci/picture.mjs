// The pictures in CONTRIBUTING, drawn from the imports: one of the packages, and one of the layers of elements and of
// server. `node .ci/picture.mjs` draws them again.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path/posix';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { layerOf, layers, packageOf } from './layers.mjs';

/** @typedef {readonly [from: string, to: string]} Arrow */

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const page = 'CONTRIBUTING.md';
const drawnPackages = new Set([...layers.map(({ name }) => packageOf(name)), 'demo']);
const pictures = /(<!-- pictures -->\n)[^]*(<!-- end of the pictures -->)/;

/** The page with the present pictures. */
export function drawPage() {
  const arrows = readArrows();
  const packages = unique(arrows.map(([from, to]) => [packageOf(from), packageOf(to)]));
  const parts = [...new Set(arrows.map(([from]) => packageOf(from)))].sort().flatMap((name) => {
    const innerArrows = arrows.filter((arrow) => arrow.every((room) => packageOf(room) === name));
    return innerArrows.length > 0 ? [`\`${name}\`:\n\n${draw(innerArrows, `${name}/`)}`] : [];
  });
  const text = [draw(packages, ''), ...parts].join('\n\n');
  return readFileSync(page, 'utf8').replace(pictures, (_all, begin, end) => {
    return `${begin}\n${text}\n\n${end}`;
  });
}

/** The imports between the rooms of the packages. A room is a package, or one layer of it. @returns {Arrow[]} */
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
      const start = roomOf(file);
      const end = roomOf(target.replace('@wallet-buttons/', 'packages/'));
      if (start !== undefined && end !== undefined) arrows.push([start, end]);
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
  const visitedRooms = new Set([from]);
  const rooms = arrows
    .filter((other) => other[0] === from && other[1] !== to)
    .map(([, end]) => end);
  for (const room of rooms) {
    if (room === to) return true;
    if (visitedRooms.has(room)) continue;
    visitedRooms.add(room);
    rooms.push(...arrows.filter(([start]) => start === room).map(([, end]) => end));
  }
  return false;
}

function idOf(/** @type {string} */ room) {
  return room.replace(/\W+/g, '_');
}

/** The layer of the file in elements and server, the package elsewhere. */
function roomOf(/** @type {string} */ path) {
  const [, name = ''] = /^(?:packages\/)?([\w-]+)/.exec(path) ?? [];
  if (!drawnPackages.has(name)) return undefined;
  const layer = layerOf(path)?.name;
  return layer && /^(elements|server)\//.test(layer) ? layer : name;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, drawPage());
