import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseTsconfig, type TsConfigJson } from 'get-tsconfig';
import { objectOf } from '../files.ts';
import { UsageError } from '../report.ts';
import { repository } from '../repository.ts';

/** The languages of shops that a sidecar runs beside. */
const languages = ['php', 'python', 'go', 'java', 'ruby'] as const;
export type Language = (typeof languages)[number];

/** The frameworks that `init` supports. `node`: plain HTML with a server of node:http. */
export const frameworks = [
  ...(['node', 'express', 'fastify', 'hono', 'next', 'nuxt', 'sveltekit', 'angular'] as const),
  ...(['vite-react', 'vite-vue', 'vite-svelte'] as const),
  ...languages,
] as const;
export type Framework = (typeof frameworks)[number];

/** The detected properties of a project. */
export interface Project {
  readonly folder: string;
  readonly framework: Framework;
  readonly isTypeScript: boolean;
  /** The extension of the server's files: `ts`, `js`, or `mjs` if `js` means CommonJS. */
  readonly extension: 'ts' | 'js' | 'mjs';
  /** The extension in imports between the server's files: `.js`, `.ts`, `.mjs`. */
  readonly importExtension: string;
  /** `src/` if the project has it; `app/` in Nuxt. */
  readonly source: '' | 'src/' | 'app/';
  /** The server's files are TypeScript, and the types of Node are not installed. */
  readonly lacksNodeTypes: boolean;
  /** `npm install`, `pnpm add`, … */
  readonly install: string;
}

interface Manifest {
  readonly type?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The guide's recipes. */
export const recipes = `${repository}/tree/main/packages/docs/recipes`;

/** The first of these packages that a project has decides. */
const signs: readonly (readonly [name: string, framework: Framework | null])[] = [
  ['next', 'next'],
  ['nuxt', 'nuxt'],
  ['@sveltejs/kit', 'sveltekit'],
  ['@angular/core', 'angular'],
  ['astro', null],
  ['@remix-run/react', null],
  ['hono', 'hono'],
  ['fastify', 'fastify'],
  ['express', 'express'],
];

/** The first of these files that a project has decides, where it has no framework of Node. */
const languageFiles: Readonly<Record<string, Language>> = {
  'composer.json': 'php',
  'index.php': 'php',
  'pyproject.toml': 'python',
  'requirements.txt': 'python',
  'manage.py': 'python',
  'go.mod': 'go',
  'pom.xml': 'java',
  'build.gradle': 'java',
  'build.gradle.kts': 'java',
  Gemfile: 'ruby',
};

export function isLanguage(framework: Framework): framework is Language {
  return (languages as readonly string[]).includes(framework);
}

/** Detects the framework of a project. @throws {UsageError} if `init` does not support it. */
export async function projectIn(folder: string, named?: Framework): Promise<Project> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${folder} is not a folder. Name the folder of your project.`);
  }
  const has = (path: string): boolean => existsSync(join(folder, path));
  const file = join(folder, 'package.json');
  const manifest: Manifest = existsSync(file) ? await objectOf(file) : {};
  const packages = { ...manifest.devDependencies, ...manifest.dependencies };
  const framework = named ?? frameworkOf(packages, has);
  const isTypeScript = has('tsconfig.json');
  const isModule = manifest.type === 'module';
  // Node starts a backend beside a built page, and one without a framework, directly.
  const isPlain = !isTypeScript || /^(node|angular|vite-.*)$/.test(framework);
  const extension = isPlain ? (isModule ? 'js' : 'mjs') : 'ts';
  if (framework === 'next' && !has('app') && !has('src/app')) {
    throw new UsageError(
      'The project has no app folder. Make app/layout.tsx first, then run init.',
    );
  }
  return {
    folder,
    framework,
    isTypeScript,
    extension,
    importExtension: isPlain ? `.${extension}` : importExtensionOf(folder),
    source: sourceOf(framework, has),
    lacksNodeTypes: extension === 'ts' && !Object.hasOwn(packages, '@types/node'),
    install: installOf(resolve(folder)),
  };
}

function frameworkOf(
  packages: Readonly<Record<string, string>>,
  hasFile: (path: string) => boolean,
): Framework {
  const has = (name: string): boolean => Object.hasOwn(packages, name);
  const sign = signs.find(([name]) => has(name));
  if (sign) {
    const [name, framework] = sign;
    if (framework) return framework;
    throw new UsageError(
      `init writes nothing for ${name}. The guide shows how to mount the endpoints: ${recipes}/servers.md. Or let --framework node write a backend beside it.`,
    );
  }
  const language = Object.entries(languageFiles).find(([file]) => hasFile(file));
  if (language) return language[1];
  if (!has('vite')) return 'node';
  if (has('vue')) return 'vite-vue';
  if (has('svelte')) return 'vite-svelte';
  if (has('react')) return 'vite-react';
  throw new UsageError(
    `init writes nothing for Vite without React, Vue or Svelte. The guide shows such a page: ${recipes}/vite.md. Or choose with --framework.`,
  );
}

function sourceOf(framework: Framework, has: (path: string) => boolean): Project['source'] {
  if (framework === 'nuxt') return has('app') ? 'app/' : '';
  return has(framework === 'next' ? 'src/app' : 'src') ? 'src/' : '';
}

function importExtensionOf(folder: string): string {
  const options = compilerOptionsOf(join(resolve(folder), 'tsconfig.json'));
  return options?.allowImportingTsExtensions || options?.rewriteRelativeImportExtensions
    ? '.ts'
    : '.js';
}

function compilerOptionsOf(file: string): TsConfigJson.CompilerOptions | undefined {
  try {
    return parseTsconfig(file).compilerOptions;
  } catch {
    // The file may be missing, or extend a file that a framework has not written yet.
    return undefined;
  }
}

const locks = [
  ['pnpm-lock.yaml', 'pnpm add'],
  ['yarn.lock', 'yarn add'],
  ['bun.lock', 'bun add'],
  ['package-lock.json', 'npm install'],
] as const;

/** A workspace has its lock file in a parent folder. */
function installOf(folder: string): string {
  const lock = locks.find(([name]) => existsSync(join(folder, name)));
  if (lock) return lock[1];
  const above = dirname(folder);
  return above === folder ? 'npm install' : installOf(above);
}
