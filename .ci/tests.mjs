// Runs one suite of the tests that Node runs: `node .ci/tests.mjs unit`. Further arguments are Node's.
import { globSync, mkdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';

/** Web Test Runner runs them in a page. */
export const pageTests = [
  'packages/elements/src/**/*.test.ts',
  'packages/elements/test/{conformance,bad-inputs}/*.test.ts',
  'packages/sandbox/src/{apple-pay,google-pay,sheet}/**/*.test.ts',
];

const inOneProcess = '--test-isolation=none';
const dots = '--test-reporter=dot';
const names = '--test-reporter=spec';
// Longer than any test takes on a busy machine: it ends one that hangs.
const fiveMinutes = '--test-timeout=300000';
const tenMinutes = '--test-timeout=600000';
const thirtyMinutes = '--test-timeout=1800000';

/** Files, and options of Node's test runner. A file belongs to the first suite that names it. */
const suites = {
  // Every order of events, and random ones.
  model: {
    files: [
      'packages/server/test/model/*.test.ts',
      'packages/server/test/{properties,reports}.test.ts',
    ],
    options: [names, fiveMinutes, '--test-concurrency=2'],
  },
  // What is built, and the rules of this repository.
  packages: {
    files: [
      'packages/{elements,server,service-client}/test/editor*.test.ts',
      'packages/bench/src/client/*.slow.test.ts',
      '.ci/*.test.mjs',
    ],
    options: [dots, fiveMinutes, inOneProcess],
  },
  // They mostly wait, so each file has a process of its own.
  conformance: {
    files: [
      'packages/sandbox/src/{cli,conformance/run}.test.ts',
      'packages/sandbox/test/python-backend.test.ts',
      'demo/conformance.test.ts',
    ],
    options: [dots, tenMinutes, '--test-concurrency=4'],
  },
  docs: {
    files: ['packages/docs/test/*.slow.test.ts'],
    options: [dots, fiveMinutes],
  },
  languages: {
    files: ['packages/sidecar/test/languages/*.slow.test.ts'],
    options: [names, thirtyMinutes],
  },
  cluster: {
    files: ['packages/server/test/cluster/*.test.ts'],
    options: [names, tenMinutes, '--test-concurrency=1'],
  },
  slow: {
    files: [
      'packages/server/test/faults/*.test.ts',
      'packages/server/test/{two-servers,shared-store}.test.ts',
      'packages/server/src/store/{postgres,mysql}.test.ts',
      'packages/{cli,sidecar}/**/*.slow.test.ts',
      'packages/sandbox/test/{php,event-log}-backend.test.ts',
      'packages/bench/src/**/*.test.ts',
    ],
    options: [dots, tenMinutes],
  },
  // They start browsers, compilers and programs.
  cli: {
    files: [
      'packages/cli/src/{browser,scripts}/*.test.ts',
      'packages/cli/src/doctor/{frame,page-in-browser,watch}.test.ts',
      'packages/cli/src/init/{backend,pages-file,typed}.test.ts',
      'packages/cli/test/*.test.ts',
    ],
    options: [dots, fiveMinutes, inOneProcess],
  },
  // The server as a program, and its desk in a browser.
  sidecar: {
    files: ['packages/sidecar/test/*.test.ts'],
    options: [dots, fiveMinutes, inOneProcess],
  },
  // As long as all the others, so it runs beside them.
  server: {
    files: ['packages/server/**/*.test.ts'],
    options: [dots, fiveMinutes, inOneProcess],
  },
  unit: {
    files: ['packages/**/*.test.ts', 'demo/**/*.test.ts'],
    options: [dots, fiveMinutes, inOneProcess],
  },
};

/** The files of each suite. */
export function filesBySuite() {
  const takenFiles = new Set(find(pageTests));
  return new Map(
    Object.entries(suites).map(([name, { files }]) => {
      const suiteFiles = find(files).filter((file) => !takenFiles.has(file));
      for (const file of suiteFiles) takenFiles.add(file);
      return [name, suiteFiles];
    }),
  );
}

function find(/** @type {readonly string[]} */ patterns) {
  const exclude = ['**/node_modules/**', '**/dist/**'];
  return globSync(patterns, { exclude }).sort();
}

async function main(/** @type {string} */ name, /** @type {readonly string[]} */ args) {
  const suite = Object.entries(suites).find(([each]) => each === name)?.[1];
  if (!suite) {
    console.error(`There is no suite "${name}". Name one of ${Object.keys(suites).join(', ')}.`);
    return 2;
  }
  const options = [
    '--conditions=@wallet-buttons/source',
    // A sixth of the unit tests' time was the collection of short-lived objects.
    '--max-semi-space-size=64',
    '--test',
    ...suite.options,
    '--test-reporter-destination=stdout',
    '--test-reporter=junit',
    `--test-reporter-destination=.cache/junit/${name}.xml`,
  ];
  mkdirSync('.cache/junit', { recursive: true });
  const files = filesBySuite().get(name) ?? [];
  const words = [...options, ...args, ...files];
  return (await run(process.execPath, words, { stdio: 'inherit' })).code;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = '', ...args] = process.argv.slice(2);
  process.exitCode = await main(name, args);
}
