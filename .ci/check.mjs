// Everything `npm test` asks of the repository, gate after gate in two lanes; each failure is shown, none hides the next.
// `node .ci/check.mjs unit …` runs one gate alone and hands what follows to its runner.
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium, ensure } from './browsers.mjs';
import { isStopping, run, script } from './children.mjs';
import { countingIn, readCounts } from './counts.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ command: string, args: readonly string[] }} Command */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Nothing here takes a tenth of it; a test that leaves a server open would otherwise wait for ever. */
const PATIENCE_MS = 10 * 60_000;
const packed = join(root, '.cache', 'packed');

/** Each is named after `check.mjs`. */
const gates = {
  format: () => allOf([bin('prettier', ['--check', '--log-level=warn', '.'])]),
  lint: () => allOf([bin('eslint', ['.', '--max-warnings=0'])]),
  build: () =>
    allOf([
      bin('typescript', ['-b'], 'tsc'),
      // Templates of Vue, Svelte and Angular, which only their own compilers can check.
      pnpm(['-r', '--if-present', 'run', 'typecheck']),
      pnpm(['-r', '--if-present', 'run', 'bundle']),
    ]),
  packages: checkPackages,
  size: () => allOf([bin('size-limit', [])]),
  unit: () =>
    suite('unit', {
      command: process.execPath,
      args: [
        '--conditions=@wallet-buttons/source',
        '--test',
        '--test-timeout=120000',
        // Node leaves one core to itself, which of two is half.
        `--test-concurrency=${availableParallelism()}`,
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=./.ci/node-counts.mjs',
        '--test-reporter-destination=stdout',
        ...passedOn,
        ...unitTests(),
      ],
    }),
  component: () => suite('component', bin('@web/test-runner', passedOn, 'wtr')),
  conformance: () => {
    const args = [join(root, '.ci', 'conformance.mjs'), ...passedOn];
    return suite('conformance', { command: process.execPath, args }, oneEngine());
  },
  'bad-inputs': () => {
    const args = ['--files', 'packages/elements/test/bad-inputs/*.test.ts', ...passedOn];
    return suite('bad-inputs', bin('@web/test-runner', args, 'wtr'), oneEngine());
  },
  e2e: () => {
    // The demos' orders of the last run, as `e2e/demos.ts` names them.
    for (const name of ['e2e', 'e2e-doomed']) {
      rmSync(join(root, '.cache', name), { recursive: true, force: true });
    }
    const args = ['test', '-c', 'e2e/playwright.config.ts', ...passedOn];
    return suite('e2e', bin('@playwright/test', args, 'playwright'));
  },
};

/**
 * Two lanes, side by side, since most of these keep one core busy. What is cheap and fails first comes first.
 * @type {readonly (readonly (keyof typeof gates)[])[]}
 */
const lanes = [
  ['lint', 'component', 'conformance', 'bad-inputs', 'format'],
  ['build', 'packages', 'size', 'unit', 'e2e'],
];

const inBrowser = /^(component|conformance|bad-inputs|e2e)$/;

const words = process.argv.slice(2);
const firstOther = words.findIndex((word) => !Object.hasOwn(gates, word));
const asked = firstOther === -1 ? words : words.slice(0, firstOther);
const passedOn = words.slice(asked.length);
const names = /** @type {(keyof typeof gates)[]} */ (asked.length > 0 ? asked : Object.keys(gates));
/** Somebody who asks for one gate wants to read along. */
const talkative = asked.length === 1;

process.chdir(root);
process.exitCode = await check();

