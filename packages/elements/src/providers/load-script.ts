import { WalletError } from '../errors.ts';
import { scriptUrl } from '../page.ts';
import { isNative, PlatformPromise } from '../platform.ts';
import { withTimeout } from '../with-timeout.ts';

const loads = new Map<string, Promise<unknown>>();
/** The scripts that tags have added, and those of the page that have failed. One that is too late may still bring the API. */
const knownScripts = new WeakSet<HTMLScriptElement>();
/** In milliseconds. */
const timeout = 15_000;
/** The time that a script of the page has before the tag adds its own, in milliseconds. */
const elementTimeout = 5_000;
/** The time between two looks for the API, in milliseconds. */
const interval = 100;
/** The types of scripts that a browser runs. A consent manager writes another one. */
const runs = /^(module|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)?$/i;

/** A classic script of a provider. */
export interface Script {
  /** Absolute. */
  readonly url: string;
  /** Members of its element. */
  readonly options: {
    readonly nonce: string;
    readonly integrity?: string;
    readonly crossOrigin?: string;
  };
  /** Its API, if it is there: an ad blocker may serve an empty script. */
  readonly findApi: () => unknown;
}

/**
 * Loads a script once a page, unless the page has its API. It waits for a script of the page that can run, and for the
 * API, from whatever script. After a failure the next call tries again.
 * @throws {WalletError} `script-load` on an error or after 15 seconds.
 */
export async function loadScript(script: Script): Promise<unknown> {
  const { url, findApi } = script;
  if (findApi()) return undefined;
  const load = loads.get(url) ?? request(script);
  loads.set(url, load);
  return load;
}

/**
 * Whether the page has the script in an element that no browser runs, because the payer has not consented yet. A consent
 * manager may keep the address in an attribute of its own.
 */
export function isHeldBack({ url, findApi }: Script): boolean {
  for (const script of findApi() ? [] : document.scripts) {
    // Without its text, which may be data of the page.
    const { outerHTML } = document.importNode(script, false);
    const isNamed = (script.src + outerHTML).includes(url.replace('https:', ''));
    if (isNamed && !runs.test(script.type)) return true;
  }
  return false;
}

async function request({ url, options, findApi }: Script): Promise<unknown> {
  let looks: ReturnType<typeof setInterval> | undefined;
  let wait: ReturnType<typeof setTimeout> | undefined;
  const ownScript = document.createElement('script');
  const loading = new PlatformPromise((resolve) => {
    const listen = (script: HTMLScriptElement) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', (event) => {
        knownScripts.add(script);
        if (script === ownScript) ownScript.remove();
        resolve(event);
      });
    };
    const add = () => {
      if (findApi()) return;
      knownScripts.add(ownScript);
      listen(ownScript);
      document.head.append(withSource(Object.assign(ownScript, options), url));
    };
    looks = setInterval(() => {
      if (findApi()) resolve(undefined);
    }, interval);
    const theirs = [...document.scripts].find(
      (each) => each.src === url && !knownScripts.has(each) && canRun(each),
    );
    if (theirs) {
      listen(theirs);
      // It may have failed before, or may never run.
      wait = setTimeout(add, elementTimeout);
    } else {
      add();
    }
  });
  try {
    await withTimeout(loading, timeout);
    if (!findApi()) throw new TypeError('There is no API.');
  } catch (cause) {
    loads.delete(url);
    throw new WalletError('script-load', url, cause);
  } finally {
    // Each by its own function: a library that counts timers misses an interval that ends otherwise.
    clearInterval(looks);
    clearTimeout(wait);
  }
  return undefined;
}

function canRun({ type, noModule }: HTMLScriptElement): boolean {
  return runs.test(type) && (!noModule || type === 'module');
}

/** A page may have wrapped `src`, and expects text. Under Trusted Types, text is refused. */
function withSource(script: HTMLScriptElement, url: string): HTMLScriptElement {
  const source = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, 'src') ?? {};
  const setter: unknown = Reflect.get(source, 'set');
  const takesText =
    Object.hasOwn(script, 'src') || typeof setter !== 'function' || !isNative(setter);
  try {
    script.src = takesText ? url : scriptUrl(url);
  } catch {
    script.src = takesText ? scriptUrl(url) : url;
  }
  return script;
}
