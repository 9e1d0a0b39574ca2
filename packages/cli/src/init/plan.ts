import { join } from 'node:path';
import { domainFile, placed } from './addresses.ts';
import { angular } from './angular.ts';
import { astro } from './astro.ts';
import { textOrNull, withLines } from './change.ts';
import { changeOf, newFiles, withAll } from './edits.ts';
import { serverRecipe } from './mounted.ts';
import { next } from './next.ts';
import { node } from './node.ts';
import { nuxt } from './nuxt.ts';
import type { Project } from './project.ts';
import { type Edit, type Plan, type Recipe, stepInto } from './recipe.ts';
import { reactRouter } from './react-router.ts';
import { sidecarPlan } from './sidecar.ts';
import { type Framework, isLanguage, type Language } from './signs.ts';
import { sveltekit } from './sveltekit.ts';
import { vite } from './vite.ts';

const recipes: Readonly<Record<Exclude<Framework, Language>, (project: Project) => Recipe>> = {
  node,
  express: serverRecipe('express'),
  fastify: serverRecipe('fastify'),
  hono: serverRecipe('hono'),
  koa: serverRecipe('koa'),
  nest: serverRecipe('nest'),
  next,
  nuxt,
  sveltekit,
  'react-router': reactRouter,
  astro,
  angular,
  'vite-react': vite('react'),
  'vite-vue': vite('vue'),
  'vite-svelte': vite('svelte'),
};

/** @throws {UsageError} if a file with other content is in the way. */
export async function planFor(project: Project): Promise<Plan> {
  const { folder, framework, install, lacksNodeTypes, addresses } = project;
  if (isLanguage(framework)) return sidecarPlan(folder, framework);
  const recipe = recipes[framework](project);
  const { edits = [], packages = [], settings = '.env' } = recipe;
  const changes = await newFiles(folder, placed(recipe.files, addresses), recipe.rivals);
  const stepsOf = async (added: readonly Edit[]): Promise<readonly string[]> => {
    const steps: string[] = [];
    for (const edit of added) {
      const change = await changeOf(folder, edit, changes);
      if (typeof change === 'string') steps.push(change);
      else if (change !== null) changes.set(change.path, change);
    }
    return steps;
  };
  const settingSteps = await stepsOf([
    withAll('.env.example', environment(recipe)),
    ignored(settings),
  ]);
  const dev = install === 'npm install' ? '--save-dev' : '-D';
  return {
    addresses: addressesOf(project),
    steps: [
      ...stepInto(folder),
      [install, '@wallet-buttons/server', '@wallet-buttons/elements', ...packages].join(' '),
      `${install} ${dev} @wallet-buttons/sandbox${lacksNodeTypes ? ' @types/node' : ''}`,
      ...settingSteps,
      (await textOrNull(join(folder, settings))) === null
        ? `cp .env.example ${settings}`
        : `Add the lines of .env.example to ${settings}, which you have already.`,
      ...(await stepsOf(edits)),
      'In a second terminal: npx @wallet-buttons/sandbox',
      ...recipe.start,
    ],
    changes: [...changes.values()].filter(({ before, after }) => before !== after),
  };
}

/** A component of Vite is shown where the shop shows it. */
function addressesOf({ framework, addresses: { demo, base } }: Project): readonly string[] {
  const pages = framework.startsWith('vite-') ? [] : [demo, `${demo}/return`];
  return [...pages, `${base}/*`, `/${domainFile}`];
}

/** Settings, keys and payments must not get into the repository, but the example of the settings does. */
function ignored(settings: string): Edit {
  const lines = `${settings}\n.wallet-sandbox/\npayments.db*\n`;
  const all = withAll('.gitignore', lines);
  return {
    ...all,
    change: (text) =>
      withLines(text, /^\.env\.?\*$/m.test(text) ? `${lines}!.env.example\n` : lines),
  };
}

/** The settings of the sandbox, so that the first payment needs nothing else. */
function environment({
  origin = 'http://localhost:3000',
  sandboxSetting = 'SANDBOX_URL',
}: Recipe): string {
  const wallets =
    sandboxSetting === null
      ? ''
      : `# The sandbox plays both wallets. Not in production.
${sandboxSetting}=http://127.0.0.1:4010
`;
  return `# Wallet buttons, for tries with: npx @wallet-buttons/sandbox
SERVICE_URL=http://127.0.0.1:4010
MERCHANT_ID=shop-1
MERCHANT_KEY_FILE=.wallet-sandbox/merchant-private.pem
SERVICE_KEY_FILE=.wallet-sandbox/service-public.pem
SHOP_URL=${origin}
${wallets}`;
}
