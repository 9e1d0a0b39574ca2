// Which engines the tests can run on, and how each is started. Looking is free and silent; `ensure()`
// also installs what is missing, tries every find by starting it, and remembers what worked.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import playwright from '@playwright/test';
import { isStopping, run, script } from './children.mjs';

/**
 * How an engine is started: `launchOptions` for Playwright, or the programs behind WebDriver.
 * @typedef {{ name: string, launchOptions: import('@playwright/test').LaunchOptions }} Playwrights
 * @typedef {{ name: string, webdriver: { driver: string, display: string, browser: string } }} WebDrivers
 * @typedef {{ missing: string }} Missing a sentence that says what to do
 * @typedef {Playwrights | WebDrivers | Missing} Engine
 */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = join(root, '.cache');
const memory = join(cache, 'browsers.json');

const MINUTE = 60_000;
const SPARTICUZ = '@sparticuz/chromium@153.0.0';

/** Quiet, and with nothing that would reach out to the network on the browser's own account. */
const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const NO_CHROMIUM =
  'No Chromium could be found or installed: install Chrome or Chromium, or set CHROMIUM_PATH to its program.';
const NO_FIREFOX =
  'Firefox is left out: install Firefox ESR, or set FIREFOX_PATH to its program, to test on it too.';
const NO_WEBKIT =
  'WebKit is left out: install webkit2gtk-driver and xvfb (Debian, Ubuntu), or run `pnpm exec playwright install webkit`, to test on it too.';

/** Chromium as found by the last `ensure()`, or as it lies there. @returns {Playwrights | Missing} */
export function chromium() {
  const here = chromiums();
  return remembered('chromium', here) ?? here[0] ?? { missing: NO_CHROMIUM };
}

/** Firefox as found by the last `ensure()`, or as it lies there. @returns {Playwrights | Missing} */
export function firefox() {
  const here = firefoxes();
  return remembered('firefox', here) ?? here[0] ?? { missing: NO_FIREFOX };
}

/** Playwright's WebKit, or WebKitGTK behind its own driver. @returns {Playwrights | WebDrivers | Missing} */
export function webkit() {
  if (existsSync(playwright.webkit.executablePath())) {
    return { name: "Playwright's WebKit", launchOptions: {} };
  }
  const driver = onPath('WebKitWebDriver');
  const display = onPath('Xvfb');
  const [browser] = globSync('/usr/{lib,lib64,libexec}/{,*/}webkit{2gtk,gtk}-*/MiniBrowser');
  if (driver === undefined || display === undefined || browser === undefined) {
    return { missing: NO_WEBKIT };
  }
  return { name: `WebKitGTK, ${browser}`, webdriver: { driver, display, browser } };
}

/**
 * Finds or installs all engines, says what it does, and returns the sentences of those left out.
 * Only Chromium is worth a download for everybody; the others are installed where that is one apt-get.
 */
export async function ensure() {
  const found = {
    chromium: await firstThatStarts(playwright.chromium, chromiumWays()),
    firefox: await firstThatStarts(playwright.firefox, firefoxWays()),
  };
  if ('missing' in webkit()) await apt(['webkit2gtk-driver', 'xvfb']);

  mkdirSync(cache, { recursive: true });
  const names = { chromium: found.chromium?.name, firefox: found.firefox?.name };
  writeFileSync(memory, JSON.stringify(names));

  const all = [
    found.chromium ?? { missing: NO_CHROMIUM },
    found.firefox ?? { missing: NO_FIREFOX },
    webkit(),
  ];
  for (const engine of all) console.log('missing' in engine ? engine.missing : engine.name);
  return { chromium: found.chromium !== undefined };
}

function chromiumWays() {
  if (process.env.CHROMIUM_PATH) return [async () => chromiums()];
  return [
    async () => chromiums(),
    async () => ((await download()) ? chromiums() : []),
    async () => ((await apt(['chromium-headless-shell'])) ? chromiums() : []),
    async () => ((await apt(['chromium'])) ? chromiums() : []),
    async () => ((await fromNpm()) ? unpacked() : []),
  ];
}

function firefoxWays() {
  if (process.env.FIREFOX_PATH) return [async () => firefoxes()];
  return [async () => firefoxes(), async () => ((await apt(['firefox-esr'])) ? firefoxes() : [])];
}

/** Goes through the ways in order; the next one is only tried when nothing before it started. */
async function firstThatStarts(
  /** @type {import('@playwright/test').BrowserType} */ type,
  /** @type {readonly (() => Promise<Playwrights[]>)[]} */ ways,
) {
  const tried = new Set();
  for (const way of ways) {
    for (const candidate of isStopping() ? [] : await way()) {
      if (tried.has(candidate.name)) continue;
      tried.add(candidate.name);
      if (await starts(type, candidate)) return candidate;
      console.log(`${candidate.name} does not start`);
    }
  }
  return undefined;
}

