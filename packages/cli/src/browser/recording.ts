import type { CdpEvent, Chromium } from './chromium.ts';
import {
  type Parsed,
  plain,
  type Place,
  seenScript,
  type ScriptTarget,
  type SeenScript,
} from './seen-script.ts';

/** A received document: the page, or a frame in it. */
export interface SeenDocument {
  /** No query. */
  readonly url: string;
  readonly isPage: boolean;
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The events of a browser while it loads a page. */
export interface Recording {
  /** By the session of each. */
  readonly targets: ReadonlyMap<string, ScriptTarget>;
  readonly documents: () => readonly SeenDocument[];
  readonly scripts: () => Promise<readonly SeenScript[]>;
  /** Resolves after a second without events, apart from requests without progress for ten seconds. */
  readonly isQuiet: () => boolean;
}

const places: Readonly<Record<string, Place>> = {
  page: 'page',
  iframe: 'frame',
  worker: 'worker',
  shared_worker: 'shared worker',
  service_worker: 'service worker',
};

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };

/** In this order, because a target starts to run with the last one. */
const first: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['Network.enable', {}],
  ['Debugger.enable', {}],
  ['Debugger.setSkipAllPauses', { skip: true }],
  ['Target.setAutoAttach', autoAttach],
  ['Runtime.runIfWaitingForDebugger', {}],
];

type Arrived = SeenDocument & { readonly address: string; readonly frame: string };

/** Listens to every page, frame and worker of a browser, from its first script on. */
export async function record({ send, listen }: Chromium): Promise<Recording> {
  const targets = new Map<string, ScriptTarget>();
  const documents: Arrived[] = [];
  const scripts = new Map<string, Promise<SeenScript | null>>();
  const underWay = new Set<string>();
  let lastChange = Date.now();

  const attach = ({ sessionId, targetInfo: { targetId: id, type, url } }: Attached): void => {
    targets.set(sessionId, { id, kind: places[type] ?? 'page', url });
    // A target refuses an unknown command, which is ignored.
    for (const [method, params] of first) void send(method, params, sessionId).catch(() => null);
  };
  const read = async (
    script: Parsed,
    target: ScriptTarget,
    session: string,
  ): Promise<SeenScript | null> => {
    const { scriptId, executionContextAuxData: context } = script;
    // Other worlds belong to the browser itself.
    if (context?.isDefault === false) return null;
    const asked = { scriptId };
    const answer = await send('Debugger.getScriptSource', asked, session).catch(() => null);
    if (!answer) return null;
    const arrived = documents.findLast(({ frame }) => frame === context?.frameId);
    const isInFrame = target.kind === 'page' && context?.frameId !== target.id;
    const kind = isInFrame ? 'frame' : target.kind;
    const around = { kind, address: arrived?.address ?? target.url };
    return seenScript(script, around, String(answer['scriptSource']));
  };

  listen(({ method, params, session }: CdpEvent) => {
    if (method === 'Target.attachedToTarget') attach(params as unknown as Attached);
    const target = targets.get(session);
    if (!target) return;
    lastChange = Date.now();
    // The page requests the script of a worker, but the worker gets the event of its arrival.
    const request = String(params['requestId']);
    if (method === 'Network.requestWillBeSent') underWay.add(request);
    if (method === 'Network.loadingFinished') underWay.delete(request);
    if (method === 'Network.loadingFailed') underWay.delete(request);
    if (method === 'Network.responseReceived' && params['type'] === 'Document')
      documents.push(documentOf(params as unknown as Received, target));
    if (method !== 'Debugger.scriptParsed') return;
    const script = params as unknown as Parsed;
    // A service worker is attached twice: by the browser and by its page.
    const key = `${target.id} ${script.scriptId}`;
    if (!scripts.has(key)) scripts.set(key, read(script, target, session));
  });
  const filter = [{ type: 'browser', exclude: true }, { type: 'tab', exclude: true }, {}];
  await send('Target.setAutoAttach', { ...autoAttach, filter });

  return {
    targets,
    // After redirects and navigations, the payer sees the last document of a frame.
    documents: () =>
      documents
        .filter(({ frame }, at) => documents.findLastIndex((each) => each.frame === frame) === at)
        .map(({ address: _, frame: __, ...document }) => document),
    scripts: async () => (await Promise.all(scripts.values())).filter((script) => script !== null),
    isQuiet: () => {
      const still = Date.now() - lastChange;
      return still > 10_000 || (still > 1000 && underWay.size === 0);
    },
  };
}

interface Attached {
  readonly sessionId: string;
  readonly targetInfo: { readonly targetId: string; readonly type: string; readonly url: string };
}

interface Received {
  readonly frameId: string;
  readonly response: {
    readonly url: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
  };
}

function documentOf({ frameId, response }: Received, target: ScriptTarget): Arrived {
  const { url: address, status, headers } = response;
  return {
    address,
    frame: frameId,
    url: plain(address),
    isPage: target.kind === 'page' && frameId === target.id,
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
}
