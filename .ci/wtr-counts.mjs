// A reporter for Web Test Runner: the counts of the whole run, and one line an engine.
import { writeCounts } from './counts.mjs';

/** @returns {import('@web/test-runner').Reporter} */
export function wtrCounts() {
  return {
    onTestRunFinished({ sessions }) {
      /** @type {Map<string, { passed: number, failed: number }>} */
      const engines = new Map();
      for (const session of sessions) {
        const sum = engines.get(session.browser.name) ?? { passed: 0, failed: 0 };
        const { passed, failed } = countSession(session);
        engines.set(session.browser.name, {
          passed: sum.passed + passed,
          failed: sum.failed + failed,
        });
      }
      const all = [...engines.values()];
      for (const [name, { passed, failed }] of engines) {
        console.log(`${name}: ${passed} passed, ${failed} failed`);
      }
      writeCounts(total(all, 'passed'), total(all, 'failed'));
    },
  };
}

/** A file that broke outside its tests, or that ran none, counts as one failure. */
function countSession(/** @type {import('@web/test-runner').TestSession} */ session) {
  const tests = session.testResults === undefined ? [] : testsOf(session.testResults);
  const passed = tests.filter((test) => test.passed).length;
  const failed = tests.length - passed;
  const broken = failed === 0 && (!session.passed || tests.length === 0);
  return { passed, failed: broken ? 1 : failed };
}

/** @returns {import('@web/test-runner').TestResult[]} */
function testsOf(/** @type {import('@web/test-runner').TestSuiteResult} */ suite) {
  return [...suite.tests, ...suite.suites.flatMap((inner) => testsOf(inner))];
}

function total(
  /** @type {readonly { passed: number, failed: number }[]} */ counts,
  /** @type {'passed' | 'failed'} */ which,
) {
  return counts.reduce((sum, count) => sum + count[which], 0);
}
