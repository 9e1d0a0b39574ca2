/// <reference types="node" />
import { writeFileSync } from 'node:fs';
import {
  type Attribute,
  type Declaration,
  describeTags,
  type Manifest,
  type Named,
} from './manifest.ts';
import root from '../../package.json' with { type: 'json' };
import packed from './package.json' with { type: 'json' };

// Writes `custom-elements.json` for editors and documentation, and from it the files that VS Code and JetBrains read.
if (import.meta.main) {
  const manifest = describeTags();
  const { name, version } = packed;
  const repository = root.repository.url.replace(/^git\+|\.git$/g, '');
  const homepage = `${repository}/tree/main/packages/elements#readme`;
  for (const [file, data] of Object.entries({
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': vscodeData(manifest, homepage),
    'web-types.json': webTypes(manifest, { name, version }),
  })) {
    writeFileSync(new URL(file, import.meta.url), `${JSON.stringify(data, null, 2)}\n`);
  }
}

/**
 * The tags for VS Code's setting `html.customData`.
 * @see https://github.com/microsoft/vscode-html-languageservice/blob/main/docs/customData.md
 */
export function vscodeData(manifest: Manifest, url: string) {
  return {
    version: 1.1,
    tags: tagsOf(manifest).map(({ tagName, description, attributes = [] }) => ({
      name: tagName,
      description,
      attributes: attributes.map((attribute) => ({
        name: attribute.name,
        description: attribute.description,
        ...(attribute.type?.text === 'boolean' && { valueSet: 'v' }),
        ...(wordsOf(attribute).length > 0 && {
          values: wordsOf(attribute).map((name) => ({ name })),
        }),
      })),
      references: [{ name: 'README', url }],
    })),
  };
}

/**
 * The tags for JetBrains' editors, which find the file by `web-types` of `package.json`.
 * @see https://github.com/JetBrains/web-types/blob/master/schema/web-types.json
 */
export function webTypes(manifest: Manifest, library: { name: string; version: string }) {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    ...library,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: tagsOf(manifest).map((tag) => ({
          name: tag.tagName,
          description: tag.description,
          attributes: tag.attributes?.map(({ name, description, type, default: value }) => ({
            name,
            description,
            default: value,
            value: { type: type?.text },
          })),
          slots: tag.slots?.map(described),
          js: {
            properties: tag.members
              ?.filter(({ kind }) => kind === 'field')
              .map(({ name, description, type }) => ({ name, description, type: type?.text })),
            events: tag.events?.map(({ name, description }) => ({ name, description })),
          },
          css: {
            properties: tag.cssProperties?.map(described),
            parts: tag.cssParts?.map(described),
          },
        })),
      },
    },
  };
}

function tagsOf({ modules }: Manifest): readonly Declaration[] {
  return modules.flatMap(({ declarations }) => declarations.filter(({ tagName }) => tagName));
}

/** The words of a closed type: `'final' | 'estimated'`. */
function wordsOf({ type }: Attribute): readonly string[] {
  return [...(type?.text ?? '').matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
}

function described({ name, description }: Named): Named {
  return description === undefined ? { name } : { name, description };
}
