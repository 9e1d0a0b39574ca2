import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { code, fence, prose, table } from './markdown.ts';

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Operation {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: Body;
  readonly responses: Readonly<
    Record<string, Body & { readonly $ref?: string; readonly description?: string }>
  >;
}

interface Document {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Body & { readonly description: string }>>;
  };
}

/** The endpoints between page and backend, from `openapi.yaml`. */
export function endpointsPage(): string {
  const file = new URL('../../../protocol/openapi.yaml', import.meta.url);
  const { info, paths, components } = parse(readFileSync(file, 'utf8')) as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      endpoint(`${method.toUpperCase()} ${path}`, operation, components),
    ),
  );
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `### \`${name}\`\n\n${shape(schema)}`,
  );
  return `# Endpoints

${prose(info.description.trim())} The document itself is \`openapi.yaml\` of \`@wallet-buttons/protocol\`.

${calls.join('\n\n')}

## Shapes

${shapes.join('\n\n')}
`;
}

function endpoint(
  title: string,
  { summary, parameters = [], requestBody, responses }: Operation,
  { responses: sharedResponses }: Document['components'],
): string {
  const rows = Object.entries(responses).map(([status, { $ref, ...given }]) => {
    const answer = $ref === undefined ? given : (sharedResponses[nameOf($ref)] ?? given);
    return [
      status === 'default' ? 'else' : status,
      bodyOf(answer),
      prose(answer.description?.trim()),
    ];
  });
  const parameterRows = parameters.map((each) => [
    code(each.name),
    each.in,
    prose(each.description),
  ]);
  return [
    `## \`${title}\``,
    prose(summary),
    requestBody ? `Sent: ${bodyOf(requestBody)}.` : '',
    parameterRows.length > 0 ? table(['parameter', 'in', 'meaning'], parameterRows) : '',
    table(['answer', 'body', 'meaning'], rows),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function bodyOf({ content = {} }: Body): string {
  return Object.values(content)
    .map(({ schema }) => (schema.$ref === undefined ? 'JSON' : link(schema.$ref)))
    .join(', ');
}

function shape(schema: Schema): string {
  if (!schema.properties) return [prose(schema.description), typeOf(schema)].join('\n\n').trim();
  const rows = Object.entries(schema.properties).map(([name, each]) => [
    code(name),
    schema.required?.includes(name) === true ? 'yes' : '',
    typeOf(each),
    prose(each.description?.trim()),
  ]);
  return [prose(schema.description?.trim()), table(['field', 'required', 'type', 'meaning'], rows)]
    .join('\n\n')
    .trim();
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.enum) return schema.enum.map((word) => code(word)).join(' ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  if (schema.const !== undefined) return code(schema.const);
  return schema.properties
    ? fence('json', JSON.stringify(schema, null, 2))
    : [schema.type].flat().join(' or ');
}

function link(ref: string): string {
  const name = nameOf(ref);
  return `[${name}](#${name.toLowerCase()})`;
}

function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}
