// WebKitGTK for Web Test Runner: a screen of its own, the driver in front of it, and an end to both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { seleniumLauncher } from '@web/test-runner-selenium';
import { Builder, Key } from 'selenium-webdriver';

const startMs = 60_000;
const stopMs = 10_000;
/** A page takes a tenth of it until its tests run, on a busy machine too. */
const stallMs = 10_000;

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

  const startSession = launcher.startSession.bind(launcher);
  launcher.startSession = async (id, url) => {
    await startSession(id, url);
    wait(stallMs, undefined, { ref: false })
      .then(() => loadAgainUnlessRunning(launcher, id, url))
      .catch(console.error);
  };

  const stop = launcher.stop.bind(launcher);
  launcher.stop = async () => {
    await Promise.race([stop(), wait(stopMs, undefined, { ref: false })]);
    kill();
  };
  return giveHands(launcher);
}

/** Once in some hundred files the frame stays empty: its page never comes, and asked for again it does. */
async function loadAgainUnlessRunning(
  /** @type {ReturnType<typeof seleniumLauncher>} */ launcher,
  /** @type {string} */ id,
  /** @type {string} */ url,
) {
  if (!launcher.isActive(id)) return;
  const isRepeated = await driverOf(launcher).executeScript(loadAgain, url);
  if (isRepeated) console.log(`WebKitGTK: the page of ${url} did not come, it is asked for again.`);
}

/**
 * The launcher's own kind cannot press a mouse or a key; Web Test Runner's commands know another kind
 * that can, by these methods. What WebDriver does is trusted, as if the payer had done it.
 */
function giveHands(/** @type {ReturnType<typeof seleniumLauncher>} */ launcher) {
  const actions = () => driverOf(launcher).actions({ async: true });
  const press = (/** @type {string} */ combination) => {
    const words = combination.length === 1 ? [combination] : combination.split('+');
    const names = words.map((name) => keyOf(name));
    const modifiers = names.slice(0, -1);
    const modifierPresses = modifiers.reduce((all, key) => all.keyDown(key), actions());
    const keyPresses = modifierPresses.sendKeys(names.at(-1) ?? '');
    return modifiers.reduceRight((all, key) => all.keyUp(key), keyPresses).perform();
  };
  /** @returns {Promise<{ x: number, y: number, duration: number }>} the frame fills the window, so its corner is the window's */
  const locate = async (/** @type {number} */ x, /** @type {number} */ y) => {
    await driverOf(launcher).executeScript(fillWindow);
    return { x, y, duration: 0 };
  };
  return Object.assign(launcher, {
    type: 'webdriver',
    sendMouseMove: async (
      /** @type {string} */ _session,
      /** @type {number} */ x,
      /** @type {number} */ y,
    ) =>
      actions()
        .move(await locate(x, y))
        .perform(),
    sendMouseClick: async (
      /** @type {string} */ _session,
      /** @type {number} */ x,
      /** @type {number} */ y,
      button = 'left',
    ) =>
      actions()
        .move(await locate(x, y))
        .press(buttons[button])
        .release(buttons[button])
        .perform(),
    sendMouseDown: async (/** @type {string} */ _session, button = 'left') =>
      actions().press(buttons[button]).perform(),
    sendMouseUp: async (/** @type {string} */ _session, button = 'left') =>
      actions().release(buttons[button]).perform(),
    resetMouse: async () => driverOf(launcher).actions().clear(),
    sendKeys: async (
      /** @type {string} */ _session,
      /** @type {readonly string[]} */ combinations,
    ) => {
      for (const combination of combinations) await press(combination);
    },
  });
}

/** @type {Record<string, import('selenium-webdriver').Button>} */
const buttons = { left: 0, middle: 1, right: 2 };

/** Sessions run one after the other, each in a frame of one page. */
const fillWindow = `
  for (const frame of document.querySelectorAll('iframe')) {
    const shown = !frame.src.endsWith('about:blank');
    frame.style.cssText =
      'position: fixed; inset: 0; width: 100%; height: 100%; border: 0; display: ' +
      (shown ? 'block' : 'none');
  }`;

/** Mocha is the first thing that a session's page loads. */
const loadAgain = `
  const frame = [...document.querySelectorAll('iframe')].find(({ src }) => src === arguments[0]);
  if (!frame || frame.contentWindow.mocha) return false;
  frame.src = arguments[0];
  return true;`;

/** Playwright's names, which the tests use, as WebDriver's. */
function keyOf(/** @type {string} */ name) {
  const constant = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
  const key = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (Key))[constant];
  return typeof key === 'string' && name.length > 1 ? key : name;
}

function driverOf(/** @type {ReturnType<typeof seleniumLauncher>} */ launcher) {
  const { driver } = /** @type {{ driver?: import('selenium-webdriver').WebDriver }} */ (
    /** @type {unknown} */ (launcher)
  );
  if (driver === undefined) throw new Error('WebKitGTK has not been started yet.');
  return driver;
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
  const [chunk] = await once(number, 'data', { signal: AbortSignal.timeout(startMs) });
  return `:${String(chunk).trim()}`;
}

async function startDriver(
  /** @type {string} */ program,
  /** @type {string} */ screen,
  /** @type {import('node:child_process').ChildProcess[]} */ programs,
) {
  const port = await freePort();
  // Nothing here is drawn in layers, and without a graphics card layers cost more than all of the tests.
  const env = {
    ...process.env,
    DISPLAY: screen,
    GDK_BACKEND: 'x11',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const args = [`--port=${port}`, '--host=127.0.0.1'];
  programs.push(spawn(program, args, { env, stdio: 'ignore' }));
  const deadline = Date.now() + startMs;
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
