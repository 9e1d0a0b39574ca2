// Finds the programs that the tests run on. `node .ci/programs.mjs chromium firefox` installs missing ones, by
// Playwright's own installer, or by apt if a closed network allows nothing else. `php`, `python`, `go`, `java` and
// `ruby` run examples, `mariadb` is a database of a test, and `clusters` are databases that fail over.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import playwright from '@playwright/test';

/**
 * How to start an engine: `launchOptions` for Playwright, or the programs behind WebDriver.
 * @typedef {{ name: string, launchOptions: import('@playwright/test').LaunchOptions }} Playwrights
 * @typedef {{ name: string, webdriver: { driver: string, display: string, browser: string } }} WebDrivers
 * @typedef {{ missing: string }} Missing a sentence that says what to do
 * @typedef {Playwrights | WebDrivers | Missing} Engine
 */

const minute = 60_000;
const chromiumArgs = ['--disable-gpu', '--disable-quic', '--disable-sync'];
const firefoxUserPrefs = {
  // Without a graphics card frames are expensive, and no test needs more.
  'layout.frame_rate': 20,
  // A test needs neither a process for each site nor a spare one.
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
};
const debian = {
  chromium: ['chromium-headless-shell'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
  php: ['php-cli', 'php-curl', 'php-sqlite3'],
  python: ['python3'],
  go: ['golang-go'],
  java: ['default-jdk-headless', 'libgoogle-gson-java'],
  ruby: ['ruby', 'ruby-sqlite3', 'ruby-webrick'],
  mariadb: ['mariadb-server-core'],
  clusters: ['mariadb-server', 'galera-4', 'rsync', 'haproxy', 'faketime', 'postgresql'],
};

/** Not on every PATH. */
const mariadbProgram = '/usr/sbin/mariadbd';

/** @returns {Playwrights | Missing} */
export function chromium() {
  // The shell is the same engine without the browser's interface, and needs a third less CPU.
  const path = program('CHROMIUM_PATH', ['chromium-headless-shell', 'chromium', 'google-chrome']);
  if (path) return { name: path, launchOptions: { executablePath: path, args: chromiumArgs } };
  return own('chromium', { args: chromiumArgs });
}

/** @returns {Playwrights | Missing} */
export function firefox() {
  const path = program('FIREFOX_PATH', ['firefox-esr', 'firefox']);
  // A distribution's Firefox needs WebDriver BiDi; only Playwright's build does not.
  const channel = 'moz-firefox';
  if (path)
    return { name: path, launchOptions: { channel, executablePath: path, firefoxUserPrefs } };
  return own('firefox', {});
}

/** Playwright's WebKit, or WebKitGTK behind its own driver. @returns {Playwrights | WebDrivers | Missing} */
export function webkit() {
  const driver = onPath('WebKitWebDriver');
  const display = onPath('Xvfb');
  const [browser] = globSync('/usr/{lib,lib64,libexec}/{,*/}webkit{2gtk,gtk}-*/MiniBrowser');
  const theirs = own('webkit', {});
  if (!('missing' in theirs) || !driver || !display || !browser) return theirs;
  return { name: `WebKitGTK, ${browser}`, webdriver: { driver, display, browser } };
}

/** A program is there when this command succeeds. */
function byCommand(
  /** @type {keyof typeof debian} */ name,
  /** @type {string} */ program,
  /** @type {readonly string[]} */ args,
) {
  return () => presence(name, spawnSync(program, args, { stdio: 'ignore' }).status === 0);
}

/** A program is there when all of its files are. */
function byFiles(
  /** @type {keyof typeof debian} */ name,
  /** @type {readonly string[]} */ patterns,
) {
  const isThere = (/** @type {string} */ pattern) => globSync(pattern).length > 0;
  return () => presence(name, patterns.every(isThere));
}

/** @returns {{ name: string } | Missing} */
function presence(/** @type {keyof typeof debian} */ name, /** @type {boolean} */ isThere) {
  return isThere ? { name } : { missing: `Install ${debian[name].join(', ')}.` };
}

const phpModules = '["curl", "openssl", "sqlite3"]';
const engines = {
  chromium,
  firefox,
  webkit,
  php: byCommand('php', 'php', [
    '-r',
    `exit(count(array_filter(${phpModules}, "extension_loaded")) < 3 ? 1 : 0);`,
  ]),
  python: byCommand('python', 'python3', ['-c', 'import sqlite3']),
  go: byCommand('go', 'go', ['version']),
  java: byCommand('java', 'javap', [
    '-cp',
    '/usr/share/java/gson.jar',
    'com.google.gson.JsonParser',
  ]),
  ruby: byCommand('ruby', 'ruby', ['-e', 'require "sqlite3"; require "webrick"']),
  mariadb: byFiles('mariadb', [mariadbProgram, '/usr/share/mysql/mysql_system_tables.sql']),
  clusters: byFiles('clusters', [
    mariadbProgram,
    '/usr/lib/galera/libgalera_smm.so',
    '/usr/bin/rsync',
    '/usr/sbin/haproxy',
    '/usr/bin/faketime',
    '/usr/lib/postgresql/*/bin/pg_basebackup',
  ]),
};

/** @typedef {keyof typeof engines} Name */

/** @returns {Playwrights | Missing} Playwright's own build */
function own(
  /** @type {'chromium' | 'firefox' | 'webkit'} */ name,
  /** @type {Playwrights['launchOptions']} */ launchOptions,
) {
  if (existsSync(playwright[name].executablePath())) {
    return { name: `Playwright's ${name}`, launchOptions };
  }
  return {
    missing: `There is no ${name}: run "node .ci/programs.mjs ${name}", or name its program in ${name.toUpperCase()}_PATH.`,
  };
}

function program(/** @type {string} */ variable, /** @type {readonly string[]} */ names) {
  return process.env[variable] ?? names.map(onPath).find((path) => path !== undefined);
}

function onPath(/** @type {string} */ name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function ensure(/** @type {Name} */ name) {
  for (const install of [undefined, download, apt]) {
    install?.(name);
    const engine = engines[name]();
    if ('missing' in engine) continue;
    console.log(`${name}: ${engine.name}`);
    return;
  }
  console.log(/** @type {Missing} */ (engines[name]()).missing);
  process.exitCode = 1;
}

function download(/** @type {Name} */ name) {
  if (name !== 'chromium' && name !== 'firefox' && name !== 'webkit') return;
  console.log(`playwright install ${name} …`);
  const cli = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
  spawnSync(process.execPath, [cli, 'install', name], { timeout: 3 * minute });
}

/** Only for root, as in containers and on CI machines. */
function apt(/** @type {Name} */ name) {
  if (process.getuid?.() !== 0 || onPath('apt-get') === undefined) return;
  console.log(`apt-get install ${debian[name].join(' ')} …`);
  const aptOptions = ['-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { env, timeout: 5 * minute, stdio: ['ignore', 'ignore', 'inherit'] };
  spawnSync('apt-get', [...aptOptions, 'update'], options);
  const install = ['install', '-y', '--no-install-recommends', ...debian[name]];
  spawnSync('apt-get', [...aptOptions, ...install], options);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const engineNames = process.argv.slice(2);
  const unknown = engineNames.find((name) => !Object.hasOwn(engines, name));
  if (unknown !== undefined) throw new Error(`There is no engine "${unknown}".`);
  for (const name of /** @type {Name[]} */ (engineNames)) ensure(name);
}
