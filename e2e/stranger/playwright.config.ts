import { defineConfig } from '@playwright/test';
import packed from '../packed/playwright.config.ts';

/** `pnpm test:stranger`: the documents, step by step, from an empty folder to a paid order; a line a step. */
export default defineConfig({
  ...packed,
  testDir: '.',
  outputDir: '../../test-results/stranger',
  reporter: [
    ['list', { printSteps: true }],
    ['junit', { outputFile: '../../.cache/junit/stranger.xml' }],
  ],
});
