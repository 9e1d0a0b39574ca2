import { accessSync, constants } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { emptyPath } from '../files.ts';
import { UsageError } from '../report.ts';

export type Engine = 'chromium' | 'firefox';

/** A browser to start. */
export interface ChosenBrowser {
  readonly engine: Engine;
  /** Without one, it is the browser that Playwright has downloaded. */
  readonly path?: string;
}

const programs: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [
    ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'],
    ...['microsoft-edge', 'chromium-headless-shell'],
  ],
  firefox: ['firefox', 'firefox-esr'],
};

/** Where installers put them on macOS and Windows. */
const usual: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
  firefox: [
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ],
};

/**
 * The browser that `--browser` names by its path, or as `chromium` or `firefox`: the path in `CHROMIUM_PATH` or
 * `FIREFOX_PATH`, or an installed one. @throws {UsageError}
 */
export function findBrowser(name = 'chromium'): ChosenBrowser {
  const isEngine = name === 'chromium' || name === 'firefox';
  const engine = /firefox/i.test(basename(name)) ? 'firefox' : 'chromium';
  const program = isEngine ? process.env[`${name.toUpperCase()}_PATH`] : name;
  if (program === '') throw emptyPath();
  if (program !== undefined) {
    if (isProgram(program)) return { engine, path: program };
    throw new UsageError(
      `${program} is not a program. Give the path of Chrome, Chromium, Edge or Firefox.`,
    );
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = programs[engine].flatMap((program) => folders.map((each) => join(each, program)));
  const path = [...onPath, ...usual[engine]].find(isProgram);
  return { engine, ...(path !== undefined && { path }) };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
