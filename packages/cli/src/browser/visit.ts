import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from 'playwright-core';
import { type Arrivals, arrivalsIn, type SeenDocument } from './arrivals.ts';
import { recordChromium } from './debugger.ts';
import { type DomNode, scriptsIn } from './dom.ts';
import type { ChosenBrowser, Engine } from './find-browser.ts';
import { recordFirefox } from './firefox.ts';
import { ended, launch, PageError, reasonOf } from './launch.ts';
import type { Recording } from './recording.ts';
import { plain, type Place, type SeenScript } from './seen-script.ts';

type Cookie = Parameters<BrowserContext['addCookies']>[0][number];

/** The content that a browser received for one page. */
export interface Visit {
  readonly browser: string;
  /** Its address, after redirects. */
  readonly page: string;
  /** The page, and the frames in it. */
  readonly documents: readonly SeenDocument[];
  readonly scripts: readonly SeenScript[];
  readonly nodes: readonly DomNode[];
  readonly workers: readonly { readonly kind: Place; readonly url: string }[];
  /** The result of the expression in the page. */
  readonly value: unknown;
}

interface Options {
  readonly browser: ChosenBrowser;
  /** `name=value; other=value`, only for the page. */
  readonly cookie?: string | undefined;
  /** An additional trusted certificate (PEM). */
  readonly ca?: Buffer | undefined;
  /** A script to run before the page's own. */
  readonly first?: string;
  /** An expression to evaluate in the loaded page. */
  readonly expression?: string;
  /** Milliseconds after which a page that does not answer, or a script that does not end, is given up. */
  readonly limit?: number;
}

/** After so many milliseconds a page that still loads is taken as it is. */
const longest = 30_000;

/**
 * Loads a page, waits until nothing is loading any more, and returns the received content.
 * @throws {PageError}
 */
export async function visit(url: URL, options: Options): Promise<Visit> {
  return visits(url, options, async (load) => load());
}

/**
 * Starts a browser in which the page may be loaded several times, each time with an empty profile.
 * @throws {PageError}
 */
export async function visits<Result>(
  url: URL,
  { browser: chosenBrowser, ca, limit = 60_000, ...options }: Options,
  use: (load: () => Promise<Visit>) => Promise<Result>,
): Promise<Result> {
  const browser = await launch(chosenBrowser, ca);
  const controller = new AbortController();
  const interruption = Promise.withResolvers<never>();
  const stop = (signal: NodeJS.Signals): void => {
    interruption.reject(new PageError(signal));
  };
  for (const name of signals) process.once(name, stop);
  const loadInTime = async (): Promise<Visit> =>
    Promise.race([
      load(browser, chosenBrowser.engine, url, options),
      late(limit, controller.signal),
    ]);
  try {
    return await Promise.race([use(loadInTime), interruption.promise]);
  } catch (error) {
    if (error instanceof PageError) throw error;
    const reason = reasonOf(error);
    throw browser.isConnected() ? new PageError(reason) : ended(reason);
  } finally {
    for (const name of signals) process.off(name, stop);
    controller.abort();
    // Otherwise its profile would stay on the disk.
    await browser.close();
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

async function late(limit: number, signal: AbortSignal): Promise<never> {
  await wait(limit, null, { signal });
  throw new PageError(`not loaded within ${String(limit / 1000)} s`);
}

async function load(
  browser: Browser,
  engine: Engine,
  url: URL,
  { cookie, first, expression = 'null' }: Pick<Options, 'cookie' | 'first' | 'expression'>,
): Promise<Visit> {
  const context = await browser.newContext();
  await context.addCookies(cookiesOf(cookie, url));
  if (first !== undefined) await context.addInitScript({ content: first });
  const page = await context.newPage();
  const arrivals = arrivalsIn(context, page);
  const recording =
    engine === 'firefox'
      ? recordFirefox(page, arrivals)
      : await recordChromium(browser, context, arrivals.change);
  await recording.ready;
  await page.goto(url.href, { waitUntil: 'commit', timeout: 0 });
  await settled(arrivals, recording);
  const scripts = await recording.scripts();
  const value: unknown = await page.evaluate(expression);
  const nodes = await recording.nodes();
  const documents = arrivals.documents();
  const address = documents.find(({ isPage }) => isPage)?.url ?? plain(url.href);
  await context.close();
  return {
    browser: `${engines[engine]} ${browser.version()}${limits[engine]}`,
    page: address,
    documents,
    scripts: [...scripts, ...scriptsIn(nodes, address)],
    nodes,
    workers: recording.workers(),
    value,
  };
}

/** Waits until nothing is loading, starting or running any more. */
async function settled(arrivals: Arrivals, recording: Recording): Promise<void> {
  const end = Date.now() + longest;
  do {
    await wait(100);
    const answer = recording.answered().then(() => true);
    const isAnswered = await Promise.race([answer, wait(1000, false, { ref: false })]);
    // On a busy machine a script that has arrived runs later, and starts workers.
    if (!isAnswered) arrivals.change();
  } while (!arrivals.isQuiet(recording.requested()) && Date.now() < end);
}

const engines: Readonly<Record<Engine, string>> = { chromium: 'Chromium', firefox: 'Firefox' };

/** What an engine does not show. */
const limits: Readonly<Record<Engine, string>> = {
  chromium: '',
  firefox: ', which does not show evaluated code, blobs, shared workers and service workers',
};

/** The cookies for the page, one by one. */
function cookiesOf(cookie: string | undefined, page: URL): readonly Cookie[] {
  return (
    (cookie ?? '')
      .split(';')
      .map((part) => part.trim().split('='))
      .filter(([name]) => name !== '')
      // The browser refuses names that begin with __Host- without the root as path.
      .map(([name = '', ...rest]) => ({
        name,
        value: rest.join('='),
        url: new URL('/', page).href,
      }))
  );
}
