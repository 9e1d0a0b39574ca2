// `pnpm test:mutation`: applies each of Stryker's mutations to the code that guards money, one at a time, and expects a
// test to fail. `pnpm test:mutation --mutate packages/server/src/payment/attempt.ts` mutates one file.
const [server, guards] = ['packages/server/src', 'packages/protocol/src/guards'];

export default {
  mutate: [
    `${server}/payment/{attempt,transition,after,operation}.ts`,
    `${server}/service/{signature,webhook}.ts`,
    `${server}/http/{body,origin,handler,routes}.ts`,
    `${guards}.ts`,
  ],
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: [`${server}/{*,{payment,service,http}/*}.test.ts`, `${guards}.test.ts`],
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
  thresholds: { high: 95, low: 90, break: 90 },
  reporters: ['clear-text', 'progress'],
  tempDirName: '.cache/mutation',
  ignorePatterns: ['**/dist', '.cache', 'demo', 'e2e'],
};
