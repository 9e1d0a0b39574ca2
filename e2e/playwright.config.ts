import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { fileURLToPath } from 'node:url';
import { chromium, firefox } from '../.ci/programs.mjs';
import { demo, type Demo, doomedDemo } from './demos.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The line of the profile with which the demo takes the invented wallet of one test. */
const thirdWallet = `${root}packages/elements/test/third-wallet/profile.json`;

/** `ENGINES="chromium firefox"` runs every test in both; without it Firefox pays once with each wallet. */
const isAll = process.env['ENGINES'] !== undefined;

/** `npm test` runs the specs of the two buttons; `pnpm check:more` those that mostly wait, or look at something else. */
const more = [
  '{desk,faults,killed,office,return,wordpress}.spec.ts',
  'sandbox-*.spec.ts',
  'foreign/*.spec.ts',
].map((name) => `**/${name}`);
const others = ['packed/**', 'stranger/**', 'walk/**'];
const specs = process.env['SPECS'];
const report = specs === 'buttons' ? 'e2e' : `e2e-${specs ?? 'all'}`;
/** Starting Firefox costs more than a test in it: it is started once, first, and stays. */
const engines = [
  { name: 'firefox', engine: firefox(), workers: 1 },
  { name: 'chromium', engine: chromium(), workers: 2 },
] as const;

type Server = Extract<PlaywrightTestConfig['webServer'], { readonly command: string }>;

/** The very command behind `npm start`, for one of the shops. */
export function serverOf({ port, url, data }: Demo): Server {
  return {
    command: 'node --conditions=@wallet-buttons/source demo/start.ts',
    cwd: root,
    env: { PORT: String(port), DATA_DIR: data, PROFILE: thirdWallet },
    url,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  };
}

/** The subject is the demo. */
export default defineConfig({
  testDir: '.',
  testIgnore: [...others, ...(specs === 'buttons' ? more : [])],
  ...(specs === 'more' && { testMatch: more }),
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  workers: 2,
  // For a busy machine: only a failure takes all of it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['junit', { outputFile: `../.cache/junit/${report}.xml` }]],
  use: {
    baseURL: demo.url,
    // A context for each test costs a fifth of the time: the night's run in both engines takes one, and the walks do.
    reuseContext: specs !== undefined,
    // What was done, asked and logged. Pictures of each step (`--trace on`) cost as much as the tests.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: engines.flatMap(({ name, engine, workers }) =>
    'launchOptions' in engine
      ? [
          {
            name,
            workers,
            use: { browserName: name, launchOptions: engine.launchOptions },
            // What no browser decides is shown in one.
            ...(name === 'firefox' && (isAll ? { grepInvert: /@chromium/ } : { grep: /@firefox/ })),
          },
        ]
      : [],
  ),
  // Only what is killed needs a shop of its own.
  webServer: (specs === 'buttons' ? [demo] : [demo, doomedDemo]).map(serverOf),
});
