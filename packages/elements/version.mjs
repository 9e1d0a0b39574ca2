// Writes the version of the package into its source. Run with `pnpm version-packages` alone, before the build.
import { readFileSync, writeFileSync } from 'node:fs';

const urlOf = (/** @type {string} */ path) => new URL(path, import.meta.url);
const { version } = JSON.parse(readFileSync(urlOf('package.json'), 'utf8'));
const source = urlOf('src/version.ts');
const text = readFileSync(source, 'utf8').replace(/'[^']*'/, `'${version}'`);

writeFileSync(source, text);