async function starts(
  /** @type {import('@playwright/test').BrowserType} */ type,
  /** @type {Playwrights} */ { launchOptions },
) {
  try {
    const browser = await type.launch({ ...launchOptions, timeout: MINUTE / 2 });
    await browser.newPage();
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

/** Everything on this machine, in order: the one you named, the system's, Playwright's, the unpacked one. */
function chromiums() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return [chromiumAt(named)];
  const found = programs({
    linux: [
      // The same engine without the browser around it, at two thirds of the work.
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
    ],
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    win32: ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'],
  }).map((path) => chromiumAt(path));
  if (existsSync(playwright.chromium.executablePath())) {
    found.push({ name: "Playwright's Chromium", launchOptions: { args: CHROMIUM_ARGS } });
  }
  return [...found, ...unpacked()];
}

/** @returns {Playwrights} */
function chromiumAt(/** @type {string} */ executablePath) {
  return {
    name: `Chromium, ${executablePath}`,
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
  };
}

/** A distribution's or Mozilla's own Firefox needs the BiDi channel; only Playwright's build does without. */
function firefoxes() {
  const named = process.env.FIREFOX_PATH;
  if (named) return [firefoxAt(named)];
  const found = programs({
    linux: ['firefox-esr', 'firefox'],
    darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: ['Mozilla Firefox\\firefox.exe'],
  }).map((path) => firefoxAt(path));
  if (existsSync(playwright.firefox.executablePath())) {
    found.push({ name: "Playwright's Firefox", launchOptions: {} });
  }
  return found;
}

/** @returns {Playwrights} */
function firefoxAt(/** @type {string} */ executablePath) {
  return {
    name: `Firefox, ${executablePath}`,
    launchOptions: {
      channel: 'moz-firefox',
      executablePath,
      firefoxUserPrefs: {
        // Drawn without a graphics card: a third of the frames is as good for a test.
        'layout.frame_rate': 20,
        // Nor does a test need a process for each site, and another one in advance.
        'fission.autostart': false,
        'dom.ipc.processCount': 1,
        'dom.ipc.processPrelaunch.enabled': false,
      },
    },
  };
}

async function download() {
  console.log('No Chromium yet: playwright install chromium');
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = [cli, 'install', 'chromium'];
  return (await run(process.execPath, args, { capture: true, timeout: 3 * MINUTE })).code === 0;
}

let aptLists = false;

/** Only for root, which is to say in containers and on CI machines; nobody's own system is touched. */
async function apt(/** @type {readonly string[]} */ packages) {
  const aptGet = onPath('apt-get');
  if (process.getuid?.() !== 0 || aptGet === undefined || isStopping()) return false;

  console.log(`apt-get install ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const how = ['-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60'];
  const options = { capture: true, env, timeout: 5 * MINUTE };
  if (!aptLists) {
    aptLists = true;
    await run(aptGet, [...how, 'update'], options);
  }
  const install = [...how, 'install', '-y', '--no-install-recommends', ...packages];
  const { code } = await run(aptGet, install, options);
  if (code !== 0) console.log(`apt-get could not install ${packages.join(' ')}`);
  return code === 0;
}

/** npm carries one Chromium, for Linux on x64; it unpacks itself into the folder for temporary files. */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return false;
  console.log(`npm install ${SPARTICUZ}`);
  const home = join(cache, 'chromium');
  mkdirSync(home, { recursive: true });
  const install = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', SPARTICUZ];
  const options = { capture: true, timeout: 3 * MINUTE };
  if ((await run(script('npm'), install, options)).code !== 0) return false;

  const entry = join(home, 'node_modules/@sparticuz/chromium/build/index.js');
  const unpack = `import chromium from ${JSON.stringify(entry)}; await chromium.executablePath();`;
  // Believing itself on Lambda it also unpacks the libraries that a slim image lacks.
  const env = { ...process.env, TMPDIR: home, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const args = ['--input-type=module', '--eval', unpack];
  return (await run(process.execPath, args, { ...options, env })).code === 0;
}

/** With the system's libraries first, and with those it brought if these do not suffice. */
function unpacked() {
  const home = join(cache, 'chromium');
  const path = join(home, 'chromium');
  if (!existsSync(path)) return [];
  const plain = chromiumAt(path);
  const env = {
    ...definedOnly(process.env),
    LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
    FONTCONFIG_PATH: join(home, 'fonts'),
  };
  return [
    plain,
    {
      name: `${plain.name} with its own libraries`,
      launchOptions: { ...plain.launchOptions, env },
    },
  ];
}

function definedOnly(/** @type {NodeJS.ProcessEnv} */ env) {
  return /** @type {Record<string, string>} */ (
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
  );
}

/** What the last `ensure()` saw starting, if it is still there. */
function remembered(
  /** @type {'chromium' | 'firefox'} */ engine,
  /** @type {readonly Playwrights[]} */ here,
) {
  if (!existsSync(memory)) return undefined;
  const name = JSON.parse(readFileSync(memory, 'utf8'))[engine];
  return here.find((candidate) => candidate.name === name);
}

/** Names are looked up on PATH, absolute paths as they are, Windows' below its folders for programs. */
function programs(
  /** @type {Partial<Record<NodeJS.Platform, readonly string[]>>} */ { linux, darwin, win32 },
) {
  if (process.platform === 'darwin') return (darwin ?? []).filter((path) => existsSync(path));
  if (process.platform === 'win32') {
    const { ProgramFiles, LOCALAPPDATA } = process.env;
    const homes = [ProgramFiles, process.env['ProgramFiles(x86)'], LOCALAPPDATA];
    return homes.flatMap((home) =>
      home ? (win32 ?? []).map((path) => join(home, path)).filter((path) => existsSync(path)) : [],
    );
  }
  return (linux ?? []).map((name) => onPath(name)).filter((path) => path !== undefined);
}

function onPath(/** @type {string} */ name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await ensure()).chromium ? 0 : 1;
}
