import { join, relative } from 'node:path/posix';
import { join as joinPath } from 'node:path';
import { type Change, textOrNull, withLines } from './change.ts';
import type { Project } from './project.ts';

/** Changes of the project's own files, and what its owner has to do by hand. */
export interface Edits {
  readonly edits: readonly Change[];
  readonly steps: readonly string[];
}

/** Files of the project that are changed, each only where the place is beyond doubt; otherwise it is a step. */
export async function editsOf(project: Project): Promise<Edits> {
  const ignored = await ignoring(project);
  const { framework } = project;
  if (framework === 'express' || framework === 'fastify' || framework === 'hono')
    return mounted(project, framework, ignored);
  if (framework.startsWith('vite')) return proxied(project, ignored);
  return { edits: [ignored], steps: stepsOf(project, []) };
}

/** Settings, keys and payments never go into the repository. */
async function ignoring({ folder, framework }: Project): Promise<Change> {
  const path = '.gitignore';
  const before = await textOrNull(joinPath(folder, path));
  const lines = `${settingsOf(framework)}\n.wallet-sandbox/\npayments.db*\n`;
  return { path, before, after: before === null ? lines : withLines(before, lines) };
}

const made = {
  express: { call: 'express\\(\\)', use: (app: string) => `${app}.use(walletRoutes);` },
  fastify: {
    call: '[Ff]astify\\([^\\n]*\\)',
    use: (app: string) => `${app}.register(walletRoutes);`,
  },
  hono: {
    call: 'new Hono(?:<[^\\n]*>)?\\(\\)',
    use: (app: string) => `${app}.route('/', walletRoutes);`,
  },
} as const;

const names = ['index', 'server', 'app', 'main'];

/** The app is made in one line: the routes are mounted in the next one. */
async function mounted(
  project: Project,
  framework: keyof typeof made,
  ignored: Change,
): Promise<Edits> {
  const { source, extension, importExtension } = project;
  const { call, use } = made[framework];
  const line = new RegExp(`^(?:export )?(?:const|let|var) (\\w+)(?:: [^=\\n]+)? = ${call};?$`, 'm');
  const routes = `${source}wallet/routes`;
  const places = ['', 'src/'].flatMap((folder) =>
    names.flatMap((name) => ['ts', 'js', 'mjs'].map((each) => `${folder}${name}.${each}`)),
  );
  for (const path of places) {
    const before = await textOrNull(joinPath(project.folder, path));
    const [found, app = 'app'] = (before === null ? null : line.exec(before)) ?? [];
    if (before === null || found === undefined) continue;
    if (before.includes('walletRoutes')) return { edits: [ignored], steps: stepsOf(project, []) };
    const from = `./${relative(join(path, '..'), routes)}${importExtension}`;
    const isCommon = /\brequire\(/.test(before) && !/^import /m.test(before);
    const load = isCommon
      ? `const { walletRoutes } = require('${from}');\n`
      : `import { walletRoutes } from '${from}';\n`;
    const first = isCommon ? before.search(/^.*\brequire\(/m) : before.search(/^import /m);
    const loaded = `${before.slice(0, first)}${load}${before.slice(first)}`;
    const after = loaded.replace(found, `${found}\n${use(app)}`);
    return { edits: [ignored, { path, before, after }], steps: stepsOf(project, []) };
  }
  const step = `Mount the routes in your app, before any body parser: import { walletRoutes } from './${routes}.${extension}', then ${use('app')}`;
  return { edits: [ignored], steps: stepsOf(project, [step]) };
}

/** Vite passes the endpoints on to the backend, and Vue has to know that the tags are not its own. */
async function proxied(project: Project, ignored: Change): Promise<Edits> {
  const steps: string[] = [];
  // As an object the proxy keeps the host: the backend refuses a page whose origin is another one.
  const proxy = "server: { proxy: { '/wallet': { target: 'http://localhost:3000' } } },";
  const custom =
    "template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('wallet-') } }";
  const isVue = project.framework === 'vite-vue';
  const component = `src/wallet/Checkout.${{ 'vite-vue': 'vue', 'vite-svelte': 'svelte' }[project.framework as string] ?? (project.isTypeScript ? 'tsx' : 'jsx')}`;
  for (const path of ['vite.config.ts', 'vite.config.js', 'vite.config.mjs']) {
    const before = await textOrNull(joinPath(project.folder, path));
    if (before === null) continue;
    let after = before;
    if (!before.includes("'/wallet'")) {
      if (/^ *plugins:/m.test(before) && !/^ *server:/m.test(before))
        after = after.replace(/^( *)plugins:/m, `$1${proxy}\n$1plugins:`);
      else steps.push(`Add to ${path}: ${proxy}`);
    }
    if (isVue && !before.includes('isCustomElement')) {
      if (before.includes('vue()')) after = after.replace('vue()', `vue({ ${custom} })`);
      else steps.push(`Give vue() in ${path}: { ${custom} }`);
    }
    steps.push(`Show the component of ${component} in your app.`);
    return { edits: [ignored, { path, before, after }], steps: stepsOf(project, steps) };
  }
  steps.push(
    `Add to your Vite config: ${proxy}`,
    `Show the component of ${component} in your app.`,
  );
  return { edits: [ignored], steps: stepsOf(project, steps) };
}

/** The file that holds the settings of this machine. */
function settingsOf(framework: Project['framework']): string {
  return framework === 'next' ? '.env.local' : '.env';
}

/** The way to the first payment. */
function stepsOf(project: Project, own: readonly string[]): readonly string[] {
  const { folder, framework, install, extension, importExtension, source } = project;
  const isVite = framework.startsWith('vite');
  const dev = install === 'npm install' ? '--save-dev' : '-D';
  const start: Readonly<Record<string, string>> = {
    node: `node --env-file=.env ${source}wallet/start.${extension}`,
    next: 'npx next dev',
  };
  const open = 'Open http://localhost:3000/checkout and pay order A-1001.';
  const end = isVite
    ? [
        `In a third terminal: node --env-file=.env server/start${importExtension}`,
        'npx vite',
        'Open http://localhost:5173 and pay order A-1001.',
      ]
    : start[framework] === undefined
      ? [
          'Start your app with --env-file=.env behind "node". Where it does not listen on 3000, change SHOP_URL in .env.',
          open,
        ]
      : [start[framework], open];
  return [
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    `${install} @wallet-buttons/server @wallet-buttons/elements`,
    `${install} ${dev} @wallet-buttons/sandbox`,
    `cp .env.example ${settingsOf(framework)}`,
    ...own,
    'In a second terminal: npx @wallet-buttons/sandbox',
    ...end,
  ];
}
