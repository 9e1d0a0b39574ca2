// Serves the tests in few files: loading two hundred modules costs a page more than its tests do.
import { globSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** Modules that tests import by their address. */
const modules = [
  'packages/elements/src/{*-,providers/*/}define.ts',
  'packages/elements/src/define-buttons.ts',
  'packages/elements/src/locales/*.ts',
  'packages/elements/test/{cross-origin,sdk-button}.ts',
  'packages/sandbox/src/{apple-pay,google-pay}/wallet-{a,a-native,b}.ts',
];
const sharedChunk = /\/shared-[\w-]+\.js$/;

/** @typedef {{ rootDir: string, files: readonly string[], conditions: string[] }} Options */

/**
 * Answers the address of a test, and of each module above, with a bundle. A query such as `?again`
 * asks for the source instead.
 * @param {Options} options
 * @returns {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
export function bundled(options) {
  const bundle = bundleOf(options);
  return async (context, next) => {
    const body = (await bundle).get(context.path);
    const asksForSource = Object.keys(context.query).some((name) => !name.startsWith('wtr-'));
    if (body === undefined || asksForSource) return next();
    context.body = body;
    context.type = 'js';
    if (sharedChunk.test(context.path)) context.set('cache-control', 'max-age=3600');
    return undefined;
  };
}

/**
 * What tests share is in one file for each folder, so that `import.meta.url` leads to its neighbours.
 * A module of such a file runs when it is first imported, as without a bundle.
 * @returns {Promise<Map<string, string | Uint8Array>>} code and source maps by path
 */
async function bundleOf(/** @type {Options} */ { rootDir, files, conditions }) {
  const entries = globSync([...files, ...modules], {
    cwd: rootDir,
    exclude: ['**/node_modules/**'],
  });
  const graph = await rolldown({
    cwd: rootDir,
    input: Object.fromEntries(entries.map((path) => [path, `./${path}`])),
    resolve: { conditionNames: [...conditions, 'browser', 'import'] },
    tsconfig: 'packages/elements/tsconfig.json',
    preserveEntrySignatures: 'allow-extension',
    checks: { bundlerTimings: false },
    external: /^\/__web-/,
  });
  const { output } = await graph.generate({
    sourcemap: true,
    strictExecutionOrder: true,
    entryFileNames: '[name]',
    chunkFileNames: '[name]/shared-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'node_modules/lit', test: /node_modules\/@?lit/ },
        { name: 'node_modules', test: /node_modules/ },
        {
          name: (id) => /packages\/[^/]+\/[^/]+/.exec(id)?.[0],
          test: /packages\/.*(?<!\.test\.ts)$/,
        },
      ],
    },
  });
  await graph.close();
  return new Map(
    output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}