async function check() {
  const sum = { passed: 0, failed: 0 };
  const add = (/** @type {Counts} */ { passed, failed }) => {
    sum.passed += passed;
    sum.failed += failed;
  };
  const inBrowsers = names.some((name) => inBrowser.test(name));
  // Looked for and tried beside the gates that need none.
  let ready = Promise.resolve();
  if (inBrowsers && asked.length === 0) ready = gate('browsers', browsers).then(add);
  else if (inBrowsers && 'missing' in chromium()) await ensure();
  await Promise.all(
    lanes.map(async (lane) => {
      for (const name of lane) {
        if (inBrowser.test(name)) await ready;
        if (names.includes(name) && !isStopping()) add(await gate(name, gates[name]));
      }
    }),
  );
  if (isStopping()) return 130;
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

async function gate(/** @type {string} */ name, /** @type {() => Promise<Counts>} */ work) {
  const from = performance.now();
  console.log(`\n${name} …`);
  const { passed, failed } = await work();
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : '';
  console.log(`${name}: ${failed === 0 ? 'good' : 'FAILED'}${counts} (${seconds} s)`);
  return { passed, failed };
}

async function browsers() {
  const { chromium: works } = await ensure();
  return works ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Asked for by name they run in every engine; among everything else, which does, one has to do. */
function oneEngine() {
  const { ENGINE = 'chromium' } = process.env;
  return asked.length === 0 ? { ENGINE } : {};
}

/** One gate of several commands: the first that fails ends it. */
async function allOf(/** @type {readonly Command[]} */ commands) {
  for (const command of commands) {
    if ((await shown(command)) !== 0) return { passed: 0, failed: 1 };
  }
  return { passed: 1, failed: 0 };
}

/** A runner of tests, which counts them itself; having run none is a failure, and so is a bad end. */
async function suite(
  /** @type {string} */ name,
  /** @type {Command} */ command,
  /** @type {NodeJS.ProcessEnv} */ env = {},
) {
  const file = join(root, '.cache', `${name}-counts.json`);
  mkdirSync(dirname(file), { recursive: true });
  const code = await shown(command, { ...countingIn(file), ...env });
  const { passed, failed } = readCounts(file);
  if (passed + failed === 0) console.log(`${name}: no test was run`);
  const unexplained = failed === 0 && (code !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

/** What a command prints is of interest when it fails. */
async function shown(/** @type {Command} */ { command, args }, env = process.env) {
  const options = { capture: !talkative, env, timeout: PATIENCE_MS };
  const { code, output } = await run(command, args, options);
  if (code !== 0 && output !== '') console.log(output.trimEnd());
  if (code === 124) console.log('stopped: it did not come to an end by itself');
  return code;
}

/** Each package as npm would get it: its exports exist, and its types say what they do. */
async function checkPackages() {
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const sum = { passed: 0, failed: 0 };
  for (const path of globSync('packages/*/package.json').sort()) {
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    if (manifest.private === true) continue;
    const { passed, failed } = await checkPackage(dirname(path), manifest);
    console.log(`${manifest.name}: ${failed === 0 ? 'good' : 'FAILED'}`);
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

async function checkPackage(
  /** @type {string} */ folder,
  /** @type {{ name: string, version: string, exports: Record<string, unknown> }} */ manifest,
) {
  const tarball = join(
    packed,
    `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`,
  );
  // A stylesheet, a document or a script for a <script> tag has no types to be checked.
  const untyped = Object.entries(manifest.exports)
    .filter(([, target]) => !Object.hasOwn(Object(target), 'types'))
    .map(([entry]) => entry);
  return allOf([
    pnpm(['--dir', folder, 'pack', '--pack-destination', packed]),
    bin('publint', [tarball, '--strict'], 'publint'),
    bin(
      '@arethetypeswrong/cli',
      [tarball, '--profile', 'esm-only', '--no-emoji', '--exclude-entrypoints', ...untyped],
      'attw',
    ),
  ]);
}

/** Tests sit beside their file; those below these two folders need a browser. */
function unitTests() {
  const needsBrowser =
    /^packages[/\\](elements[/\\](src|test[/\\](conformance|bad-inputs))|sandbox[/\\]src[/\\](apple-pay|google-pay|sheet))[/\\]/;
  return globSync(['.ci/*.test.mjs', 'packages/*/{src,test}/**/*.test.ts', 'demo/**/*.test.ts'], {
    exclude: (path) => path.includes('node_modules'),
  })
    .filter((path) => !needsBrowser.test(path))
    .sort();
}

/** @returns {Command} a tool of the root's, run without a shell so that it is the same everywhere */
function bin(
  /** @type {string} */ name,
  /** @type {readonly string[]} */ args,
  /** @type {string} */ command = name,
) {
  const folder = join(root, 'node_modules', name);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = typeof bins === 'string' ? bins : bins[command];
  return { command: process.execPath, args: [join(folder, path), ...args] };
}

/** @returns {Command} */
function pnpm(/** @type {readonly string[]} */ args) {
  return { command: script('pnpm'), args };
}
