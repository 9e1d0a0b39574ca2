import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { payAndReturn } from '../packed/pay.ts';
import { serves } from '../packed/shop.ts';
import { type ByHand, frameworks } from './frameworks.ts';
import { openReader, type Program, type Reader, warningsIn } from './reader.ts';

const skeletons = fileURLToPath(new URL('../packed/projects', import.meta.url));

for (const { name, begin, skeleton, byHand = {} } of frameworks) {
  test(`init: ${name}`, async ({ page }) => {
    await using reader = await openReader();
    await test.step('begins as the framework does', async () => {
      if (skeleton !== undefined) {
        cpSync(join(skeletons, skeleton), join(reader.folder(), 'shop'), { recursive: true });
      }
      await reader.begin(begin);
    });
    const steps = await test.step('writes files and steps', async () => {
      const output = await reader.type('npx @wallet-buttons/cli init --yes');
      return Array.from(output.matchAll(/^\d+\. (.+)$/gm), ([, step = '']) => step);
    });
    const { url, programs } = await test.step('leads to a checkout', async () =>
      follow(reader, steps, byHand));
    await test.step('leaves no package without its peers', async () => {
      // A framework's own packages may lack some.
      const ours = '(from node_modules/|required by )@wallet-buttons/';
      expect(await reader.type(`npm ls --all --json 2>/dev/null | grep -E '${ours}' || true`)).toBe(
        '',
      );
    });
    await test.step('pays', async () => {
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) warnings.push(`warn: ${message.text()}`);
      });
      await payAndReturn(page, { url, charges: reader.charges }, 'B');
      const outputs = programs.map(({ output }) => output());
      expect(warningsIn([...warnings, ...outputs].join('\n'))).toEqual([]);
    });
    await test.step('builds, and passes the checks of the project', async () => {
      for (const script of ['build', 'lint', 'check']) {
        await reader.type(`npm run ${script} --if-present`);
      }
    });
  });
}

/** Follows the steps until the one that opens the browser. */
async function follow(
  reader: Reader,
  steps: readonly string[],
  byHand: Readonly<Record<string, ByHand>>,
) {
  const programs: Program[] = [];
  for (const step of steps) {
    const [, terminal] = /^In a (?:second|third) terminal: (.+)$/.exec(step) ?? [];
    const [, address] = /^Open (\S+) and pay order A-1001\.$/.exec(step) ?? [];
    const stays = terminal ?? (/^(?:npx|node) /.test(step) ? step : undefined);
    if (address !== undefined) {
      const url = reader.own(address);
      for (const program of programs.slice(-1)) await serves(program, url);
      return { url, programs };
    } else if (stays !== undefined) {
      programs.push(await reader.open(stays));
    } else if (/^(?:npm|cp) /.test(step)) {
      await reader.type(step);
    } else {
      const [, done] = Object.entries(byHand).find(([words]) => step.startsWith(words)) ?? [];
      if (done === undefined) throw new Error(`This step is not one of a machine: ${step}`);
      for (const [file, text] of Object.entries(done.files ?? {})) {
        writeFileSync(join(reader.folder(), file), text);
      }
      if (done.command !== undefined) programs.push(await reader.open(done.command));
    }
  }
  throw new Error(`No step opens the checkout: ${steps.join('\n')}`);
}
