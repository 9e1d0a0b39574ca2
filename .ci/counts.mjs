// What a suite's own reporter hands to `check.mjs`: how many passed and failed, in a file it was told of.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';

const VARIABLE = 'WALLET_BUTTONS_COUNTS';

/** Called by reporters; does nothing when nobody counts. */
export function writeCounts(/** @type {number} */ passed, /** @type {number} */ failed) {
  const file = process.env[VARIABLE];
  if (file) writeFileSync(file, JSON.stringify({ passed, failed }));
}

/** The environment in which a suite writes its counts to `file`; an older run's counts are gone. */
export function countingIn(/** @type {string} */ file) {
  rmSync(file, { force: true });
  return { ...process.env, [VARIABLE]: file };
}

/** @returns {{ passed: number, failed: number }} zeros when the suite did not come to its end */
export function readCounts(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 };
}
