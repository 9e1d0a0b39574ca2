import { invalidConfig } from './errors.ts';

/** The runtime's name. @throws {ServiceError} `config_invalid` on a Bun that resends a request, as Deno does. */
export function runtime(): string {
  // Deno, Bun and Workers have `process` too.
  const agent = 'navigator' in globalThis ? navigator.userAgent : '';
  const [name = '', version = ''] = agent.split('/');
  if (name !== 'Bun' || version.localeCompare('1.4', 'en', { numeric: true }) >= 0) return name;
  throw invalidConfig(`Bun 1.4 or newer is needed: ${version} may send a payment twice.`);
}
