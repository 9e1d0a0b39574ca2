import { WalletError } from '../errors.ts';
import { scriptUrl } from '../page.ts';
import { isNative, PlatformPromise } from '../platform.ts';
import { withTimeout } from '../with-timeout.ts';

const loads = new Map<string, Promise<unknown>>();
/** The scripts that tags have added. One that is too late may still bring the API, so it stays. */
const addedScripts = new WeakSet<HTMLScriptElement>();
/** In milliseconds. */
const timeout = 15_000;
/** The time that a script of the page has before the tag adds its own, in milliseconds. */
const elementTimeout = 5_000;
/** The time between two looks for the API, in milliseconds. */
const interval = 100;
/** The types of scripts that a browser runs. A consent manager writes another one. */
const runs = /^(module|(text|application)\/(x-)?(java|ecma|j|live)script[\d.]*)?$/i;

interface ScriptOptions {
  readonly nonce?: string;
  readonly integrity?: string;
  readonly crossOrigin?: string;
}

/**
 * Loads a classic script once a page, unless the page has its API. It waits for a script of the page that can run, and
 * for the API, from whatever script. After a failure the next call tries again.
 * @param findApi The script's API, if it is there: an ad blocker may serve an empty script.
 * @throws {WalletError} `script-load` on an error or after 15 seconds.
 */
export async function loadScript(
  url: string,
  options: ScriptOptions,
  findApi: () => unknown,
): Promise<unknown> {
  if (findApi()) return undefined;
  const load = loads.get(url) ?? request(url, options, findApi);
  loads.set(url, load);
  return load;
}

async function request(
  url: string,
  options: ScriptOptions,
  findApi: () => unknown,
): Promise<unknown> {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const ownScript = document.createElement('script');
  const loading = new PlatformPromise<boolean>((resolve, reject) => {
    const listen = (script: HTMLScriptElement) => {
      script.addEventListener('load', () => {
        resolve(true);
      });
      script.addEventListener('error', () => {
        if (script === ownScript) ownScript.remove();
        reject(new TypeError('It did not load.'));
      });
    };
    const add = () => {
      if (findApi()) return;
      addedScripts.add(ownScript);
      listen(ownScript);
      document.head.append(withSource(Object.assign(ownScript, options), url));
    };
    const theirs = [...document.scripts].find(
      (each) => each.src === url && !addedScripts.has(each) && canRun(each),
    );
    if (theirs) listen(theirs);
    timers.push(
      setInterval(() => {
        if (findApi()) resolve(true);
      }, interval),
    );
    // The script of the page may have failed before, or may never run.
    if (theirs) timers.push(setTimeout(add, elementTimeout));
    else add();
  });
  try {
    await withTimeout(loading, timeout);
    if (!findApi()) throw new TypeError('It has no API.');
  } catch (cause) {
    loads.delete(url);
    throw new WalletError('script-load', url, cause);
  } finally {
    for (const timer of timers) clearTimeout(timer);
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
  const sources = [scriptUrl, String];
  if (Object.hasOwn(script, 'src') || typeof setter !== 'function' || !isNative(setter))
    sources.reverse();
  const [first = String, second = String] = sources;
  try {
    script.src = first(url);
  } catch {
    script.src = second(url);
  }
  return script;
}
