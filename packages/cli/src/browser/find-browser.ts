import { accessSync, constants } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { UsageError } from '../report.ts';

export type Engine = 'chromium' | 'firefox';

/** A browser to start. */
export interface InstalledBrowser {
  readonly engine: Engine;
  /** Where it may be, the best place first. */
  readonly places: readonly Pick<LaunchOptions, 'channel' | 'executablePath'>[];
}

/** A Firefox that Playwright did not build is driven by another protocol, which its channel names. */
const channel = 'moz-firefox';

const programs: Readonly<Record<Engine, readonly string[]>> = {
  chromium: [
    ...['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'],
    ...['microsoft-edge', 'chromium-headless-shell'],
  ],
  firefox: ['firefox', 'firefox-esr'],
};

/** Where their installers put them; `{}` is the one that Playwright has downloaded. */
const usual: Readonly<Record<Engine, InstalledBrowser['places']>> = {
  chromium: [{ channel: 'chrome' }, { channel: 'msedge' }, {}],
  firefox: [{ channel }, {}],
};

/**
 * The browser that `--browser` names by its path, or as `chromium` or `firefox`: the path in `CHROMIUM_PATH` or
 * `FIREFOX_PATH`, or an installed one. @throws {UsageError}
 */
export function findBrowser(name = 'chromium'): InstalledBrowser {
  const isEngine = name === 'chromium' || name === 'firefox';
  const engine = isEngine ? name : /firefox/i.test(basename(name)) ? 'firefox' : 'chromium';
  const path = isEngine ? process.env[`${name.toUpperCase()}_PATH`] : name;
  if (path !== undefined) {
    if (isProgram(path)) return { engine, places: [placeOf(engine, path)] };
    throw new UsageError(
      `${path} is not a program. Give the path of Chrome, Chromium, Edge or Firefox.`,
    );
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const paths = programs[engine].flatMap((program) => folders.map((each) => join(each, program)));
  const installed = paths.filter(isProgram).map((each) => placeOf(engine, each));
  return { engine, places: [...installed, ...usual[engine]] };
}

function placeOf(engine: Engine, executablePath: string): InstalledBrowser['places'][number] {
  return { executablePath, ...(engine === 'firefox' && { channel }) };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
