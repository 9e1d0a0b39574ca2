// Writes the version of the package and the hash of its built script into the snippet of the root README. Run with
// `pnpm version-packages` alone: between two releases the snippet names what a reader can load,
// and before the first one it has no hash.
import { readFileSync, writeFileSync } from 'node:fs';

const read = (/** @type {string} */ path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { version } = JSON.parse(read('package.json'));
const hash = JSON.parse(read('dist/cdn/sri.json'))['wallet-buttons.js'];
const readme = read('../../README.md').replace(
  /(src="[^"]*elements@)[^/]+(\/[^"]*")(?:\n *integrity="[^"]*")?/,
  `$1${version}$2\n  integrity="${hash}"`,
);

writeFileSync(new URL('../../README.md', import.meta.url), readme);
