// `pnpm test:mutation`: changes the code that guards money in every way that Stryker knows, one change at a
// time, and expects a test to notice. `pnpm test:mutation outcome json` takes these files alone.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from './children.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const server = join(root, 'packages', 'server');
const reports = join(root, '.cache', 'mutation');
const least = 90;

/** Each file below `packages/server/src`, and the tests that are about it; each of its own by default. */
const subjects = {
  'payment/attempt.ts': ['src/payment/attempt.test.ts', 'src/payment/transition.test.ts'],
  'payment/transition.ts': [],
  'payment/after.ts': [],
  'service/signature.ts': ['src/service/signature.test.ts', 'src/service/rotation.test.ts'],
  'service/operations.ts': [
    'src/service/operations.test.ts',
    'src/service/webhook.test.ts',
    'src/service/client.test.ts',
  ],
  'service/requests.ts': ['src/service/operations.test.ts', 'src/service/client.test.ts'],
  'service/webhook.ts': [],
  'errors.ts': [],
  'http/body.ts': [],
  'http/origin.ts': [],
  'http/handler.ts': [
    'src/http/handler.test.ts',
    'src/http/origin.test.ts',
    'src/http/association.test.ts',
    'src/http/webhook.test.ts',
  ],
  'http/routes.ts': [
    'src/http/status.test.ts',
    'src/http/validate-merchant.test.ts',
    'src/http/webhook.test.ts',
  ],
};

process.chdir(server);
const wanted = process.argv.slice(2);
const names = Object.keys(subjects).filter(
  (name) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
mkdirSync(reports, { recursive: true });
const sum = { killed: 0, all: 0 };
/** @type {string[]} */
const lines = [];
for (const name of names) {
  const { killed, all } = await mutate(/** @type {keyof typeof subjects} */ (name));
  sum.killed += killed;
  sum.all += all;
  lines.push(
    `${share(killed, all).padStart(6)} %  ${String(killed).padStart(3)} of ${all}  ${name}`,
  );
}
console.log(`\n${lines.join('\n')}\n${share(sum.killed, sum.all).padStart(6)} %  in all`);
process.exitCode = sum.all > 0 && sum.killed / sum.all >= least / 100 ? 0 : 1;

async function mutate(/** @type {keyof typeof subjects} */ name) {
  const report = join(reports, `${name.replaceAll('/', '-')}.json`);
  rmSync(report, { force: true });
  const own = `src/${name.replace('.ts', '.test.ts')}`;
  const tests = subjects[name].length > 0 ? subjects[name] : [own];
  const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const config = join(root, '.ci', 'stryker.config.mjs');
  const env = { ...process.env, SUBJECT: `src/${name}`, TESTS: tests.join(' '), REPORT: report };
  await run(process.execPath, [stryker, 'run', config], { env, capture: false });
  if (!existsSync(report)) throw new Error(`Stryker gave no report for ${name}: see above.`);
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  const statuses = Object.values(files)
    .flatMap(({ mutants }) => mutants)
    .map(({ status }) => status)
    .filter((status) => !/^(Ignored|CompileError|RuntimeError)$/.test(status));
  const killed = statuses.filter((status) => /^(Killed|Timeout)$/.test(status)).length;
  return { killed, all: statuses.length };
}

function share(/** @type {number} */ part, /** @type {number} */ whole) {
  return ((100 * part) / whole).toFixed(1);
}
