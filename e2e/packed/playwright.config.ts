import { defineConfig } from '@playwright/test';
import { chromium } from '../../.ci/programs.mjs';

const engine = chromium();

/** `pnpm test:packed`: each project from an empty folder to a paid order; a line a step. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/packed',
  workers: 1,
  // A cold install and a framework's build on a busy machine.
  timeout: 15 * 60_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list', { printSteps: true }],
    ['junit', { outputFile: '../../.cache/junit/packed.xml' }],
  ],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'retain-on-failure',
    ...('launchOptions' in engine && { launchOptions: engine.launchOptions }),
  },
});
