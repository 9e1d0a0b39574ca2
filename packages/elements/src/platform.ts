/**
 * Built-ins of the platform, also where a library of the page has replaced them (MooTools `Event`, old promise
 * libraries `Promise`), has changed them (Prototype.js `toJSON`), or where the browser lacks them.
 */

/** An event comes from the platform's class, whatever the page calls `Event`. On a server there is no document. */
export const PlatformEvent: typeof Event =
  typeof document === 'object' && 'createEvent' in document
    ? (document.createEvent('Event').constructor as typeof Event)
    : Event;

/** The class of the promises that async functions return. */
// eslint-disable-next-line @typescript-eslint/require-await -- its promise is all that counts
const promise = (async () => undefined)();
export const PlatformPromise = promise.constructor as PromiseConstructor;

/** Resolves after that time, in milliseconds. */
export async function pause(milliseconds: number): Promise<void> {
  await new PlatformPromise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A signal that aborts after that time, in milliseconds. Safari before 16 has no `AbortSignal.timeout`. */
export function timeoutSignal(milliseconds: number): AbortSignal {
  try {
    return AbortSignal.timeout(milliseconds);
  } catch {
    const controller = new AbortController();
    setTimeout(() => {
      controller.abort();
    }, milliseconds);
    return controller.signal;
  }
}

/** Whether the browser prepares the page before the payer sees it. */
export function isPrerendered(): boolean {
  return Boolean(Reflect.get(document, 'prerendering'));
}

/** A parsed address, relative to the document. An invalid one has no host. A page may have a variable `URL`. */
export function parsed(address: string): HTMLAnchorElement {
  return Object.assign(document.createElement('a'), { href: address });
}

/** A text that no other call returns. Only a secure context has `crypto.randomUUID`. */
export function uniqueKey(): string {
  try {
    return crypto.randomUUID();
  } catch {
    return `${Date.now()}-${Math.random()}-${Math.random()}`;
  }
}

/** The JSON of a value, without a `toJSON` that a library has added to all arrays. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, name, json: unknown) {
    const original = this[name];
    return Array.isArray(original) ? original : json;
  });
}

/** Whether a function is the browser's own, and not one of the page. A bound one has the same text. */
export function isNative(call: { readonly name: string }): boolean {
  return (
    !call.name.startsWith('bound ') &&
    Function.prototype.toString.call(call).includes('[native code]')
  );
}
