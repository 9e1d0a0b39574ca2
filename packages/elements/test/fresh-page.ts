import { waitUntil } from './wait-until.ts';
import type { WalletButton, WalletButtonEventMap } from '@wallet-buttons/elements';
import { buttonEvents } from '@wallet-buttons/protocol/testing/events.js';
import type { WalletCall } from '@wallet-buttons/sandbox/profiles';

/** What one press left behind for the page, in order. */
export type ReceivedEvent = Event & { readonly type: keyof WalletButtonEventMap };

/** What a provider's script is when a page asks for it. */
export type Served =
  | 'api'
  /** It loads, and brings nothing. */
  | 'empty'
  /** The network says no. */
  | 'error'
  /** The network says nothing; `serve()` ends that. */
  | 'held';

export interface FreshPage {
  readonly window: Window & typeof globalThis;
  readonly document: Document;
  readonly frame: HTMLIFrameElement;
  /** The providers' scripts that were put into the page, by whomever. */
  readonly scripts: readonly HTMLScriptElement[];
  /** The events of the tags. */
  readonly events: readonly ReceivedEvent[];
  /** The providers' APIs, by their globals' names, whether the page has them yet or not. */
  readonly kept: object;
  /** Errors that no handler caught. */
  readonly uncaught: readonly unknown[];
  /** Defines both tags, as an import of the package does. */
  define(): Promise<void>;
  import(path: string): Promise<unknown>;
  /** Makes it a browser that has wallet A of its own, without the provider's script. */
  native(): Promise<void>;
  /** Gives the page both providers' APIs before any tag asks for them. */
  present(): void;
  /** What the next script of that wallet is, and every one that waits. */
  serve(wallet: 'a' | 'b', kind: Served): void;
  /** The tag of a piece of HTML, in the page. */
  add(html: string): WalletButton;
  readonly calls: (api: string) => readonly WalletCall[];
  close(): void;
}

type Stand = 'ApplePaySession' | 'google';
const hosts = { a: 'applepay.cdn-apple.com', b: 'pay.google.com' };

/**
 * A page of its own inside of this one, at a URL or of a text, in which nothing is loaded yet and no provider can be reached:
 * a script from a provider's address is what the test says it is, and really loads or fails.
 */
export async function freshPage(
  url = './blank.html',
  stands: readonly ('a' | 'b')[] = ['a', 'b'],
): Promise<FreshPage> {
  const frame = document.createElement('iframe');
  frame.style.cssText = 'width: 400px; height: 300px; border: 0';
  frame.allow = 'payment';
  if (url.startsWith('<')) frame.srcdoc = url;
  else frame.src = new URL(url, import.meta.url).href;
  const frameLoad = new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
  });
  document.body.prepend(frame);
  await frameLoad;
  const window = frame.contentWindow as (Window & typeof globalThis) | null;
  if (!window) throw new Error('The frame has no window.');
  // The frame's own realm imports, as a page of the merchant's would.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- there is no other way into a frame
  const load = new window.Function('url', 'return import(url)') as (
    url: string,
  ) => Promise<unknown>;
  const page = { import: async (path: string) => load(new URL(path, import.meta.url).href) };
  for (const wallet of stands) await page.import(`../../sandbox/src/${standIns[wallet]}.ts`);
  const providers: Record<string, unknown> = {};
  for (const stand of ['ApplePaySession', 'google'] satisfies Stand[]) {
    providers[stand] = Reflect.get(window, stand);
    Reflect.deleteProperty(window, stand);
  }
  Reflect.set(window, 'kept', providers);

  const events: ReceivedEvent[] = [];
  const uncaught: unknown[] = [];
  for (const name of buttonEvents) {
    window.document.addEventListener(name, (event) => events.push(event as ReceivedEvent));
  }
  window.addEventListener('unhandledrejection', ({ reason }) => uncaught.push(reason));
  window.addEventListener('error', ({ error }) => uncaught.push(error));
  const { scripts, serve } = network(window);
  return {
    window,
    document: window.document,
    frame,
    scripts,
    events,
    kept: providers,
    uncaught,
    ...page,
    serve,
    define: async () => {
      await page.import('../src/define-buttons.ts');
    },
    present: () => {
      Object.assign(window, providers);
    },
    native: async () => {
      await page.import('../../sandbox/src/apple-pay/wallet-a-native.ts');
    },
    add(html) {
      const box = window.document.createElement('div');
      box.innerHTML = html;
      window.document.body.append(box);
      return box.firstElementChild as WalletButton;
    },
    calls: (api) => (window.walletSandbox?.calls ?? []).filter((call) => call.api === api),
    close: () => {
      frame.remove();
    },
  };
}

const standIns = { a: 'apple-pay/wallet-a', b: 'google-pay/wallet-b' } as const;

/** A tag of a fresh page in that state. */
export async function becomes(tag: WalletButton, state: WalletButton['state']): Promise<void> {
  await waitUntil(() => tag.state === state, `${tag.localName} is not ${state}`);
  await tag.updateComplete;
}

/** Stands between the page and the providers: their addresses lead to what `serve` says. */
function network(window: Window & typeof globalThis): Pick<FreshPage, 'scripts' | 'serve'> {
  const scripts: HTMLScriptElement[] = [];
  const kinds: Record<'a' | 'b', Served> = { a: 'api', b: 'api' };
  const addresses = new WeakMap<HTMLScriptElement, string>();
  const { prototype } = window.HTMLScriptElement;
  const real = Object.getOwnPropertyDescriptor(prototype, 'src');
  const answer = (script: HTMLScriptElement, stand: Stand, kind: Served) => {
    if (kind === 'held') return;
    const url = {
      api: `data:text/javascript,globalThis.${stand} = kept.${stand}`,
      empty: 'data:text/javascript,0',
      error: '/no-such-script.js',
    }[kind];
    real?.set?.call(script, url);
  };
  const walletOf = (url: string) => {
    const hostname = URL.parse(url)?.hostname;
    return (['a', 'b'] as const).find((wallet) => hosts[wallet] === hostname);
  };
  const standOf = (wallet: 'a' | 'b') => (wallet === 'a' ? 'ApplePaySession' : 'google');
  Object.defineProperty(prototype, 'src', {
    configurable: true,
    get(this: HTMLScriptElement) {
      return addresses.get(this) ?? (real?.get?.call(this) as string);
    },
    set(this: HTMLScriptElement, url: unknown) {
      const address = String(url);
      const wallet = walletOf(address);
      if (!wallet) {
        real?.set?.call(this, url);
        return;
      }
      addresses.set(this, address);
      answer(this, standOf(wallet), kinds[wallet]);
    },
  });
  new window.MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node instanceof window.HTMLScriptElement && addresses.has(node)) scripts.push(node);
    }
  }).observe(window.document, { childList: true, subtree: true });
  return {
    scripts,
    serve(wallet, kind) {
      kinds[wallet] = kind;
      for (const script of scripts) {
        const waits = walletOf(script.src) === wallet && real?.get?.call(script) === '';
        if (waits && script.isConnected) answer(script, standOf(wallet), kind);
      }
    },
  };
}
