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
 * Loads a classic script once a page, also one whose tag the page has already. A failure is forgotten, so that the
 * next call tries again.
 * @param api Throws unless the script has brought what it is for: a blocker answers with an empty one.
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
