// The last lines of `npm test`: the failed tests and the numbers, read from the JUnit reports of the runners.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {Readonly<Record<string, { readonly dependencies?: readonly string[], readonly output?: readonly string[] }>>} Graph */

/** The reports that scripts and what they depend on write; others may be left from an earlier run. */
export function reportsOf(/** @type {readonly string[]} */ tasks, /** @type {Graph} */ graph) {
  const names = new Set(tasks);
  // A set is walked to its end, with what is added on the way.
  for (const name of names) for (const other of graph[name]?.dependencies ?? []) names.add(other);
  return [...names]
    .flatMap((name) => graph[name]?.output ?? [])
    .filter((path) => path.startsWith('.cache/junit/'))
    .sort();
}

/**
 * Prints the summary.
 * @param {boolean} isGood each script ended well
 * @param {readonly string[]} reports the paths of JUnit's files
 * @returns {number} the exit code
 */
export function summarize(isGood, reports) {
  const sum = { passed: 0, failed: 0 };
  for (const file of reports.filter((path) => existsSync(path))) {
    const [, ...cases] = readFileSync(file, 'utf8').split('<testcase');
    for (const text of cases) {
      if (/<skipped/.test(text)) continue;
      const isFailed = /<(failure|error)/.test(text);
      sum[isFailed ? 'failed' : 'passed'] += 1;
      if (isFailed) console.log(`FAILED ${/ name="([^"]*)"/.exec(text)?.[1]} (${file})`);
    }
  }
  if (!isGood && sum.failed === 0) {
    sum.failed = 1;
    console.log('FAILED a script that runs no tests; its output is above.');
  }
  if (sum.failed > 0) console.log('Reports: .cache/junit. Traces and screenshots: test-results.');
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return isGood && sum.passed > 0 ? 0 : 1;
}
