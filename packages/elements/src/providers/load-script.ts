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
 * Loads a classic script once a page. It reuses a script element of the page. After a failure the next call tries
 * again.
 * @param api Throws if the script did not define its API: an ad blocker may serve an empty script.
 * @throws {WalletError} `script-load` on an error or after 15 seconds.
 */
export function loadScript(
  url: string,
  options: ScriptOptions,
  api: () => unknown,
): Promise<unknown> {
  const load = loads.get(url) ?? request(url, options, api);
  loads.set(url, load);
  return load;
}

function request(url: string, options: ScriptOptions, api: () => unknown): Promise<unknown> {
  const there = [...document.scripts].find((each) => each.src === url);
  const script = there ?? document.createElement('script');
  const over = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
    if (!there) document.head.append(Object.assign(script, options, { src: scriptUrl(url) }));
  });
  return withTimeout(over, timeout)
    .then(api)
    .catch((cause: unknown) => {
      loads.delete(url);
      script.remove();
      throw new WalletError('script-load', url, cause);
    });
}
