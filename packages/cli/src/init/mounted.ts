import { join, relative } from 'node:path/posix';
import { pagesFile } from './pages-file.ts';
import type { Project } from './project.ts';
import { type Edit, insertAt, openAt, type Recipe } from './recipe.ts';
import { template, withImports } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** How an app is created, in a line of its own, and what the next line mounts. */
const frameworks = {
  express: { call: 'express\\(\\)', use: (app: string) => `${app}.use(walletRoutes);` },
  fastify: {
    call: '[Ff]astify\\([^\\n]*\\)',
    use: (app: string) => `${app}.register(walletRoutes);`,
  },
  hono: {
    call: 'new Hono(?:<[^\\n]*>)?\\(\\)',
    use: (app: string) => `${app}.route('/', walletRoutes);`,
  },
  koa: { call: 'new Koa\\([^\\n]*\\)', use: (app: string) => `${app}.use(walletRoutes);` },
  // Nest adds its parsers of bodies when it begins to listen, so these routes come before them.
  nest: {
    call: 'await NestFactory\\.create(?:<\\w+>)?\\([^\\n]*\\)',
    use: (app: string) => `${app}.use(walletRoutes);`,
  },
} as const;

const places = ['', 'src/'].flatMap((folder) =>
  ['index', 'server', 'app', 'main'].flatMap((name) =>
    ['ts', 'js', 'mjs'].map((extension) => `${folder}${name}.${extension}`),
  ),
);

/** Express, Fastify, Hono, Koa and Nest: the routes are mounted where the app is created. */
export const serverRecipe =
  (framework: keyof typeof frameworks) =>
  (project: Project): Recipe => {
    const { source, extension, importExtension } = project;
    const isTypeScript = extension === 'ts';
    // Nest runs on Express, and takes its routes.
    const routes = template(
      `${framework === 'nest' ? 'express' : framework}/routes.ts`,
      isTypeScript,
    );
    const file = (name: string): string => `${source}wallet/${name}.${extension}`;
    return {
      files: {
        [file('wallet')]: walletFile(),
        [file('pages')]: pagesFile(isTypeScript),
        [file('routes')]: withImports(routes, importExtension),
      },
      edits: [mount(framework, project)],
      start: [
        framework === 'nest'
          ? 'npx nest start --env-file .env'
          : 'Start your app with the settings of .env: "node" and "tsx" take --env-file=.env. Where it does not listen on 3000, change SHOP_URL in .env.',
        openAt(`http://localhost:3000${project.addresses.demo}`),
      ],
    };
  };

/** The app is created in one line, and the routes are mounted in the next one. */
function mount(
  framework: keyof typeof frameworks,
  { source, extension, importExtension }: Project,
): Edit {
  const { call, use } = frameworks[framework];
  const line = new RegExp(
    `^( *)(?:export )?(?:const|let|var) (\\w+)(?:: [^=\\n]+)? = ${call};?$`,
    'm',
  );
  const routes = `${source}wallet/routes`;
  return {
    paths: places,
    change: (text, path) => {
      if (text.includes('walletRoutes')) return text;
      const specifier = `./${relative(join(path, '..'), routes)}${importExtension}`;
      const isCommon = /\brequire\(/.test(text) && !/^import /m.test(text);
      const load = isCommon ? `const { walletRoutes } = require('${specifier}');\n` : '';
      const textWithImport = isCommon
        ? text
        : insertAt(text, /^(?=import )/m, () => `import { walletRoutes } from '${specifier}';\n`);
      return (
        textWithImport &&
        insertAt(textWithImport, line, (match, indent = '', app = 'app') => {
          return `${load}${match}\n${indent}${use(app)}`;
        })
      );
    },
    byHand: `Mount the routes of ${routes}.${extension} in your app, before any body parser: import { walletRoutes } from './wallet/routes${importExtension}', then ${use('app')}`,
  };
}
