import { invalidConfig } from './errors.ts';

/** Some runtimes have a `process` without versions. */
interface Process {
  readonly versions?: Readonly<Partial<Record<string, string>>>;
}

/**
 * The runtime's name, `other` for one that is not known. By the versions of `process`: libraries that imitate a browser, as
 * for server rendering or for tests, replace `navigator`.
 * @throws {ServiceError} `config_invalid` on a Bun that resends a request, as Deno does.
 */
export function runtime(): 'Node.js' | 'Deno' | 'Bun' | 'other' {
  const { process: { versions = {} } = {} } = globalThis as { readonly process?: Process };
  const { bun, deno, uv = '' } = versions;
  if (deno !== undefined) return 'Deno';
  // Workers name the version of Node that they imitate, and no libuv, or an empty one.
  if (bun === undefined) return uv === '' ? 'other' : 'Node.js';
  if (bun.localeCompare('1.4', 'en', { numeric: true }) >= 0) return 'Bun';
  throw invalidConfig(`Bun 1.4 or newer is needed: ${bun} may send a payment twice.`);
}
