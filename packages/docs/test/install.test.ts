import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { installLine, managers } from '../src/site/install.ts';

/** A line of the guide as each package manager has it. */
const asEach = (line: string): string[] => managers.map((manager) => installLine(line, manager));

describe('a command of npm on the site', () => {
  it('installs packages', () => {
    assert.deepEqual(asEach('npm install pg'), [
      'npm install pg',
      'pnpm add pg',
      'yarn add pg',
      'bun add pg',
    ]);
  });

  it('installs packages that only a developer needs', () => {
    assert.deepEqual(asEach('npm install --save-dev vitest'), [
      'npm install --save-dev vitest',
      'pnpm add --save-dev vitest',
      'yarn add --dev vitest',
      'bun add --dev vitest',
    ]);
  });

  it('installs what a project names', () => {
    assert.deepEqual(asEach('npm install'), [
      'npm install',
      'pnpm install',
      'yarn install',
      'bun install',
    ]);
  });

  it('creates a project', () => {
    assert.deepEqual(asEach('npm create vite@latest shop -- --template vue'), [
      'npm create vite@latest shop -- --template vue',
      'pnpm create vite shop --template vue',
      'yarn create vite shop --template vue',
      'bun create vite shop --template vue',
    ]);
    assert.equal(
      installLine('npx create-next-app@latest shop --yes', 'pnpm'),
      'pnpm create next-app@latest shop --yes',
    );
  });

  it('is left as it is where it is not about packages', () => {
    assert.equal(installLine('npm pkg set type=module', 'bun'), 'npm pkg set type=module');
    assert.equal(installLine('  @wallet-buttons/cli', 'pnpm'), '  @wallet-buttons/cli');
  });
});
