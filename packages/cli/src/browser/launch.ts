import { createHash, X509Certificate } from 'node:crypto';
import type { Browser, BrowserType } from 'playwright-core';
import { peer } from '../peer.ts';
import { UsageError } from '../report.ts';
import type { ChosenBrowser, Engine } from './find-browser.ts';

/** The page could not be loaded. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** Starts a browser without a window, with an empty profile. @param ca an additional trusted certificate (PEM) @throws {UsageError} */
export async function launch(
  { engine, path }: ChosenBrowser,
  ca: Buffer | undefined,
): Promise<Browser> {
  if (engine === 'firefox' && ca !== undefined) {
    throw new UsageError('Firefox takes no --ca. Use Chrome, Chromium or Edge.');
  }
  const playwright = peer('a browser', 'playwright-core') as Readonly<Record<Engine, BrowserType>>;
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  // A Firefox that Playwright did not build is driven by another protocol, which its channel names.
  const channel = engine === 'firefox' ? { channel: 'moz-firefox' } : {};
  try {
    return await playwright[engine].launch({
      ...(path !== undefined && { executablePath: path, ...channel }),
      ...signals,
      args: engine === 'chromium' ? chromiumArguments(ca) : [],
      // The sandbox of Chromium does not start for root, as in most containers.
      chromiumSandbox: process.getuid?.() !== 0,
    });
  } catch (error) {
    const reason = reasonOf(error);
    throw /executable doesn't exist/i.test(reason)
      ? new UsageError(missing[engine])
      : ended(reason);
  }
}

const missing: Readonly<Record<Engine, string>> = {
  chromium:
    'No Chrome, Chromium or Edge was found. Install one, or name it with --browser or CHROMIUM_PATH.',
  firefox: 'No Firefox was found. Install it, or name it with --browser or FIREFOX_PATH.',
};

/** The browser does not run, or no longer. */
export function ended(reason: string): UsageError {
  return new UsageError(
    `The browser ended (${reason}). Start it once by hand to see why, or name another one with --browser.`,
  );
}

/** An error of Playwright in a line, without the name of its method, and without the address of the page. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  // Firefox gives the cause in a second line.
  const [, line = ''] =
    /(?:^Message: Error: |^\w+\.\w+: (?!Protocol error))(.*)$/m.exec(text) ?? [];
  return (line || text).replace(/\n[^]*$| at https?:.*$/g, '');
}

function chromiumArguments(ca: Buffer | undefined): string[] {
  const quiet = ['--disable-gpu', '--mute-audio'];
  return ca ? [...quiet, `--ignore-certificate-errors-spki-list=${publicKeyHash(ca)}`] : quiet;
}

/** The public key of a certificate, in the form in which Chromium takes trusted keys. */
function publicKeyHash(ca: Buffer): string {
  const { publicKey } = new X509Certificate(ca);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('base64');
}
