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
   * Loads the part, unless that is done or under way. After a failure the next call tries again; Firefox answers that
   * itself for a module that it has asked for, until the page is loaded anew.
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
      throw new WalletError('script-load', '@wallet-buttons/elements', cause);
    }
  }

  /** A part that is late counts too. */
  async #import(): Promise<T> {
    return (this.loaded = await this.#request());
  }
}
