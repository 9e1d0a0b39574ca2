import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { elementsIn, type RawNode } from './dom.ts';
import type { Recording } from './recording.ts';
import { type Parsed, plain, type Place, seenScript, type SeenScript } from './seen-script.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A page, a frame of another site, or a worker: a debugging target of Chromium. */
interface Target {
  readonly id: string;
  readonly kind: Place;
  url: string;
  /** The addresses of its frames. */
  readonly frames: Promise<Map<string, string>>;
}

const places: Readonly<Record<string, Place>> = {
  page: 'page',
  iframe: 'frame',
  worker: 'worker',
  shared_worker: 'shared worker',
  service_worker: 'service worker',
};

/**
 * Listens to the debugger of each page, frame and worker of a Chromium. It also has the scripts that no request brings:
 * inline and evaluated ones.
 * @param context ends the recording when it closes.
 * @param change is called for each event.
 */
export async function recordChromium(
  browser: Browser,
  context: BrowserContext,
  change: () => void,
): Promise<Recording> {
  const session = await browser.newBrowserCDPSession();
  // A browser that ends has detached it already.
  context.once('close', () => void session.detach().catch(() => undefined));
  const send = commandsOf(session);
  const targets = new Map<string, Target>();
  const scripts = new Map<string, Promise<SeenScript | null>>();
  const page = Promise.withResolvers<undefined>();

  const attach = async (targetId: string, type: string, url: string): Promise<void> => {
    const kind = places[type];
    if (!kind) return;
    const { sessionId } = await session.send('Target.attachToTarget', { targetId });
    const [, tree, , enabled] = [
      send(sessionId, 'Page.enable'),
      send(sessionId, 'Page.getFrameTree'),
      send(sessionId, 'Debugger.setSkipAllPauses', { skip: true }),
      send(sessionId, 'Debugger.enable'),
    ];
    const frames = tree.then((answer) => addressesIn(answer?.['frameTree'] as FrameTree));
    targets.set(sessionId, { id: targetId, kind, url, frames });
    await enabled;
    if (kind === 'page') page.resolve(undefined);
  };
  const read = async (script: Parsed, target: Target, id: string): Promise<SeenScript | null> => {
    const { scriptId, executionContextAuxData: context } = script;
    // Other worlds belong to the browser and to Playwright.
    if (context?.isDefault === false) return null;
    const frame = context?.frameId ?? target.id;
    const address = (await target.frames).get(frame) ?? target.url;
    const answer = await send(id, 'Debugger.getScriptSource', { scriptId });
    if (!answer) return null;
    const isInFrame = target.kind === 'page' && frame !== target.id;
    const place = { kind: isInFrame ? 'frame' : target.kind, address } as const;
    return seenScript(script, place, String(answer['scriptSource']));
  };

  session.on('Target.targetCreated', ({ targetInfo: { targetId, type, url } }) => {
    change();
    // A target may end while it is attached.
    attach(targetId, type, url).catch(() => undefined);
  });
  session.on('Target.targetInfoChanged', ({ targetInfo: { targetId, url } }) => {
    const target = [...targets.values()].find(({ id }) => id === targetId);
    if (target) target.url = url;
  });
  session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
    const target = targets.get(sessionId);
    const { method, params } = JSON.parse(message) as { method?: string; params?: unknown };
    // The answer to a command.
    if (method === undefined) return;
    change();
    if (!target) return;
    if (method === 'Page.frameNavigated') {
      const { id, url } = (params as FrameTree).frame;
      void target.frames.then((frames) => frames.set(id, url));
    }
    if (method !== 'Debugger.scriptParsed') return;
    const script = params as Parsed;
    scripts.set(`${sessionId} ${script.scriptId}`, read(script, target, sessionId));
  });
  const filter = [{ type: 'browser', exclude: true }, { type: 'tab', exclude: true }, {}];
  await session.send('Target.setDiscoverTargets', { discover: true, filter });

  const workers = (): readonly Target[] =>
    [...targets.values()].filter(({ kind }) => kind.endsWith('worker'));
  return {
    ready: page.promise,
    requested: () => new Set(workers().map(({ url }) => url)),
    answered: async () => {
      const answers = [...targets].map(async ([id, { kind }]) =>
        // A page answers the debugger while its script runs, and this one afterwards.
        send(id, kind.endsWith('worker') ? 'Debugger.enable' : 'Page.getFrameTree'),
      );
      await Promise.all(answers);
    },
    workers: () => workers().map(({ kind, url }) => ({ kind, url: plain(url) })),
    scripts: async () => (await Promise.all(scripts.values())).filter((script) => script !== null),
    nodes: async () => {
      const documents = [...targets].filter(([, { kind }]) => !kind.endsWith('worker'));
      const answers = documents.map(async ([id]) => send(id, 'DOM.getDocument', whole));
      return (await Promise.all(answers)).flatMap((answer) =>
        answer ? elementsIn(answer['root'] as RawNode) : [],
      );
    },
  };
}

/** Through frames and shadow roots. */
const whole = { depth: -1, pierce: true };

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}

/** The address of each frame. Workers have none. */
function addressesIn(tree: FrameTree | undefined): Map<string, string> {
  if (!tree) return new Map();
  const childAddresses = (tree.childFrames ?? []).flatMap((child) => [...addressesIn(child)]);
  return new Map([[tree.frame.id, tree.frame.url], ...childAddresses]);
}

/**
 * Sends commands to targets by the session of the browser, as Playwright has no sessions of workers. The answer is `null`
 * if the target refuses the command, or has ended.
 */
function commandsOf(session: CDPSession) {
  const waiting = new Map<
    number,
    { sessionId: string; resolve: (answer: Fields | null) => void }
  >();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: Fields };
    if (id === undefined) return;
    waiting.get(id)?.resolve(result ?? null);
    waiting.delete(id);
  });
  session.on('Target.detachedFromTarget', ({ sessionId }) => {
    for (const each of waiting.values()) if (each.sessionId === sessionId) each.resolve(null);
  });
  let last = 0;
  return async (sessionId: string, method: string, params: Fields = {}): Promise<Fields | null> => {
    last += 1;
    const { promise, resolve } = Promise.withResolvers<Fields | null>();
    waiting.set(last, { sessionId, resolve });
    const message = JSON.stringify({ id: last, method, params });
    session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {
      resolve(null);
    });
    return promise;
  };
}
