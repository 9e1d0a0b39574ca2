import { defineConfig } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from '../.ci/browsers.mjs';
import { demo, doomed } from './demos.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Starting Firefox costs more than a test in it: one is started, first, and stays while the others take turns. */
const engines = [
  { name: 'firefox', engine: firefox(), workers: 1 },
  { name: 'chromium', engine: chromium(), workers: 3 },
] as const;

/** The subject is the demo, served by the very command behind `npm start`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 3,
  // For a busy machine: only a failure takes all of it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['../.ci/playwright-counts.mjs']],
  use: { baseURL: demo.url, trace: 'off', screenshot: 'only-on-failure' },
  projects: engines.flatMap(({ name, engine, workers }) =>
    'launchOptions' in engine
      ? [
          {
            name,
            workers,
            use: { browserName: name, launchOptions: engine.launchOptions },
            // What no browser decides, or only one can be brought to, is shown in one.
            ...(name !== 'chromium' && { grepInvert: /@chromium/ }),
          },
        ]
      : [],
  ),
  webServer: [demo, doomed].map(({ port, url, data }) => ({
    command: 'node --conditions=@wallet-buttons/source demo/start.ts',
    cwd: root,
    env: { PORT: String(port), DATA_DIR: data },
    url,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  })),
});
