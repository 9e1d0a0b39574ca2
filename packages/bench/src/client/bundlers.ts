import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import nodeResolve from '@rollup/plugin-node-resolve';
import * as esbuild from 'esbuild';
import { rollup } from 'rollup';
import * as vite from 'vite';
import webpack from 'webpack';

/** A script of a page. */
export interface BuiltFile {
  readonly name: string;
  readonly code: string;
}

/** The options that a page changes. */
interface Options {
  /** The first line of each file. */
  readonly banner: string;
}

/** The compile line of the guide. */
export const compileLine = '//# allFunctionsCalledOnLoad';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Default production builds of an entry, with the banner that the guide has for each. The entry's file is the first. */
const builds = {
  vite: async (entry, { banner }) => {
    const result = await vite.build({
      root,
      configFile: false,
      logLevel: 'error',
      build: { write: false, rolldownOptions: { input: entry, output: { postBanner: banner } } },
    });
    const [built] = [result].flat();
    const output = built && 'output' in built ? built.output : [];
    return filesOf(output);
  },
  webpack: async (entry, { banner }) => {
    const path = `${entry}.webpack`;
    const plugin = new webpack.BannerPlugin({
      banner,
      raw: true,
      // The minimizer has run by then.
      stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT,
    });
    const compiler = webpack({
      mode: 'production',
      context: root,
      entry,
      output: { path },
      ...(banner && { plugins: [plugin] }),
    });
    const stats = await promisify(compiler.run.bind(compiler))();
    if (stats?.hasErrors() ?? true) throw new Error(stats?.toString() ?? 'webpack gave nothing.');
    await promisify(compiler.close.bind(compiler))();
    return readdirSync(path)
      .filter((name) => name.endsWith('.js'))
      .sort((a, b) => Number(b === 'main.js') - Number(a === 'main.js'))
      .map((name) => ({ name, code: readFileSync(join(path, name), 'utf8') }));
  },
  esbuild: async (entry, { banner }) => {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: root,
      entryPoints: [entry],
      bundle: true,
      minify: true,
      outdir: root,
      write: false,
      banner: { js: banner },
    });
    return outputFiles.map(({ path, text }) => ({ name: basename(path), code: text }));
  },
  rollup: async (entry, { banner }) => {
    const graph = await rollup({ input: entry, plugins: [nodeResolve({ browser: true })] });
    const { output } = await graph.generate({ banner });
    await graph.close();
    return filesOf(output);
  },
} satisfies Record<string, (entry: string, options: Options) => Promise<readonly BuiltFile[]>>;

export type Bundler = keyof typeof builds;
export const bundlers = Object.keys(builds) as readonly Bundler[];

/** The files that a bundler makes of a page's script. */
export async function build(
  bundler: Bundler,
  code: string,
  banner = '',
): Promise<readonly BuiltFile[]> {
  mkdirSync(`${root}.cache`, { recursive: true });
  // Below this package, where its imports are found.
  const folder = mkdtempSync(`${root}.cache/page-`);
  try {
    const entry = join(folder, 'page.ts');
    writeFileSync(entry, code);
    return await builds[bundler](entry, { banner });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Output {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry?: boolean;
  readonly code?: string;
}

function filesOf(output: readonly Output[]): readonly BuiltFile[] {
  return output
    .toSorted((a, b) => Number(b.isEntry ?? false) - Number(a.isEntry ?? false))
    .flatMap(({ fileName, code }) => (code === undefined ? [] : [{ name: fileName, code }]));
}
