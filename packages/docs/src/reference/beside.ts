import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A page that is beside the README of its package, with its links as a page of the reference has them. */
export function besidePage(path: string): string {
  const folder = posix.relative('packages/docs/reference', posix.dirname(path));
  return readFileSync(`${root}/${path}`, 'utf8').replaceAll('](./', `](${folder}/`);
}
