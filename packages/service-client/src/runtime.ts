import { invalidConfig } from './errors.ts';

/**
 * The runtime's name, `other` for one that is not known. By the versions of `process`: libraries that imitate a browser, as
 * for server rendering or for tests, replace `navigator`.
 * @throws {ServiceError} `config_invalid` on a Bun that resends a request, as Deno does.
 */
export function runtime(): 'Node.js' | 'Deno' | 'Bun' | 'other' {
  const versions: NodeJS.Dict<string> = 'process' in globalThis ? process.versions : {};
  const { bun, deno, v8, uv } = versions;
  if (deno !== undefined) return 'Deno';
  // Workers and other runtimes name a version of Node that they imitate, and not what it consists of.
  if (bun === undefined) return v8 !== undefined && uv !== undefined ? 'Node.js' : 'other';
  if (bun.localeCompare('1.4', 'en', { numeric: true }) >= 0) return 'Bun';
  throw invalidConfig(`Bun 1.4 or newer is needed: ${bun} may send a payment twice.`);
}
