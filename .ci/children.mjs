// Starts a program that does not outlive this process: not after Ctrl-C, not after SIGTERM, and not if the parent shell
// was killed without ending its children.
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { setInterval, setTimeout } from 'node:timers';

const windows = process.platform === 'win32';
const graceMs = 1_000;

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let stopping = false;

/**
 * Runs one program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program could not be started
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const finish = (/** @type {number} */ code) => {
      child = undefined;
      resolve({ code, output });
    };
    // Windows starts .cmd files only through its shell. The arguments contain nothing that it would interpret.
    const shell = windows && /\.cmd$/i.test(command);
    let output = '';
    child = spawn(command, args, { shell, ...options });
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.once('error', ({ message }) => {
      console.error(message);
      finish(127);
    });
    child.once('close', (code) => finish(code ?? 1));
  });
}

/** The file name of a command of npm: `npx` is `npx.cmd` on Windows. */
export function script(/** @type {string} */ name) {
  return windows ? `${name}.cmd` : name;
}

/** Ends the child and then this process. Ctrl-C also reaches the child; if it still runs, it gets the signal again. */
function stop(/** @type {NodeJS.Signals} */ signal) {
  if (stopping) return;
  stopping = true;
  if (child === undefined) process.exit(130);
  child.once('close', () => process.exit(130));
  setTimeout(end, signal === 'SIGINT' ? graceMs : 0, 'SIGTERM').unref();
  setTimeout(end, 10 * graceMs, 'SIGKILL').unref();
}

function end(/** @type {NodeJS.Signals} */ signal) {
  if (!windows) child?.kill(signal);
  else if (child) spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stop(signal));
}

// npm's shell ends on SIGTERM without passing it on. Then this process gets another parent.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) stop('SIGTERM');
}, 500).unref();
