// Writes the version of the package and the hash of its built script into the snippet of the root README. Run with
// `pnpm version-packages` alone: between two releases the snippet names what a reader can load.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const hash = JSON.parse(read('dist/cdn/sri.json'))['wallet-buttons.js'];
const readme = read('../../README.md')
  .replace(/elements@[^/]+/, `elements@${version}`)
  .replace(/integrity="[^"]*"/, `integrity="${hash}"`);

writeFileSync(new URL('../../README.md', import.meta.url), readme);
