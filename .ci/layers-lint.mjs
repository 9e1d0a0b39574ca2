// The blocks of eslint.config.js that enforce the tables of layers.mjs.
import { relative } from 'node:path';
import { platform, refusalOf } from './layers.mjs';

/** What the rows of `platform` share out, with the code that uses it. */
const platformCode = {
  ApplePaySession: { syntax: ["Identifier[name='ApplePaySession']"] },
  google: { syntax: ["Identifier[name='google']"] },
  fetch: { globals: ['fetch'] },
  location: {
    globals: ['location'],
    syntax: ["MemberExpression[property.name='location'][object.type!='ThisExpression']"],
  },
  'crypto.subtle': {
    syntax: ["MemberExpression[property.name='subtle']", "Property[key.name='subtle']"],
  },
  'node:': { imports: ['^node:(?!crypto$|buffer$)'] },
  'node:crypto': { imports: ['^node:(crypto|buffer)$'] },
};

/** Reports an import that the table of layers does not allow. */
const imports = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const path = relative(context.cwd, context.filename).replaceAll('\\', '/');
    const check = (node, source, isType) => {
      const specifier = source?.value ?? source?.quasis?.[0]?.value.cooked;
      if (specifier === undefined) return;
      const message = refusalOf(path, specifier, isType);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: (node) => check(node, node.source, isTypeImport(node)),
      ExportNamedDeclaration: (node) => check(node, node.source, isTypeImport(node)),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node, node.source, false),
      TSImportType: (node) => check(node, node.source, true),
    };
  },
};

function isTypeImport({ importKind, exportKind, specifiers }) {
  if (importKind === 'type' || exportKind === 'type') return true;
  const kinds = specifiers.map((specifier) => specifier.importKind ?? specifier.exportKind);
  return kinds.length > 0 && kinds.every((kind) => kind === 'type');
}

/** Several properties in one line. */
export const packedObject = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write each property on a line of its own.',
};

/** @param {readonly string[]} ignores tests, which may use everything that their subject's public surface uses */
export function layerBlocks(ignores) {
  return [
    {
      files: ['**/*.ts'],
      ignores,
      plugins: { layers: { rules: { imports } } },
      rules: { 'layers/imports': 'error' },
    },
    // In ESLint the last block that matches a file replaces the options of the others.
    ...platform.toReversed().map(({ files, may }) => ({
      files: [files],
      ignores,
      rules: platformRules(may),
    })),
  ];
}

/** @param {readonly string[]} allowedPlatforms */
function platformRules(allowedPlatforms) {
  const foreign = Object.entries(platformCode).filter(([name]) => !allowedPlatforms.includes(name));
  const ban = (kind, key) =>
    foreign.flatMap(([name, code]) =>
      (code[kind] ?? []).map((word) => ({ [key]: word, message: `${name} has its own files.` })),
    );
  return {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns: ban('imports', 'regex') }],
    'no-restricted-globals': [
      'error',
      { globals: ban('globals', 'name'), checkGlobalObject: true },
    ],
    'no-restricted-syntax': ['error', packedObject, ...ban('syntax', 'selector')],
  };
}
