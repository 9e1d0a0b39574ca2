type Handler = (event: Event) => unknown;
type Listener = EventListenerOrEventListenerObject;

/**
 * An EventTarget that knows whether it has listeners: the wallet answers a selection by itself if the
 * page has none. An `on…` handler keeps the place in the order at which it was set first.
 */
export class ListenedTarget extends EventTarget {
  /** By type; each listener with the function that removes it. */
  readonly #listeners = new Map<string, Map<Listener, () => void>>();
  readonly #handlers = new Map<string, Handler>();

  hasListener(type: string): boolean {
    return this.#handlers.has(type) || (this.#listeners.get(type)?.size ?? 0) > 0;
  }

  override addEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    const { once, signal } = typeof options === 'object' ? options : {};
    const listeners = this.#of(type);
    if (listener && !listeners.has(listener) && !signal?.aborted) {
      const forget = (): void => {
        // It may have been removed and added again.
        if (listeners.get(listener) === forget) listeners.delete(listener);
      };
      listeners.set(listener, forget);
      if (once) super.addEventListener(type, forget, { once });
      signal?.addEventListener('abort', forget);
    }
    super.addEventListener(type, listener, options);
  }

  override removeEventListener(
    type: string,
    listener: Listener | null,
    options?: boolean | EventListenerOptions,
  ): void {
    super.removeEventListener(type, listener, options);
    if (listener) this.#of(type).delete(listener);
  }

  /** The current `on…` handler. */
  handler(type: string): Handler | null {
    return this.#handlers.get(type) ?? null;
  }

  /** Sets an `on…` handler; anything but a function removes it, as an event handler attribute does. */
  setHandler(type: string, handler: unknown): void {
    if (typeof handler !== 'function') {
      this.#handlers.delete(type);
      return;
    }
    if (!this.#handled.has(type)) {
      this.#handled.add(type);
      super.addEventListener(type, (event) => this.#handlers.get(type)?.call(this, event));
    }
    this.#handlers.set(type, handler as Handler);
  }

  readonly #handled = new Set<string>();

  #of(type: string): Map<Listener, () => void> {
    const listeners = this.#listeners.get(type) ?? new Map<Listener, () => void>();
    this.#listeners.set(type, listeners);
    return listeners;
  }
}

/** Gives the class an `on…` property for each type, as its IDL has it. */
export function defineHandlers(prototype: ListenedTarget, types: readonly string[]): void {
  for (const type of types) {
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get(this: ListenedTarget) {
        return this.handler(type);
      },
      set(this: ListenedTarget, handler: unknown) {
        this.setHandler(type, handler);
      },
    });
  }
}
