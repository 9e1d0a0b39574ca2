import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';
import { playwrightLauncher } from '@web/test-runner-playwright';
import { chromium, firefox, webkit } from './.ci/browsers.mjs';
import { webkitLauncher } from './.ci/webkit.mjs';
import { wtrCounts } from './.ci/wtr-counts.mjs';

const rootDir = fileURLToPath(new URL('.', import.meta.url));

// A polite kill must run the exit handlers, which end the browsers that we started.
process.once('SIGTERM', () => process.exit(143));

/** @type {import('@web/test-runner').TestRunnerConfig} */
const config = {
  rootDir,
  files: [
    'packages/elements/src/**/*.test.ts',
    'packages/sandbox/src/{apple-pay,google-pay,sheet}/**/*.test.ts',
    '!**/node_modules/**',
  ],
  browsers: engines(),
  concurrentBrowsers: 3,
  nodeResolve: { exportConditions: ['@wallet-buttons/source', 'development'] },
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
  reporters: [defaultReporter(), wtrCounts()],
  // Lit says so on every page that loads its development build, which is the one we want here.
  filterBrowserLogs: ({ args }) => !args.some((arg) => String(arg).includes('Lit is in dev mode')),
};
export default config;

/** Every engine there is; `ENGINE=firefox` in the environment leaves one. */
function engines() {
  const only = process.env.ENGINE;
  return [
    ...(only === undefined || only === 'chromium' ? launchers('chromium', chromium()) : []),
    ...(only === undefined || only === 'firefox' ? launchers('firefox', firefox()) : []),
    ...(only === undefined || only === 'webkit' ? launchers('webkit', webkit()) : []),
  ];
}

/**
 * @param {'chromium' | 'firefox' | 'webkit'} product
 * @param {import('./.ci/browsers.mjs').Engine} engine
 * @returns {import('@web/test-runner').BrowserLauncher[]}
 */
function launchers(product, engine) {
  if ('missing' in engine) {
    console.log(engine.missing);
    return [];
  }
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
    page ??= browser.newPage();
    const kept = page;
    return Promise.resolve({ newPage: () => kept, close: () => Promise.resolve() });
  };
}
