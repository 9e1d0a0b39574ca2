// The entry of all commands: `node .ci/boot.mjs TASK [TASK]` runs scripts of package.json on the right Node and pnpm,
// both brought by npm, after an install from the lockfile. Plain JavaScript, for Node 20 and newer.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run, script } from './children.mjs';
import { reportsOf, summarize } from './summary.mjs';

const newNode = 'node@24.21.0';
/** Angular's compiler refuses older versions. */
const oldestNode = '24.15.0';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const ownPlace = { node: process.execPath, path: process.env.PATH };
if (process.argv[2] === '--where') console.log(JSON.stringify(ownPlace));
else process.exitCode = await boot();

async function boot() {
  const { packageManager, scripts, wireit } = JSON.parse(readFileSync('package.json', 'utf8'));
  const words = process.argv.slice(2);
  const end = words.findIndex((word) => scripts[word] === undefined);
  const tasks = end === -1 ? words : words.slice(0, end);
  const extraArgs = words.slice(tasks.length);
  if (tasks.length === 0) return fail(`There is no script "${words[0] ?? ''}" in package.json.`);

  if (/[#[{]/.test(process.cwd())) {
    console.warn(
      'The path of this folder has #, [ or {. Move it: the demo of Svelte or Angular fails.',
    );
  }
  const isOld = process.versions.node.localeCompare(oldestNode, 'en', { numeric: true }) < 0;
  const tools = isOld ? [newNode, packageManager] : [packageManager];
  const names = tasks.join(' and ');
  console.log(`${names}: ${tools.join(' and ')} by npx, packages by the lockfile`);

  const npxPlace = await prepare(tools);
  if (npxPlace === undefined) {
    return fail('Node, pnpm or the packages could not be installed; the reason stands above.');
  }

  let worstCode = 0;
  for (const task of tasks) {
    const code = await runScript(task, scripts[task], extraArgs, npxPlace);
    worstCode = Math.max(worstCode, code);
  }
  const graphs = tasks.filter((task) => task in wireit);
  return graphs.length > 0 ? summarize(worstCode === 0, reportsOf(graphs, wireit)) : worstCode;
}

/**
 * Runs one script. Each runs to its end, even if another fails.
 * @param {string} task
 * @param {string} command of the script
 * @param {readonly string[]} extraArgs
 * @param {{ node: string, path: string }} npxPlace
 * @returns {Promise<number>} the exit code
 */
async function runScript(task, command, extraArgs, npxPlace) {
  // Started without a shell or a package manager in between, so that a signal reaches it and nothing is left over.
  const [, ...args] = command.split(' ');
  // Windows may spell it Path, and an environment must not have both spellings.
  const others = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH');
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...Object.fromEntries(others), PATH: npxPlace.path };
  const isGraph = command === 'wireit';
  const program = isGraph ? script('pnpm') : npxPlace.node;
  const words = isGraph ? ['run', task] : args;
  if (isGraph) {
    // One script more than cores, since tests also wait; and one for those that stand behind (behind.mjs), which would
    // otherwise be left over for the end.
    const spare = task === 'more' ? 2 : 1;
    env.WIREIT_PARALLEL ??= String(availableParallelism() + spare);
    env.WIREIT_FAILURES ??= 'continue';
  }
  const options = /** @type {const} */ ({ env, stdio: 'inherit' });
  return (await run(program, [...words, ...extraArgs], options)).code;
}

/** Installs, and returns the place of npx's tools. All messages go to stderr. */
async function prepare(/** @type {readonly string[]} */ tools) {
  const commands = 'pnpm install --frozen-lockfile 1>&2 && node .ci/boot.mjs --where';
  const [command, args] = npx(['--yes', ...tools.flatMap((tool) => ['-p', tool]), '-c', commands]);
  const env = { ...process.env, npm_config_loglevel: 'error', npm_config_update_notifier: 'false' };
  const { code, output } = await run(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  if (code !== 0) return undefined;
  return /** @type {{ node: string, path: string }} */ (
    JSON.parse(output.trim().split('\n').at(-1) ?? '')
  );
}

/** npm's own file if it is found, because it needs no shell and so no quoting; otherwise its command. */
function npx(/** @type {readonly string[]} */ args) {
  const npm = process.env.npm_execpath ?? '';
  const npxFile = join(dirname(npm), 'npx-cli.js');
  if (/npm-cli\.js$/.test(npm) && existsSync(npxFile)) {
    return /** @type {const} */ ([process.execPath, [npxFile, ...args]]);
  }
  const quotedArgs = process.platform === 'win32' ? args.map(quote) : args;
  return /** @type {const} */ ([script('npx'), quotedArgs]);
}

function quote(/** @type {string} */ word) {
  return /[\s&>]/.test(word) ? `"${word}"` : word;
}

function fail(/** @type {string} */ sentence) {
  console.error(sentence);
  return 1;
}
