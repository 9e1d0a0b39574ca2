import { WalletError } from './errors.ts';
import { withTimeout } from './with-timeout.ts';

/** In milliseconds. */
const timeout = 15_000;

/** A part of this package that is loaded once a page, and later than the rest. */
export class Part<T extends object> {
  /** Undefined until it has loaded. */
  loaded: T | undefined;
  readonly #request: () => Promise<T>;
  #loading: Promise<T> | undefined;
  /** The address that failed, and how often. */
  #failed = '';
  #failures = 0;

  /** @param request An `import()`, which a bundler reads. */
  constructor(request: () => Promise<T>) {
    this.#request = request;
  }

  /** The part, where it must have been loaded before. */
  get now(): T {
    if (!this.loaded) throw new TypeError('The part has not loaded.');
    return this.loaded;
  }

  /**
   * After a failure the next call tries again.
   * @throws {WalletError} `script-load` on an error or after 15 seconds.
   */
  async load(): Promise<T> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<T> {
    try {
      const part = await withTimeout(this.#import(), timeout);
      if (!part) throw new TypeError('It did not load in time.');
      return part;
    } catch (cause) {
      this.#loading = undefined;
      this.#failures++;
      this.#failed = failedAddress(cause);
      throw new WalletError('script-load', '@wallet-buttons/elements', cause);
    }
  }

  /** A part that is late counts too. */
  async #import(): Promise<T> {
    const asked = this.#failed ? importAgain<T>(this.#failed, this.#failures) : this.#request();
    return (this.loaded = await asked);
  }
}

/** The address of a module that did not load, where the browser names it. A bundler's own loader tries again by itself. */
function failedAddress(cause: unknown): string {
  const message = String(Reflect.get(Object(cause), 'message'));
  return / dynamically imported module: (https?:\S+)/.exec(message)?.[1] ?? '';
}

/** Firefox would repeat the failure: it asks for an address only once. The fragment makes it another one. */
async function importAgain<T>(address: string, attempt: number): Promise<T> {
  const url = new URL(address);
  url.hash = `${attempt}`;
  return import(/* webpackIgnore: true */ /* @vite-ignore */ url.href) as Promise<T>;
}
