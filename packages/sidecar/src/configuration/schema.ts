import { readFileSync } from 'node:fs';

/** The part of a JSON Schema that the variables are derived from. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** One value of the configuration. */
export interface Entry {
  readonly path: readonly string[];
  readonly type: string;
  /** The environment variable that replaces it. */
  readonly variable: string;
}

export const schema = JSON.parse(
  readFileSync(new URL('../../wallet.schema.json', import.meta.url), 'utf8'),
) as Schema;

/** Every value of the configuration. */
export const entries: readonly Entry[] = entriesOf(schema, []);

function entriesOf({ properties, type = 'string' }: Schema, path: readonly string[]): Entry[] {
  if (!properties) return [{ path, type, variable: variableOf(path) }];
  return Object.entries(properties)
    .filter(([name]) => name !== '$schema')
    .flatMap(([name, inner]) => entriesOf(inner, [...path, name]));
}

/** `service.baseUrl` is `WALLET_SERVICE_BASE_URL`. */
export function variableOf(path: readonly string[]): string {
  const words = path.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`));
  return ['WALLET', ...words].join('_').toUpperCase();
}
