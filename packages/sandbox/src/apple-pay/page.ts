/** One payment session a page: all its frames share the one of the top document. */
const activeKey = Symbol.for('wallet-buttons.sandbox.wallet-a.session');

/** Whether some session of this page, or of a frame in it, is open. */
export function pageHasSession(): boolean {
  return Reflect.get(topWindow(), activeKey) !== undefined;
}

/** Makes a session the page's only one. */
export function takePage(session: object): void {
  Reflect.set(topWindow(), activeKey, session);
}

/** Frees the page, if it was this session's. */
export function freePage(session: object): void {
  if (Reflect.get(topWindow(), activeKey) === session)
    Reflect.deleteProperty(topWindow(), activeKey);
}

/** A frame of another origin keeps to itself: its top document is out of reach. */
function topWindow(): object {
  try {
    return top?.document ? top : window;
  } catch {
    return window;
  }
}
