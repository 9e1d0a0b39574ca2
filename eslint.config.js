import js from '@eslint/js';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import svelte from 'eslint-plugin-svelte';
import vue from 'eslint-plugin-vue';
import wc from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { layerBlocks, packedObject } from './.ci/layers-lint.mjs';

const tests = ['**/*.test.ts', 'packages/*/test/**/*.ts'];

/** Rules that allow one of two equal spellings: the plainer one. */
const dialect = {
  'no-duplicate-imports': 'error',
  'no-nested-ternary': 'error',
  'no-restricted-syntax': ['error', packedObject],
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
    files: ['packages/cli/templates/**', 'packages/server/examples/**'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      'no-undef': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
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
    // What has more branches has parts with names, and what goes together is one object.
    files: ['packages/{server,service-client}/src/**/*.ts'],
    ignores: tests,
    rules: { complexity: ['error', 20] },
  },
  {
    files: ['packages/server/src/**/*.ts'],
    ignores: tests,
    rules: { 'max-params': ['error', 4] },
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
    files: [
      'packages/elements/src/{wallet-*,button-settings,providers/*/button}.ts',
      '**/third-wallet/button.ts',
    ],
    rules: {
      // A tag's properties come from its table of settings, by an interface of the same name.
      '@typescript-eslint/no-unsafe-declaration-merging': 'off',
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
    },
  },
  ...layerBlocks(tests),
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
