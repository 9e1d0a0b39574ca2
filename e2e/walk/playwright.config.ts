import { defineConfig } from '@playwright/test';
import base, { serverOf } from '../playwright.config.ts';
import { walkDemo } from '../demos.ts';

/** A walk mostly waits. */
const workers = 4;
const project = base.projects?.find(({ name }) => name === 'chromium');

/** `pnpm test:walks`: payers who walk at random through a shop of their own. */
export default defineConfig({
  ...base,
  workers,
  testDir: '.',
  testIgnore: [],
  timeout: 600_000,
  outputDir: '../../test-results/walk',
  reporter: [['list'], ['junit', { outputFile: '../../.cache/junit/walk.xml' }]],
  projects: [{ ...project, workers }],
  webServer: { ...serverOf(walkDemo), stderr: 'ignore' },
});
