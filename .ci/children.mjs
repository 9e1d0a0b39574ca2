// Starts programs and sees to it that none outlives us: not on Ctrl-C, not on a polite kill, not when
// the shell above us was killed and took no notice of its children.
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { clearTimeout, setInterval, setTimeout } from 'node:timers';

const windows = process.platform === 'win32';
const graceMs = 1_000;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let stopping = false;

/**
 * Runs one program to its end. Output goes through to the terminal unless `capture` is set.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ capture?: boolean, captureOutput?: boolean, env?: NodeJS.ProcessEnv, cwd?: string, timeout?: number, stdin?: 'inherit' | 'ignore' }} [options] timeout in milliseconds
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program could not be started, 124 when it took too long
 */
export function run(command, args, options = {}) {
  const { capture = false, env = process.env, cwd, timeout, stdin = 'ignore' } = options;
  return new Promise((resolve) => {
    // Windows starts .cmd files only through its shell; our arguments hold nothing that it would interpret.
    const shell = windows && /\.cmd$/i.test(command);
    const stdout = capture || options.captureOutput ? 'pipe' : 'inherit';
    const stderr = capture ? 'pipe' : 'inherit';
    const child = spawn(command, args, { cwd, env, shell, stdio: [stdin, stdout, stderr] });
    running.add(child);

    let output = '';
    let late = false;
    const collect = (/** @type {Buffer} */ chunk) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);

    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            late = true;
            end(child, 'SIGTERM');
            setTimeout(() => end(child, 'SIGKILL'), graceMs).unref();
          }, timeout);

    const done = (/** @type {number} */ code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code: late ? 124 : code, output });
    };
    child.once('error', (error) => {
      output += String(error.message);
      done(127);
    });
    child.once('close', (code) => done(code ?? 1));
  });
}

/** The name under which a command of npm's world is started: `npx` is `npx.cmd` on Windows. */
export function script(/** @type {string} */ name) {
  return windows ? `${name}.cmd` : name;
}

/** True from the moment somebody asked us to stop. */
export function isStopping() {
  return stopping;
}

/** A terminal's Ctrl-C reaches the children without us; what is left after the grace is told again. */
function stop(/** @type {NodeJS.Signals} */ signal) {
  if (stopping) return;
  stopping = true;
  const tell = (/** @type {NodeJS.Signals} */ how) => {
    for (const child of running) end(child, how);
  };
  if (signal === 'SIGINT') setTimeout(tell, graceMs, 'SIGTERM').unref();
  else tell('SIGTERM');
  setTimeout(tell, 10 * graceMs, 'SIGKILL').unref();
  if (running.size === 0) process.exit(130);
}

function end(
  /** @type {import('node:child_process').ChildProcess} */ child,
  /** @type {NodeJS.Signals} */ signal,
) {
  if (!windows || child.pid === undefined) child.kill(signal);
  else spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(signal));
}

// npm's shell dies of a SIGTERM without passing it on; then our parent is another process than before.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop('SIGTERM');
}, 500).unref();
