import profile from '@wallet-buttons/protocol/profile.json' with { type: 'json' };
import schema from '@wallet-buttons/protocol/profile.schema.json' with { type: 'json' };
import { defaultProfile } from '@wallet-buttons/service-client';
import { code, prose, table } from './markdown.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** The schema of each member that `properties` does not name. */
  readonly additionalProperties?: Schema;
}

const { $defs, properties } = schema as unknown as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>;
};

/** The wire profile: its defaults, each with its description from the schema and its basis. */
export function profilePage(): string {
  const {
    operations,
    basis: _,
    $schema: __,
    ...rest
  } = { ...profile } as Readonly<Record<string, unknown>>;
  const parts = Object.entries(rest).map(([name, value]) => {
    const about = prose(properties?.[name]?.description);
    return `## \`${name}\`\n\n${about}\n\n${entries(name, value)}`;
  });
  const calls = Object.entries(operations as Readonly<Record<string, unknown>>).map(
    ([name, value]) => {
      const about = prose(schemaOf(`operations.${name}`)?.description);
      return `### \`operations.${name}\`\n\n${about}\n\n${entries(`operations.${name}`, value)}`;
    },
  );
  return `# Wire profile

What the payment service's document leaves open, as data, with its defaults. Override what differs with
\`service.profile\`; the JSON Schema is \`@wallet-buttons/protocol/profile.schema.json\`.

"documented" is in the document of the service. "observed" was seen in published sources. "assumed" is a guess: confirm
it with the service. A status whose meaning is only assumed never frees an order to be paid again.

${parts.join('\n\n')}

## \`operations\`

${prose(properties?.['operations']?.description)}

${calls.join('\n\n')}
`;
}

function entries(path: string, value: unknown): string {
  const rows = leaves(path, value).map(([place, leaf]) => [
    code(place === path ? place : place.slice(path.length + 1)),
    code(JSON.stringify(leaf)),
    defaultProfile.basisOf(place),
    prose(schemaOf(place)?.description),
  ]);
  return table(['entry', 'default', 'rests on', 'meaning'], rows);
}

/** Every value of the profile with its path. Lists are values. */
function leaves(path: string, value: unknown): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, below]) => leaves(`${path}.${name}`, below));
}

function schemaOf(path: string): Schema | undefined {
  let schema: Schema | undefined = { properties: properties ?? {} };
  for (const name of path.split('.')) {
    schema = resolved(schema?.properties?.[name] ?? schema?.additionalProperties);
  }
  return schema;
}

function resolved(part: Schema | undefined): Schema | undefined {
  const name = part?.$ref?.split('/').at(-1);
  return name === undefined ? part : { ...$defs[name], ...part };
}
