import { createHash, X509Certificate } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Chromium, PageError, startChromium } from './chromium.ts';
import { type DomNode, nodesOf, scriptsIn } from './dom.ts';
import { record, type SeenDocument } from './recording.ts';
import { plain, type Place, type SeenScript } from './seen-script.ts';

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
  /** Path of the browser. */
  readonly browser: string;
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
 * Loads a page with an empty profile, waits until nothing is loading any more, and returns the received content.
 * @throws {PageError}
 */
export async function visit(
  url: URL,
  { browser, ca, limit = 60_000, ...options }: Options,
): Promise<Visit> {
  const chromium = await startChromium(browser, ca && [spkiOf(ca)]);
  const ended = new AbortController();
  const stopped = Promise.withResolvers<never>();
  const stop = (signal: NodeJS.Signals): void => {
    stopped.reject(new PageError(signal));
  };
  for (const name of signals) process.once(name, stop);
  try {
    const ends = [late(limit, ended.signal), stopped.promise];
    return await Promise.race([load(chromium, url, options), ...ends]);
  } finally {
    for (const name of signals) process.off(name, stop);
    ended.abort();
    // Otherwise its profile would stay on the disk.
    await chromium.close();
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

async function late(limit: number, signal: AbortSignal): Promise<never> {
  await wait(limit, null, { signal });
  throw new PageError(`not loaded within ${String(limit / 1000)} s`);
}

async function load(
  chromium: Chromium,
  url: URL,
  { cookie, first, expression = 'null' }: Pick<Options, 'cookie' | 'first' | 'expression'>,
): Promise<Visit> {
  const { send } = chromium;
  const recording = await record(chromium);
  const { product } = await send('Browser.getVersion');
  const cookies = cookiesOf(cookie, url);
  if (cookies.length > 0) await send('Storage.setCookies', { cookies });
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const [session] = [...recording.targets].find(([, { id }]) => id === targetId) ?? [];
  // Chromium answers once it listens in the page. A request that ends earlier would seem to be open.
  await send('Network.enable', {}, session);
  if (first !== undefined) {
    await send('Page.enable', {}, session);
    await send('Page.addScriptToEvaluateOnNewDocument', { source: first }, session);
  }
  const { errorText } = await send('Page.navigate', { url: url.href }, session);
  if (typeof errorText === 'string') throw new PageError(errorText);
  const end = Date.now() + longest;
  while (!recording.isQuiet() && Date.now() < end) await wait(100);
  const parsed = await recording.scripts();
  const { result } = await send(
    'Runtime.evaluate',
    { expression, returnByValue: true, awaitPromise: true },
    session,
  );
  const nodes: DomNode[] = [];
  for (const [each, { kind }] of recording.targets) {
    if (kind === 'page' || kind === 'frame') nodes.push(...(await nodesOf(send, each)));
  }
  const workers = [...recording.targets.values()].filter(({ kind }) => kind.endsWith('worker'));
  const documents = recording.documents();
  const page = documents.find(({ isPage }) => isPage)?.url ?? plain(url.href);
  return {
    browser: String(product),
    page,
    documents,
    scripts: [...parsed, ...scriptsIn(nodes, page)],
    nodes,
    workers: [...new Map(workers.map((worker) => [worker.id, worker])).values()].map(
      ({ kind, url: address }) => ({ kind, url: plain(address) }),
    ),
    value: (result as { readonly value?: unknown }).value,
  };
}

/** The public key of a certificate, in the form in which Chromium takes trusted keys. */
function spkiOf(ca: Buffer): string {
  const { publicKey } = new X509Certificate(ca);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(der).digest('base64');
}

/** The cookies for the page, one by one. */
function cookiesOf(cookie: string | undefined, { href, protocol }: URL): readonly object[] {
  const secure = protocol === 'https:';
  return (
    (cookie ?? '')
      .split(';')
      .map((part) => part.trim().split('='))
      .filter(([name]) => name !== '')
      // Without both, the browser refuses names that begin with __Host- or __Secure-.
      .map(([name, ...rest]) => ({ name, value: rest.join('='), url: href, path: '/', secure }))
  );
}
