import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** This file does not exist. Its imports are resolved from here. */
const entry = `${root}entry.ts`;

/** One script by one bundler, with one set of options for all: minified, ES2022. */
export async function bundle(code: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    // The built packages, even if this process runs from source.
    resolve: { conditions: ['module', 'browser', 'production'] },
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
  const [built] = [result].flat();
  const output = built && 'output' in built ? built.output : [];
  const script = output.find((file) => file.type === 'chunk');
  if (script?.type !== 'chunk') throw new Error('The bundler gave no script.');
  return script.code;
}
