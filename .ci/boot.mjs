// The one door: `node .ci/boot.mjs TASK` runs a script of package.json on the right Node and pnpm,
// both brought by npm, after an install from the lockfile. Plain JavaScript, for Node 20 and newer.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isStopping, run, script } from './children.mjs';
import { summarize } from './summary.mjs';

const NODE = '24.21.0';
const PNPM = '12.21.0';
/** Angular's compiler refuses anything older. */
const OLDEST = { major: 24, minor: 15 };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const task = process.argv[2] ?? '';

process.chdir(root);
if (task === '--where') where();
else process.exitCode = await boot();

async function boot() {
  const command = JSON.parse(readFileSync('package.json', 'utf8')).scripts[task];
  if (command === undefined) return fail(`There is no script "${task}" in package.json.`);

  const old = isOld(process.versions.node);
  const bring = old ? `Node ${NODE} and pnpm ${PNPM}` : `pnpm ${PNPM}`;
  console.log(`${task}: ${bring} by npx, packages by the lockfile, then "${command}"`);

  const tools = await prepare([...(old ? ['-p', `node@${NODE}`] : []), '-p', `pnpm@${PNPM}`]);
  if (isStopping()) return 130;
  if (tools === undefined) {
    return fail('Node, pnpm or the packages could not be installed; the reason stands above.');
  }

  // Started without a shell or a package manager in between: a signal reaches it, and nothing is left over.
  const [, ...args] = command.split(' ');
  // Windows may spell it Path, and two spellings in one environment are one too many.
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH');
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...Object.fromEntries(others), PATH: tools.path };
  const isGraph = command === 'wireit';
  const program = isGraph ? script('pnpm') : tools.node;
  const words = isGraph ? ['run', task] : args;
  if (isGraph) {
    // One script more than there are cores, since tests also wait; each goes to its end whatever fails.
    env.WIREIT_PARALLEL ??= String(availableParallelism() + 1);
    env.WIREIT_FAILURES ??= 'continue';
  }
  const { code } = await run(program, [...words, ...process.argv.slice(3)], {
    env,
    stdin: 'inherit',
  });
  if (isGraph && !isStopping()) return summarize(code === 0);
  return code;
}

/** Installs, and tells where npx has put the tools; everything for people's eyes goes to stderr. */
async function prepare(/** @type {readonly string[]} */ packages) {
  const inside = 'pnpm install --frozen-lockfile 1>&2 && node .ci/boot.mjs --where';
  const [command, args] = npx(['--yes', ...packages, '-c', inside]);
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  const { code, output } = await run(command, args, { env, captureOutput: true });
  if (code !== 0) return undefined;
  return /** @type {{ node: string, path: string }} */ (
    JSON.parse(output.trim().split('\n').at(-1) ?? '')
  );
}

function where() {
  console.log(JSON.stringify({ node: process.execPath, path: process.env.PATH }));
}

/** npm's own file where we can see it, since it needs no shell and so no quoting; its command elsewhere. */
function npx(/** @type {readonly string[]} */ args) {
  const npm = process.env.npm_execpath ?? '';
  const beside = join(dirname(npm), 'npx-cli.js');
  if (/npm-cli\.js$/.test(npm) && existsSync(beside)) {
    return /** @type {const} */ ([process.execPath, [beside, ...args]]);
  }
  const quoted = process.platform === 'win32' ? args.map(quote) : args;
  return /** @type {const} */ ([script('npx'), quoted]);
}

function quote(/** @type {string} */ word) {
  return /[\s&>]/.test(word) ? `"${word}"` : word;
}

function isOld(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
}

function fail(/** @type {string} */ sentence) {
  console.error(sentence);
  return 1;
}
