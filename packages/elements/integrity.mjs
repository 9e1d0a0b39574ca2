// Writes the hash of the built script into the snippet of the root README: `node packages/elements/integrity.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (/** @type {string} */ path) => new URL(path, import.meta.url);
const hash = JSON.parse(readFileSync(at('dist/cdn/sri.json'), 'utf8'))['wallet-buttons.js'];
const readme = readFileSync(at('../../README.md'), 'utf8');

writeFileSync(at('../../README.md'), readme.replace(/integrity="[^"]*"/, `integrity="${hash}"`));
