import { WalletError } from '../errors.ts';
import { scriptUrl } from '../page.ts';
import { withTimeout } from '../with-timeout.ts';

const loads = new Map<string, Promise<unknown>>();
/** In milliseconds. */
const timeout = 15_000;

interface ScriptOptions {
  readonly nonce?: string;
  readonly integrity?: string;
  readonly crossOrigin?: string;
}

/**
 * Loads a classic script once a page, unless the page has its API. It reuses a script element of the page. After a
 * failure the next call tries again.
 * @param found The script's API, if it is there: an ad blocker may serve an empty script.
 * @throws {WalletError} `script-load` on an error or after 15 seconds.
 */
export function loadScript(
  url: string,
  options: ScriptOptions,
  found: () => unknown,
): Promise<unknown> {
  if (found()) return Promise.resolve();
  const load = loads.get(url) ?? request(url, options, found);
  loads.set(url, load);
  return load;
}

function request(url: string, options: ScriptOptions, found: () => unknown): Promise<unknown> {
  const there = [...document.scripts].find((each) => each.src === url);
  const script = there ?? document.createElement('script');
  const over = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    if (!there) document.head.append(Object.assign(script, options, { src: scriptUrl(url) }));
  });
  return withTimeout(over, timeout)
    .then(() => {
      if (!found()) throw new TypeError('It has no API.');
    })
    .catch((cause: unknown) => {
      loads.delete(url);
      script.remove();
      throw new WalletError('script-load', url, cause);
    });
}
