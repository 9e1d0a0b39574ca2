import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf } from '../src/snippets.ts';
import { frameworkFiles } from './own-compilers.ts';

const demo = fileURLToPath(new URL('../../../demo', import.meta.url));

/** Each framework's own compiler, as the demo has it, over its files of the page. */
const compilers = {
  vue: {
    settings: { vueCompilerOptions: { strictTemplates: true } },
    command: ['vue-tsc', '-p', '.'],
  },
  svelte: {
    settings: { compilerOptions: { types: ['svelte'] } },
    command: ['svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
  },
  angular: {
    settings: {
      compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false },
      angularCompilerOptions: { strictTemplates: true },
    },
    command: ['ngc', '-p', '.', '--noEmit'],
  },
} as const;

/** What Nuxt brings, which is not installed here. */
const foreign = `
  declare function defineNuxtConfig(config: object): object;
  declare function defineEventHandler(handler: (event: object) => unknown): unknown;
  declare function toWebRequest(event: object): Request;
`;

describe('the snippets of a framework', () => {
  // In the demo's folder, where the frameworks are found as in a project of their user.
  const folder = `${demo}/.data/guide`;
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  for (const [framework, { settings, command }] of Object.entries(compilers)) {
    it(`are taken by the compiler of ${framework}`, () => {
      const project = `${folder}/${framework}`;
      mkdirSync(project, { recursive: true });
      const snippets = filesOf('recipes/frameworks');
      for (const file of frameworkFiles[framework as keyof typeof compilers]) {
        const { code } = snippets.find((each) => each.file === file) ?? assert.fail(file);
        const path = `${project}/${file}`;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, code);
      }
      writeFileSync(`${project}/foreign.d.ts`, foreign);
      const config = { extends: '../../../tsconfig.json', ...settings, include: ['.'] };
      writeFileSync(`${project}/tsconfig.json`, JSON.stringify(config));
      writeFileSync(`${project}/svelte.config.js`, 'export default {};');
      const [program, ...args] = command;
      const { status, stdout, stderr } = spawnSync(`${demo}/node_modules/.bin/${program}`, args, {
        cwd: project,
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
    });
  }
});
