// The numbered statements of what the providers demand, each one test: runs them in every engine there is
// and on Node, and prints the table. A statement that is missing, told twice or red makes the run fail.
import process from 'node:process';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defaultReporter, startTestRunner } from '@web/test-runner';
import config from '../web-test-runner.config.js';
import { writeCounts } from './counts.mjs';

/** @typedef {{ words: string, departs: string, engines: Map<string, boolean> }} Row */

const STATEMENTS = 80;
const folder = 'packages/elements/test/conformance';
const root = fileURLToPath(new URL('..', import.meta.url));
/** A test's name: `57: what holds [departs: where the contract of this kit outranks the statement]`. */
const NAME = /^(\d+): (.+?)(?: \[departs: (.+)\])?$/;

/** @type {Map<number, Row>} */
const rows = new Map();
/** @type {string[]} */
const faults = [];

process.chdir(root);
await onNode();
const engines = await inBrowsers();
const passed = table(engines);
writeCounts(passed, Math.max(STATEMENTS - passed, faults.length));
for (const fault of faults) console.log(fault);
console.log(`\n${passed} of ${STATEMENTS} statements hold`);
process.exit(passed === STATEMENTS && faults.length === 0 ? 0 : 1);

/** What needs a place without a DOM. */
async function onNode() {
  const stream = run({
    files: [`${folder}/on-a-server.node.ts`],
    execArgv: ['--conditions=@wallet-buttons/source'],
  });
  for await (const { type, data } of stream) {
    if (type === 'test:pass' || type === 'test:fail') note('node', data.name, type === 'test:pass');
    if (type === 'test:fail') console.log(data.details.error);
  }
}

/** @returns {Promise<readonly string[]>} the engines that there were */
async function inBrowsers() {
  /** @type {Set<string>} */
  const engines = new Set();
  const runner = await startTestRunner({
    config: {
      ...config,
      files: [`${folder}/*.test.ts`],
      // One statement can take a dozen presses, and WebKitGTK's driver its time for each.
      testFramework: { config: { timeout: '30000' } },
      reporters: [
        defaultReporter(),
        {
          onTestRunFinished({ sessions }) {
            for (const { browser, testResults, testFile, passed } of sessions) {
              engines.add(browser.name);
              const tests = testResults ? testsOf(testResults) : [];
              for (const test of tests) note(browser.name, test.name, test.passed);
              if (!passed && tests.every((test) => test.passed)) {
                faults.push(`${testFile} broke in ${browser.name}`);
              }
            }
          },
        },
      ],
    },
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (runner) await new Promise((resolve) => runner.on('stopped', resolve));
  return [...engines];
}

function note(
  /** @type {string} */ engine,
  /** @type {string} */ name,
  /** @type {boolean} */ passed,
) {
  const [, number, words = '', departs = ''] = NAME.exec(name) ?? [];
  if (number === undefined) return;
  const row = rows.get(Number(number)) ?? { words, departs, engines: new Map() };
  if (row.engines.has(engine)) faults.push(`${number} is told twice in ${engine}`);
  row.engines.set(engine, passed);
  rows.set(Number(number), row);
}

/** @returns {number} how many hold, wherever they have to */
function table(/** @type {readonly string[]} */ engines) {
  let good = 0;
  console.log('');
  for (let number = 1; number <= STATEMENTS; number++) {
    const row = rows.get(number);
    const result = resultOf(row, engines);
    if (result === 'holds') good++;
    const where = [...(row?.engines.keys() ?? [])].join(' ');
    console.log(
      `${String(number).padStart(2)}  ${result.padEnd(8)} ${where.padEnd(27)} ${row?.words ?? ''}`,
    );
    if (row?.departs) console.log(`${' '.repeat(40)} departs: ${row.departs}`);
  }
  return good;
}

/** Chromium and Firefox are both asked for; WebKitGTK shows what it can. */
function resultOf(/** @type {Row | undefined} */ row, /** @type {readonly string[]} */ engines) {
  if (row === undefined) return 'missing';
  if ([...row.engines.values()].includes(false)) return 'FAILS';
  const asked = engines.filter((engine) => engine !== 'WebKitGTK');
  const onNodeAlone = row.engines.has('node') && row.engines.size === 1;
  return onNodeAlone || asked.every((engine) => row.engines.has(engine)) ? 'holds' : 'missing';
}

/** @returns {import('@web/test-runner').TestResult[]} */
function testsOf(/** @type {import('@web/test-runner').TestSuiteResult} */ suite) {
  return [...suite.tests, ...suite.suites.flatMap((inner) => testsOf(inner))];
}
