import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { junitReporter } from '@web/test-runner-junit-reporter';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { chromium, firefox, webkit } from './.ci/programs.mjs';
import { pageTests } from './.ci/tests.mjs';
import { bundled } from './packages/elements/test/bundled.mjs';
import { webkitLauncher } from './packages/elements/test/webkit.mjs';

const rootDir = fileURLToPath(new URL('.', import.meta.url));

// A polite kill must run the exit handlers, which end the browsers that we started.
process.once('SIGTERM', () => process.exit(143));

/** Chromium alone, unless `ENGINES` names others: `ENGINES="chromium firefox webkit"`. */
const engines = (process.env.ENGINES ?? 'chromium').split(' ');

const conditions = ['@wallet-buttons/source', 'development'];

/** @type {import('@web/test-runner').TestRunnerConfig} */
const config = {
  rootDir,
  files: [...pageTests, '!**/node_modules/**'],
  browsers: [
    ...launchers('chromium', chromium()),
    ...launchers('firefox', firefox()),
    ...launchers('webkit', webkit()),
  ],
  concurrentBrowsers: 3,
  nodeResolve: { exportConditions: conditions },
  // The watcher learns from the sources that a page loads which tests to run again.
  middleware: [
    noContent,
    ...(process.argv.includes('--watch')
      ? []
      : [bundled({ rootDir, files: pageTests, conditions })]),
  ],
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2022',
      tsconfig: fileURLToPath(new URL('packages/elements/tsconfig.json', import.meta.url)),
    }),
  ],
  testFramework: { config: { timeout: '30000' } },
  browserStartTimeout: 90_000,
  testsStartTimeout: 90_000,
  testsFinishTimeout: 180_000,
  reporters: [
    defaultReporter(),
    junitReporter({
      outputPath: `.cache/junit/components-${engines.length > 1 ? 'all' : engines[0]}.xml`,
    }),
  ],
  // Lit says so on every page that loads its development build, and the stand-in of wallet A on every page of http.
  filterBrowserLogs: ({ args }) =>
    !args.some((arg) => /Lit is in dev mode|takes https only/.test(String(arg))),
};
export default config;

/**
 * A bank's address that answers without a page: a browser stays where it is. And the endpoint of reports, which the
 * tags of any test may call.
 * @type {NonNullable<import('@web/test-runner').TestRunnerConfig['middleware']>[number]}
 */
function noContent(context, next) {
  if (!/^\/(no-content|wallet\/report)$/.test(context.path)) return next();
  context.status = 204;
  return undefined;
}

/**
 * @param {'chromium' | 'firefox' | 'webkit'} product
 * @param {import('./.ci/programs.mjs').Engine} engine
 * @returns {import('@web/test-runner').BrowserLauncher[]}
 */
function launchers(product, engine) {
  if (!engines.includes(product)) return [];
  if ('missing' in engine) throw new Error(engine.missing);
  if ('webdriver' in engine) return [webkitLauncher(engine.webdriver)];
  return [
    playwrightLauncher({
      product,
      launchOptions: engine.launchOptions,
      // One focused page at a time: tests of keyboard and focus need it.
      concurrency: 1,
      createBrowserContext: onePage(),
    }),
  ];
}

/**
 * One page for all test files, each of which is loaded into it anew: in a page of its own each would
 * fetch every module again, and that took longer than the tests.
 * @returns {(args: { browser: import('@playwright/test').Browser }) => Promise<any>}
 */
function onePage() {
  /** @type {Promise<import('@playwright/test').Page> | undefined} */
  let page;
  return ({ browser }) => {
    // Without a graphics card every frame costs: small ones, and none for animations.
    page ??= browser.newPage({ reducedMotion: 'reduce', viewport: { width: 800, height: 600 } });
    const pagePromise = page;
    return Promise.resolve({ newPage: () => pagePromise, close: () => Promise.resolve() });
  };
}
