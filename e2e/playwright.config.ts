import { defineConfig } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from '../.ci/browsers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = Number(process.env.E2E_PORT ?? 5273);
const url = `http://localhost:${String(port)}`;

const engines = [
  { name: 'chromium', engine: chromium() },
  { name: 'firefox', engine: firefox() },
] as const;

/** The subject is the demo, served by the very command behind `npm start`. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['../.ci/playwright-counts.mjs']],
  use: { baseURL: url, trace: 'off', screenshot: 'only-on-failure' },
  projects: engines.flatMap(({ name, engine }) =>
    'launchOptions' in engine
      ? [{ name, use: { browserName: name, launchOptions: engine.launchOptions } }]
      : [],
  ),
  webServer: {
    command: 'node --conditions=@wallet-buttons/source demo/start.ts',
    cwd: root,
    // A store of its own: the demo in the next window keeps its orders.
    env: { PORT: String(port), DATA_DIR: `${root}.cache/e2e` },
    url,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
