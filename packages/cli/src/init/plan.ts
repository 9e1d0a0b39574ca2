import { join } from 'node:path';
import { UsageError } from '../report.ts';
import { angular } from './angular.ts';
import { type Change, textOrNull, withLines } from './change.ts';
import { mounted } from './mounted.ts';
import { next } from './next.ts';
import { node } from './node.ts';
import { nuxt } from './nuxt.ts';
import type { Framework, Project } from './project.ts';
import type { Edit, Files, Recipe } from './recipe.ts';
import { sveltekit } from './sveltekit.ts';
import { vite } from './vite.ts';

const recipes: Readonly<Record<Framework, (project: Project) => Recipe>> = {
  node,
  express: mounted('express'),
  fastify: mounted('fastify'),
  hono: mounted('hono'),
  next,
  nuxt,
  sveltekit,
  angular,
  'vite-react': vite('react'),
  'vite-vue': vite('vue'),
  'vite-svelte': vite('svelte'),
};

/** The files to write, and the manual steps. Files that need no change are not in it. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly steps: readonly string[];
}

/** @throws {UsageError} if a file with other content is in the way. */
export async function planFor(project: Project): Promise<Plan> {
  const { folder, framework, install, lacksNodeTypes } = project;
  const { files, edits = [], start, ...recipe } = recipes[framework](project);
  const { settings = '.env', origin = 'http://localhost:3000' } = recipe;
  const { sandboxSetting = 'SANDBOX_URL' } = recipe;
  const changes = await newFiles(folder, files);
  const byHand: string[] = [];
  const all = [
    withAll('.env.example', environment(origin, sandboxSetting)),
    // Settings, keys and payments must not get into the repository.
    withAll('.gitignore', `${settings}\n.wallet-sandbox/\npayments.db*\n`),
    ...edits,
  ];
  for (const edit of all) {
    const change = await changeOf(folder, edit, changes);
    if (change === null) byHand.push(edit.byHand);
    else changes.set(change.path, change);
  }
  const dev = install === 'npm install' ? '--save-dev' : '-D';
  return {
    changes: [...changes.values()].filter(({ before, after }) => before !== after),
    steps: [
      ...(folder === '.' ? [] : [`cd ${/\s/.test(folder) ? `"${folder}"` : folder}`]),
      `${install} @wallet-buttons/server @wallet-buttons/elements`,
      `${install} ${dev} @wallet-buttons/sandbox${lacksNodeTypes ? ' @types/node' : ''}`,
      (await textOrNull(join(folder, settings))) === null
        ? `cp .env.example ${settings}`
        : `Add the lines of .env.example to ${settings}, which you have already.`,
      ...byHand,
      'In a second terminal: npx @wallet-buttons/sandbox',
      ...start,
    ],
  };
}

async function newFiles(folder: string, files: Files): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>();
  const taken: string[] = [];
  for (const [path, after] of Object.entries(files)) {
    const before = await textOrNull(join(folder, path));
    changes.set(path, { path, before, after });
    if (before !== null && before !== after) taken.push(path);
  }
  if (taken.length === 0) return changes;
  throw new UsageError(
    `${taken.join(', ')} ${taken.length === 1 ? 'exists' : 'exist'} with another content. Nothing was written: move it away, and run init again.`,
  );
}

/** An edit of the present files, or of the result of an earlier edit; `null` if it finds no place. */
async function changeOf(
  folder: string,
  { paths, change, create }: Edit,
  earlier: ReadonlyMap<string, Change>,
): Promise<Change | null> {
  let isMissing = true;
  for (const path of paths) {
    const before = earlier.get(path)?.before ?? (await textOrNull(join(folder, path)));
    if (before === null) continue;
    isMissing = false;
    const after = change(earlier.get(path)?.after ?? before, path);
    if (after !== null) return { path, before, after };
  }
  const [path] = paths;
  return isMissing && create !== undefined && path !== undefined
    ? { path, before: null, after: create }
    : null;
}

function withAll(path: string, lines: string): Edit {
  return {
    paths: [path],
    change: (text) => withLines(text, lines),
    create: lines,
    byHand: '',
  };
}

/** The settings of the sandbox, so that the first payment needs nothing else. */
function environment(origin: string, sandboxSetting: string | null): string {
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
