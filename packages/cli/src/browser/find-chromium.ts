import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { UsageError } from '../report.ts';

const names = [
  ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'microsoft-edge'],
  'chromium-headless-shell',
];
const usual = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The path of a Chromium, Chrome or Edge: the named one, `CHROMIUM_PATH`, or the first that is installed. */
export function findChromium(named = process.env['CHROMIUM_PATH']): string {
  if (named !== undefined) {
    if (isProgram(named)) return named;
    throw new UsageError(`${named} is not a program. Give the path of Chrome, Chromium or Edge.`);
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...usual,
    ...ofPlaywright(),
  ];
  const path = candidates.find(isProgram);
  if (path !== undefined) return path;
  throw new UsageError(
    'No Chrome, Chromium or Edge was found. Install one, or name it with --browser or CHROMIUM_PATH.',
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Playwright's downloaded browsers, newest first. */
export function ofPlaywright(home = homedir()): readonly string[] {
  const caches = [
    '.cache/ms-playwright',
    'Library/Caches/ms-playwright',
    'AppData/Local/ms-playwright',
  ];
  const testing = 'Google Chrome for Testing';
  const programs = [
    ...['linux', 'linux64', 'linux-arm64'].map((system) => `chrome-${system}/chrome`),
    ...['win', 'win64'].map((system) => `chrome-${system}/chrome.exe`),
    ...['x64', 'arm64'].map((cpu) => `chrome-mac-${cpu}/${testing}.app/Contents/MacOS/${testing}`),
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  return caches.flatMap((cache) => {
    const folder = join(home, cache);
    const builds = filesIn(folder).filter((name) => /^chromium-\d+$/.test(name));
    return builds
      .toReversed()
      .flatMap((build) => programs.map((each) => join(folder, build, each)));
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
