import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseTsconfig, type TsConfigJson } from 'get-tsconfig';
import { objectOf } from '../files.ts';
import { UsageError } from '../report.ts';
import { type Addresses, addressesFor } from './addresses.ts';
import { textOrNull } from './change.ts';
import { type Framework, frameworkOf, unsupported } from './signs.ts';

/** The detected properties of a project. */
export interface Project {
  readonly folder: string;
  readonly framework: Framework;
  /** No package or file names a framework that `init` knows: plain HTML with a server of node:http. */
  readonly isUnknown: boolean;
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
  readonly addresses: Addresses;
}

interface Manifest {
  readonly type?: string;
  readonly workspaces?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Detects the framework of a project. @throws {UsageError} if `init` does not support it. */
export async function projectIn(folder: string, chosenFramework?: Framework): Promise<Project> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${folder} is not a folder. Name the folder of your project.`);
  }
  const has = (path: string): boolean => existsSync(join(folder, path));
  const file = join(folder, 'package.json');
  const manifest: Manifest = existsSync(file) ? await objectOf(file) : {};
  const packages = { ...manifest.devDependencies, ...manifest.dependencies };
  const hasPackage = (name: string): boolean => Object.hasOwn(packages, name);
  const knownFramework = chosenFramework ?? frameworkOf(hasPackage, has);
  if (chosenFramework === undefined) await checkWorkspace(folder, manifest, has);
  const framework = knownFramework ?? 'node';
  const isTypeScript = has('tsconfig.json');
  const isModule = manifest.type === 'module';
  // Node starts a backend beside a built page, and one without a framework, directly.
  const isPlain = !isTypeScript || /^(node|angular|vite-.*)$/.test(framework);
  const plainExtension = isModule ? 'js' : 'mjs';
  const extension = isPlain ? plainExtension : 'ts';
  await checkParts(folder, framework, has);
  return {
    folder,
    framework,
    isUnknown: knownFramework === null,
    isTypeScript,
    extension,
    importExtension: isPlain ? `.${extension}` : importExtensionOf(folder),
    source: sourceOf(framework, has),
    lacksNodeTypes: extension === 'ts' && !Object.hasOwn(packages, '@types/node'),
    install: installOf(resolve(folder)),
    addresses: await addressesFor(folder),
  };
}

/** @throws {UsageError} at the root of a workspace, whose shop is in another folder. */
async function checkWorkspace(
  folder: string,
  { workspaces }: Manifest,
  has: (path: string) => boolean,
): Promise<void> {
  const settings = await textOrNull(join(folder, 'pnpm-workspace.yaml'));
  // Nx has the packages of all its apps in the manifest of the root.
  const isNx = has('nx.json') && !['src', 'app', 'pages'].some(has);
  const isRoot =
    workspaces !== undefined ||
    (settings !== null && /^packages:/m.test(settings)) ||
    isNx ||
    has('lerna.json') ||
    has('rush.json');
  // A framework in the manifest proves nothing: the root may have it for its packages.
  if (!isRoot) return;
  throw new UsageError(
    'This is the root of a workspace, and init has written nothing. Name the folder of your shop, such as: wallet-buttons init packages/shop. If the shop is this folder, or has no package.json, name the framework too, with --framework.',
  );
}

/** @throws {UsageError} if the project lacks the part of its framework that `init` writes into. */
async function checkParts(
  folder: string,
  framework: Framework,
  has: (path: string) => boolean,
): Promise<void> {
  if (framework === 'next' && !has('app') && !has('src/app')) {
    if (has('pages') || has('src/pages')) {
      throw unsupported("Next's pages router alone", 'servers.md#next-pages-router');
    }
    throw new UsageError(
      'The project has no app folder. Make app/layout.tsx first, then run init.',
    );
  }
  if (framework === 'next' && (await hasInnerLayoutsOnly(folder, has))) {
    throw unsupported('Next whose only layouts are in folders below app', 'next.md');
  }
  if (framework !== 'next' && framework !== 'react-router') return;
  const { title, setting } = withoutServer[framework];
  const configs = ['ts', 'js', 'mjs'].map((extension) => `${framework}.config.${extension}`);
  const texts = await Promise.all(configs.map(async (name) => textOrNull(join(folder, name))));
  if (texts.some((text) => text !== null && setting.test(text))) {
    throw unsupported(title, 'vite.md');
  }
}

/** A page beside such folders, as of languages, has no root layout, without which Next builds nothing. */
async function hasInnerLayoutsOnly(
  folder: string,
  has: (path: string) => boolean,
): Promise<boolean> {
  const app = has('app') ? 'app' : 'src/app';
  const isLayout = (name: string): boolean => /^layout\.[jt]sx?$/.test(name);
  if ((await readdir(join(folder, app))).some(isLayout)) return false;
  const entries = await readdir(join(folder, app), { recursive: true });
  return entries.some((entry) => isLayout(basename(entry)));
}

/** The settings with which a framework only builds pages. */
const withoutServer = {
  next: {
    title: "Next without a server (output: 'export')",
    setting: /\boutput: ['"]export['"]/,
  },
  'react-router': {
    title: 'React Router without a server (ssr: false)',
    setting: /\bssr: false\b/,
  },
} as const;

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
  ['bun.lockb', 'bun add'],
  ['package-lock.json', 'npm install'],
] as const;

/** A workspace has its lock file in a parent folder. */
function installOf(folder: string): string {
  const lock = locks.find(([name]) => existsSync(join(folder, name)));
  if (lock) return lock[1];
  const parent = dirname(folder);
  return parent === folder ? 'npm install' : installOf(parent);
}
