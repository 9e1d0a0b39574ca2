/** Writes the hash of the built script into the snippet of the root README: `node packages/elements/integrity.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';

const at = (path: string): URL => new URL(path, import.meta.url);
const hashes = JSON.parse(readFileSync(at('dist/cdn/sri.json'), 'utf8')) as Record<string, string>;
const readme = readFileSync(at('../../README.md'), 'utf8');
const hash = hashes['wallet-buttons.js'] ?? '';

writeFileSync(at('../../README.md'), readme.replace(/integrity="[^"]*"/, `integrity="${hash}"`));
