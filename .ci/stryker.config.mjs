// What `mutation.mjs` runs Stryker with: one file of the server, and the tests that are about it.
import process from 'node:process';

const { SUBJECT = '', TESTS = '', REPORT = '' } = process.env;

export default {
  mutate: [SUBJECT],
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: TESTS.split(' '),
    nodeArgs: [
      '--conditions=@wallet-buttons/source',
      '--test-reporter=tap',
      '-r',
      '{{hookFile}}',
      '{{testFile}}',
    ],
  },
  coverageAnalysis: 'perTest',
  concurrency: 2,
  timeoutMS: 10_000,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: REPORT },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false },
  // Below the package, so that a copy of it finds the same node_modules.
  tempDirName: '.cache/mutation',
  ignorePatterns: ['dist', '.cache'],
};
