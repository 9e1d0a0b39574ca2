// The last lines of `npm test`: the failed tests and the numbers, read from the JUnit reports of the runners.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Prints the summary. @returns {number} the exit code */
export function summarize(/** @type {boolean} */ isGood) {
  const sum = { passed: 0, failed: 0 };
  const folder = '.cache/junit';
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const [, ...cases] = readFileSync(`${folder}/${file}`, 'utf8').split('<testcase');
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
