import { readFileSync } from 'node:fs';
import { code, prose, table } from './markdown.ts';

interface Named {
  readonly name: string;
  readonly description?: string;
}

interface Field extends Named {
  readonly kind?: string;
  readonly attribute?: string;
  readonly default?: string;
  readonly type?: { readonly text: string };
  readonly parameters?: readonly { readonly name: string }[];
}

interface Declaration extends Named {
  readonly tagName?: string;
  readonly customElement?: boolean;
  readonly members?: readonly Field[];
  readonly events?: readonly (Named & { readonly type?: { readonly text: string } })[];
  readonly slots?: readonly Named[];
  readonly cssProperties?: readonly Field[];
  readonly cssParts?: readonly Named[];
  readonly cssStates?: readonly Named[];
}

interface Manifest {
  readonly modules: readonly {
    readonly declarations: readonly Declaration[];
    readonly exports: readonly {
      readonly kind: string;
      readonly name: string;
      readonly declaration: { readonly name: string };
    }[];
  }[];
}

/** The tags, from the custom elements manifest. */
export function tagsPage(types: string): string {
  const file = new URL('../../../elements/custom-elements.json', import.meta.url);
  const { modules } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const declarations = modules.flatMap((module) => module.declarations);
  const tags = modules
    .flatMap((module) => module.exports)
    .filter(({ kind }) => kind === 'custom-element-definition')
    .map(({ name, declaration }) => {
      const match = declarations.find((each) => each.name === declaration.name);
      if (!match) throw new Error(`The manifest does not describe ${name}.`);
      return `## \`<${name}>\`\n\n${tag(match)}`;
    });
  return `# Tags and types

The tags of \`@wallet-buttons/elements\`: attributes, properties, events, slots, and what CSS can reach.

${tags.join('\n\n')}

${types}
`;
}

/** The attribute, then the property if its name is another one. */
function namesOf(property: string, attribute: string | undefined): string {
  if (attribute === undefined) return `${code(property)} (property)`;
  return attribute === property ? code(property) : `${code(attribute)}, ${code(property)}`;
}

function tag(declaration: Declaration): string {
  const { description, members = [], events = [], slots = [] } = declaration;
  const { cssProperties = [], cssParts = [], cssStates = [] } = declaration;
  const fields = members.filter(({ kind }) => kind !== 'method');
  const methods = members.filter(({ kind }) => kind === 'method');
  const rowsOf = (list: readonly Named[]): string[][] =>
    list.map(({ name, description: text }) => [code(name), prose(text)]);
  const parts: readonly (readonly [string, readonly string[], readonly (readonly string[])[]])[] = [
    [
      'Attributes and properties',
      ['attribute, property', 'type', 'default', 'meaning'],
      fields.map(({ name, attribute, type, default: value, description: text }) => [
        namesOf(name, attribute),
        code(type?.text),
        code(value === 'undefined' ? '' : value),
        prose(text),
      ]),
    ],
    [
      'Methods',
      ['method', 'does'],
      methods.map((each) => [code(`${each.name}()`), prose(each.description)]),
    ],
    ['Events', ['event', 'when'], rowsOf(events)],
    ['Slots', ['slot', 'for'], rowsOf(slots)],
    ['Parts', ['part', 'is'], rowsOf(cssParts)],
    ['States', ['state', 'when'], rowsOf(cssStates)],
    [
      'Custom properties',
      ['custom property', 'default', 'meaning'],
      cssProperties.map(({ name, default: value, description: text }) => [
        code(name),
        code(value),
        prose(text),
      ]),
    ],
  ];
  const tables = parts
    .filter(([, , rows]) => rows.length > 0)
    .map(([title, head, rows]) => `**${title}**\n\n${table(head, rows)}`);
  return [prose(description), ...tables].join('\n\n');
}
