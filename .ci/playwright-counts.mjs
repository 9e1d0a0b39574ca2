// A reporter for Playwright: the counts of the whole run, and nothing to read.
import { writeCounts } from './counts.mjs';

export default class PlaywrightCounts {
  /** @type {import('@playwright/test/reporter').Suite | undefined} */
  #suite;
  #errors = 0;

  onBegin(
    /** @type {import('@playwright/test/reporter').FullConfig} */ _config,
    /** @type {import('@playwright/test/reporter').Suite} */ suite,
  ) {
    this.#suite = suite;
  }

  /** Called for what belongs to no test, such as a server that did not start. */
  onError() {
    this.#errors += 1;
  }

  onEnd() {
    const tests = this.#suite?.allTests() ?? [];
    // A test that was skipped or never came to run has shown nothing.
    const passed = tests.filter(({ results }) => results.at(-1)?.status === 'passed').length;
    writeCounts(passed, tests.length - passed + this.#errors);
  }

  printsToStdio() {
    return false;
  }
}
