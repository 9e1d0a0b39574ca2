import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface Bundle {
  readonly script: string;
  /** What the package ships as a style sheet of its own. */
  readonly styles: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** It never exists; what it imports is looked for from here. */
const entry = `${root}entry.ts`;

/** One bundler, one set of options for everybody: minified, ES2022, our packages from their sources. */
export async function bundle(code: string): Promise<Bundle> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@wallet-buttons/source', 'module', 'browser', 'production'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  const { output } = Array.isArray(result) ? (result[0] ?? missing()) : whole(result);
  const script = output.find((file) => file.type === 'chunk')?.code ?? '';
  const styles = output
    .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    .map((file) => ('source' in file ? String(file.source) : ''));
  return { script, styles: styles.join('\n') };
}

/** The page of a contender, by the name of its source. */
export function bundlePage(source: string): Promise<Bundle> {
  return bundle(`import './src/client/page/contenders/${source}.ts';`);
}

type Built = Awaited<ReturnType<typeof build>>;

function whole(result: Exclude<Built, readonly unknown[]>) {
  if ('output' in result) return result;
  return missing();
}

function missing(): never {
  throw new Error('The bundler gave no output.');
}
