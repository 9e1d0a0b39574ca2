// `pnpm test:mutation`: applies each of Stryker's mutations to the code that guards money, one at a time, and expects a
// test to fail. `pnpm test:mutation --mutate packages/server/src/order/attempt.ts` mutates one file.
const [server, client] = ['packages/server/src', 'packages/service-client/src'];
const guards = 'packages/protocol/src/guards';

export default {
  mutate: [
    `${server}/order/*.ts`,
    `${server}/back-office/operation.ts`,
    `${server}/records/{carried,record-changes}.ts`,
    `${client}/{signature,webhook,evidence}.ts`,
    `${server}/http/{body,origin,handler,routes}.ts`,
    `${guards}.ts`,
  ],
  testRunner: 'tap',
  plugins: ['@stryker-mutator/tap-runner'],
  tap: {
    testFiles: [
      `${server}/{*,{order,records,payment,back-office,upkeep,http}/*}.test.ts`,
      `${client}/*.test.ts`,
      `${guards}.test.ts`,
    ],
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
