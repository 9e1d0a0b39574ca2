import { defineConfig } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import base from '../playwright.config.ts';
import { walkDemo } from '../demos.ts';

/** A walk mostly waits. */
const workers = 4;

/** `pnpm test:walks`: payers who walk at random through a shop of their own. */
export default defineConfig({
  ...base,
  workers,
  testDir: '.',
  testIgnore: [],
  timeout: 600_000,
  outputDir: '../../test-results/walk',
  reporter: [['list'], ['junit', { outputFile: '../../.cache/junit/walk.xml' }]],
  projects: (base.projects ?? [])
    .filter(({ name }) => name === 'chromium')
    .map(({ grep: _, ...project }) => ({ ...project, workers })),
  webServer: {
    command: `mkdir -p "${walkDemo.data}" && node --conditions=@wallet-buttons/source demo/start.ts > "${walkDemo.data}.log" 2>&1`,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PORT: String(walkDemo.port), DATA_DIR: walkDemo.data },
    url: walkDemo.url,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});
