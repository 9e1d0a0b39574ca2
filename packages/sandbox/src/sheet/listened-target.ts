type Handler = (event: Event) => unknown;

/**
 * An EventTarget that knows whether anybody listens: the wallet answers a selection by itself if the
 * page does not. `on…` handlers are listeners whose place in the order is that of their first setting.
 */
export class ListenedTarget extends EventTarget {
  readonly #listeners = new Map<string, Set<EventListenerOrEventListenerObject>>();
  readonly #handlers = new Map<string, Handler>();

  hasListener(type: string): boolean {
    return this.#handlers.has(type) || (this.#listeners.get(type)?.size ?? 0) > 0;
  }

  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
    if (listener) this.#of(type).add(listener);
  }

  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
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

  #of(type: string): Set<EventListenerOrEventListenerObject> {
    const listeners = this.#listeners.get(type) ?? new Set();
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
