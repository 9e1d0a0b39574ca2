// WebKitGTK for Web Test Runner: a screen of its own, the driver in front of it, and an end to both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { seleniumLauncher } from '@web/test-runner-selenium';
import { Builder } from 'selenium-webdriver';

const PATIENCE_MS = 10_000;

/** @param {{ driver: string, display: string, browser: string }} programs as `webkit()` found them */
export function webkitLauncher({ driver, display, browser }) {
  const builder = new Builder().disableEnvironmentOverrides().withCapabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
  });
  const launcher = seleniumLauncher({ driverBuilder: builder });
  /** @type {import('node:child_process').ChildProcess[]} */
  const programs = [];
  const kill = () => programs.splice(0).forEach((program) => program.kill('SIGKILL'));
  process.once('exit', kill);

  const initialize = launcher.initialize.bind(launcher);
  launcher.initialize = async (config) => {
    const screen = await startScreen(display, programs);
    builder.usingServer(await startDriver(driver, screen, programs));
    await initialize(config);
    launcher.name = 'WebKitGTK';
  };

  const stop = launcher.stop.bind(launcher);
  launcher.stop = async () => {
    await Promise.race([stop(), wait(PATIENCE_MS, undefined, { ref: false })]);
    kill();
  };
  return launcher;
}

/** Xvfb looks for a free display itself and writes its number to the fourth descriptor. */
async function startScreen(
  /** @type {string} */ program,
  /** @type {import('node:child_process').ChildProcess[]} */ programs,
) {
  const args = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const screen = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  programs.push(screen);
  const number = /** @type {import('node:stream').Readable} */ (screen.stdio[3]);
  const [chunk] = await once(number, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) });
  return `:${String(chunk).trim()}`;
}

async function startDriver(
  /** @type {string} */ program,
  /** @type {string} */ screen,
  /** @type {import('node:child_process').ChildProcess[]} */ programs,
) {
  const port = await freePort();
  const env = { ...process.env, DISPLAY: screen, GDK_BACKEND: 'x11' };
  const args = [`--port=${port}`, '--host=127.0.0.1'];
  programs.push(spawn(program, args, { env, stdio: 'ignore' }));
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await listens(port))) {
    if (Date.now() > deadline) throw new Error(`${program} does not listen on port ${port}`);
    await wait(50);
  }
  return `http://127.0.0.1:${port}`;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

async function listens(/** @type {number} */ port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
