// Writes the version of the package into its source. Run with `pnpm version-packages` alone, before the build.
import { readFileSync, writeFileSync } from 'node:fs';

const at = (/** @type {string} */ path) => new URL(path, import.meta.url);
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const source = at('src/version.ts');
const text = readFileSync(source, 'utf8').replace(/'[^']*'/, `'${version}'`);

writeFileSync(source, text);
