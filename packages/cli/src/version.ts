import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The version of this package. An import of JSON would warn on Node 18 and 20. */
export const { version } = manifest;
