import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import svelte from 'eslint-plugin-svelte';
import vue from 'eslint-plugin-vue';
import wc from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/**
 * Globals of a provider or the platform that only one file may use, with the code that uses them. A row of `layers`
 * names those that it owns; in every other file they are an error.
 */
const seams = {
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

const elements = 'packages/elements/src';
const client = 'packages/service-client/src';
const server = 'packages/server/src';
const sandbox = 'packages/sandbox/src';
const desk = 'packages/sidecar/src/desk';

const toTags = [
  '/wallet-button\\.ts$',
  '/wallet-[a-z]+/button\\.ts$',
  '/wallet-payment-status\\.ts$',
  '/wallets\\.ts$',
];
const toEntries = ['/index\\.ts$', '/[^/]*define(-buttons)?\\.ts$', '/sheet-part\\.ts$'];
const wallets = `${elements}/providers/wallet-*`;
const entries = [
  `${elements}/{index,wallets,define-buttons,sheet-part,{,*-}define}.ts`,
  `${wallets}/define.ts`,
];
const base = [`${elements}/wallet-button.ts`, `${elements}/button-settings.ts`];
const toProviders = ['/providers/wallet-'];
const toOutside = ['/(backend|endpoint)\\.ts$', '/redirect\\.ts$'];
const toControllers = ['/controllers/'];
const noElementsFriends = ['^@wallet-buttons/(service-client|server|sandbox)'];

const beyondSeam = [...noElementsFriends, '^@?lit', ...toOutside, ...toControllers, ...toEntries];
const beyondProvider = [...beyondSeam, '/wallet-', '/button\\.ts$'];
const beyondSheet = [...beyondSeam, ...toTags];

const noClientFriends = ['^@wallet-buttons/(elements|server|sandbox)'];

const toServer = ['/server\\.ts$', '^\\.\\.?/index\\.ts$', '/node/'];
const toClient = '^@wallet-buttons/service-client';
const noServerFriends = ['^@wallet-buttons/(elements|sandbox)'];

/**
 * The direction of imports: one row a folder. Each source file is in exactly one row, because in ESLint the last block
 * that matches a file replaces the options of the others. `never` has patterns of import specifiers; `typesOnly` those
 * from which a type may be imported; `owns` the row's own seams.
 */
export const layers = [
  {
    files: ['packages/protocol/src/**/*.ts'],
    never: ['^(?!\\./)'],
    why: 'protocol imports nothing but itself',
  },

  {
    files: [`${elements}/*.ts`],
    ignores: [`${elements}/{backend,call,endpoint,redirect,wallet-*}.ts`, ...base, ...entries],
    never: [...noElementsFriends, '/providers/', ...toOutside, ...toControllers, ...toTags],
    why: 'words, styles and errors come before everything that uses them',
  },
  {
    files: [`${elements}/development/*.ts`],
    never: [...noElementsFriends, '\\.\\./'],
    why: 'checks and texts of a development build stand alone: the other build leaves them out',
  },
  {
    files: [`${elements}/{backend,call,endpoint}.ts`],
    owns: ['fetch'],
    never: [...noElementsFriends, '^@?lit', '/providers/', ...toControllers, ...toTags],
    why: 'the backend knows the wire and nothing of the page',
  },
  {
    files: [`${elements}/redirect.ts`],
    owns: ['location'],
    never: [...noElementsFriends, '^@?lit', '/providers/', ...toControllers, ...toTags],
    why: 'the redirect knows an address and nothing else',
  },
  {
    files: [`${elements}/providers/*.ts`],
    never: beyondProvider,
    typesOnly: ['/events\\.ts$'],
    why: 'the seam knows no wallet, no page and no backend',
  },
  ...[
    { files: [`${wallets}/{client,session}.ts`], owns: ['ApplePaySession', 'google'] },
    { files: [`${wallets}/*.ts`], ignores: [`${wallets}/{client,session,button,press,define}.ts`] },
  ].map((row) => ({
    ...row,
    never: beyondProvider,
    typesOnly: ['/events\\.ts$'],
    why: 'a provider knows its wallet and nothing else',
  })),
  {
    files: [`${wallets}/{button,press}.ts`],
    never: [...noElementsFriends, ...toEntries, '/wallets\\.ts$', '/wallet-[a-z]+/'],
    why: 'a class file has no side effects, and knows its own wallet alone',
  },
  {
    files: [`${elements}/sheet/*.ts`],
    never: beyondSheet,
    typesOnly: ['/providers/'],
    why: 'the sheet knows the page and no wallet',
  },
  {
    files: [`${elements}/locales/*.ts`],
    never: ['^(?!\\.\\./texts\\.ts$)'],
    why: 'a language is texts and nothing else',
  },
  {
    files: [`${elements}/controllers/**/*.ts`],
    never: [...noElementsFriends, ...toProviders, ...toTags, ...toEntries],
    why: 'a controller knows the seam: a third wallet must cost one folder',
  },
  {
    files: base,
    never: [...noElementsFriends, ...toProviders, ...toTags.slice(1), ...toEntries],
    why: 'the base of the buttons knows neither wallet',
  },
  {
    files: [`${elements}/wallet-*.ts`],
    ignores: [`${elements}/wallet-button.ts`, `${elements}/*-define.ts`],
    never: [...noElementsFriends, ...toEntries],
    why: 'a class file has no side effects',
  },
  {
    files: [`${elements}/frameworks/*.ts`],
    never: [...noElementsFriends, ...toProviders, ...toOutside, ...toControllers, ...toEntries],
    typesOnly: ['^@?lit', '/events\\.ts$', ...toTags],
    why: 'an entry for a framework is types, and an import of it loads nothing',
  },
  {
    files: entries,
    never: noElementsFriends,
    why: 'a key must not get into a browser bundle',
  },

  {
    files: [`${client}/errors*.ts`],
    never: [...noClientFriends, '^\\.'],
    why: 'errors come before everything that throws them',
  },
  ...[
    { files: [`${client}/*.ts`], ignores: [`${client}/{errors*,default-fetch}.ts`] },
    { files: [`${client}/default-fetch.ts`], owns: ['fetch'] },
    { files: [`${client}/node/*.ts`], owns: ['node:'] },
  ].map((row) => ({
    ...row,
    owns: [...(row.owns ?? []), 'node:crypto'],
    never: [...noClientFriends, '^\\.\\.?/index\\.ts$'],
    why: 'the signed calls can be used alone',
  })),

  {
    files: [`${server}/errors*.ts`, `${server}/sha256*.ts`],
    owns: ['node:crypto'],
    never: [...noServerFriends, '^\\.'],
    why: 'errors and digests come before everything that uses them',
  },
  {
    files: [`${server}/order/*.ts`],
    never: [...noServerFriends, '^\\.\\./store/', '/payment/', '/http/', ...toServer],
    why: 'what may happen to an order is decided without a clock, a store and a service',
  },
  {
    files: [`${server}/payment/*.ts`],
    owns: ['node:crypto'],
    never: [...noServerFriends, '^\\.\\./store/', '/http/', ...toServer],
    why: 'a payment knows the seam of the store and of a request, neither a store nor HTTP',
  },
  ...[
    { files: [`${server}/store/sqlite.ts`], owns: ['node:', 'node:crypto'] },
    {
      files: [`${server}/store/*.ts`],
      ignores: [`${server}/store/sqlite.ts`],
      owns: ['node:crypto'],
    },
  ].map((row) => ({
    ...row,
    never: [
      ...noServerFriends,
      toClient,
      '/payment/(?!payments|records|store)',
      '/order/',
      '/http/',
      ...toServer,
    ],
    why: 'a store keeps records and knows no rule',
  })),
  {
    files: [`${server}/http/*.ts`],
    owns: ['node:crypto'],
    never: [...noServerFriends, '^\\.\\./store/', ...toServer],
    why: 'an endpoint reads a request and calls the payment',
  },
  {
    files: [`${server}/explain/*.ts`],
    never: ['^(?!\\./|\\.\\./(order|payment)/)'],
    typesOnly: ['^\\.\\./(order|payment)/'],
    why: 'a page tells a history in words, too: that needs types alone',
  },
  {
    files: [`${server}/node/*.ts`],
    owns: ['node:', 'node:crypto'],
    never: noServerFriends,
    why: 'an adapter holds nothing but the runtime',
  },
  {
    files: [`${server}/{index,server*,runtime}.ts`],
    owns: ['node:crypto'],
    never: [...noServerFriends, '/node/'],
    why: 'a server ships no button and no stand-in, and loads on any runtime',
  },

  {
    files: [`${sandbox}/{apple-pay,google-pay,sheet}/**/*.ts`],
    owns: Object.keys(seams).filter((seam) => !seam.startsWith('node:')),
    never: ['^@wallet-buttons/', '/service/'],
    why: 'a stand-in must not share a bug with its subject',
  },
  {
    files: [`${sandbox}/service/**/*.ts`],
    owns: Object.keys(seams),
    never: ['^@wallet-buttons/', '/(apple-pay|google-pay|sheet|page|playwright|conformance|cli)/'],
    why: 'the service knows tokens, and neither sheet nor page nor command line',
  },
  {
    files: [`${sandbox}/**/*.ts`],
    ignores: [`${sandbox}/{apple-pay,google-pay,sheet,service}/**`],
    owns: Object.keys(seams),
    never: ['^@wallet-buttons/'],
    why: 'a stand-in must not share a bug with its subject',
  },
  {
    files: [`${desk}/*.ts`],
    owns: ['fetch', 'location'],
    never: ['^@wallet-buttons/(?!server$|server/explain$|protocol$)', '^\\.\\./'],
    typesOnly: ['^@wallet-buttons/server$'],
    why: 'the desk is a page: it knows the private API, and of the server its types and its words',
  },
  {
    files: [`${desk}/locales/*.ts`],
    never: ['^(?!\\.\\./texts\\.ts$|@wallet-buttons/server/explain$)'],
    why: 'a language is texts and nothing else',
  },
  {
    files: ['packages/sidecar/src/**/*.ts'],
    ignores: [`${desk}/**`],
    owns: ['node:', 'node:crypto', 'fetch'],
    never: ['^@wallet-buttons/(elements|sandbox|cli)'],
    why: 'the sidecar is the server as a program: it serves the built tags as a file and imports none',
  },
  {
    files: ['packages/cli/src/**/*.ts'],
    owns: ['node:', 'node:crypto', 'crypto.subtle', 'fetch', 'location'],
    never: ['^@wallet-buttons/(elements|sandbox)'],
    why: 'the command line looks at a merchant from outside: it knows the server, its client and the protocol',
  },
  {
    files: ['e2e/return-shop.ts'],
    owns: Object.keys(seams),
    never: ['^@wallet-buttons/(elements|service-client)'],
    why: 'a shop of its own is made of the server',
  },
  {
    files: ['e2e/**/*.ts'],
    ignores: ['e2e/return-shop.ts'],
    owns: Object.keys(seams),
    never: ['^@wallet-buttons/(elements|service-client|server)'],
    why: 'the end-to-end tests see the product through the browser',
  },
];

const tests = ['**/*.test.ts', 'packages/*/test/**/*.ts'];

/** Rules that allow one of two equal spellings. */
const dialect = {
  'no-duplicate-imports': 'error',
  'no-restricted-imports': [
    'error',
    {
      paths: [
        { name: 'node:test', importNames: ['test', 'suite'], message: 'Write `it`, `describe`.' },
      ],
      patterns: [
        {
          regex:
            '^\\.\\./.*\\b(protocol|elements|service-client|server|sandbox|sidecar|cli|bench)/(src|test|testing)/',
          message: 'Import another package by its name.',
        },
      ],
    },
  ],
  '@typescript-eslint/naming-convention': [
    'error',
    { selector: 'variable', format: ['camelCase', 'PascalCase'], leadingUnderscore: 'allow' },
    // Data from a wire or from the environment keeps its name.
    { selector: 'variable', modifiers: ['destructured'], format: null },
    { selector: 'variable', filter: '^_+$|^[a-z]+(_[a-z]+)+$', format: null },
  ],
};

export default defineConfig(
  // Projects of users, which are checked where they are installed.
  globalIgnores(['e2e/packed/projects/']),
  globalIgnores([
    '**/dist/',
    '**/node_modules/',
    '**/{.cache,.data,.vitepress/cache}/',
    'coverage/',
    'test-results/',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [
      js.configs.recommended,
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: {
      parserOptions: {
        // One program for all files: nineteen, as `tsc` has them, would cost half as much again.
        project: '.ci/tsconfig.lint.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An empty string often counts as missing, which `||` expresses.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { string: true } },
      ],
      // Data from a wire is read by its own name, in any spelling.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // No enums, because Node cannot strip them.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      ...dialect,
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: {
        AbortSignal: 'readonly',
        URL: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
      },
    },
    extends: [js.configs.recommended, tseslint.configs.strict, tseslint.configs.stylistic],
    rules: dialect,
  },
  {
    // vue-tsc and svelte-check check their types; here they are linted without types.
    files: ['**/*.{vue,svelte}'],
    extends: [
      js.configs.recommended,
      tseslint.configs.strict,
      tseslint.configs.stylistic,
      vue.configs['flat/recommended'],
      svelte.configs.recommended,
    ],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      ...dialect,
      // The page's root has the name of its file, and tags use the platform's slots and properties.
      'vue/multi-word-component-names': 'off',
      'vue/attribute-hyphenation': 'off',
      'vue/no-deprecated-slot-attribute': 'off',
      // vue-tsc and svelte-check find undefined names; Oxfmt formats.
      'no-undef': 'off',
      ...Object.fromEntries(
        Object.keys(vue.configs['no-layout-rules']?.rules ?? {}).map((rule) => [rule, 'off']),
      ),
    },
  },
  {
    // Files of users' projects, whose frameworks are not installed here. Tests compile them.
    files: ['packages/cli/templates/**'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
    },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    rules: {
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
    },
  },
  {
    files: ['packages/elements/src/**/*.ts'],
    extends: [
      lit.configs['flat/recommended'],
      wc.configs['flat/recommended'],
      { plugins: { 'lit-a11y': litA11y }, rules: litA11y.configs.recommended.rules },
    ],
    settings: { wc: { elementBaseClasses: ['ReactiveElement', 'WalletButton'] } },
  },
  {
    files: ['packages/elements/src/{wallet-*,providers/*/button}.ts', '**/third-wallet/button.ts'],
    rules: {
      // A tag's properties come from its table of settings, by an interface of the same name.
      '@typescript-eslint/no-unsafe-declaration-merging': 'off',
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
    },
  },
  ...layers.map((row) => ({ files: row.files, ignores: rowIgnores(row), rules: layerRules(row) })),
  {
    files: tests,
    rules: {
      // `test()` and `describe()` of node:test return promises that the runner itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            {
              from: 'package',
              package: 'node:test',
              name: [
                'test',
                'it',
                'describe',
                'suite',
                'before',
                'after',
                'beforeEach',
                'afterEach',
              ],
            },
          ],
        },
      ],
      // chai asserts with properties: `expect(button.hidden).to.be.true`.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
);

/** Tests may import everything that their subject's public surface uses. */
function rowIgnores({ ignores = [] }) {
  return [...ignores, ...tests];
}

function layerRules({ never, typesOnly = [], owns = [], why }) {
  const foreign = Object.entries(seams).filter(([seam]) => !owns.includes(seam));
  const pattern = (regex, message, allowTypeImports = false) => ({
    regex,
    message,
    allowTypeImports,
  });
  const banned = (kind, make) =>
    foreign.flatMap(([seam, words]) =>
      (words[kind] ?? []).map((word) => make(word, `${seam} has one file of its own.`)),
    );
  return {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          ...never.map((regex) => pattern(regex, why)),
          ...typesOnly.map((regex) => pattern(regex, `${why} (types are welcome)`, true)),
          ...banned('imports', pattern),
        ],
      },
    ],
    'no-restricted-globals': [
      'error',
      {
        globals: banned('globals', (name, message) => ({ name, message })),
        checkGlobalObject: true,
      },
    ],
    'no-restricted-syntax': [
      'error',
      ...banned('syntax', (selector, message) => ({ selector, message })),
    ],
  };
}
