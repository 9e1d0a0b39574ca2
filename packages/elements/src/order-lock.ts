import { page } from './page.ts';

/**
 * The state of an order that the documents of one origin share. A mark in the storage outlives its document, and the
 * other documents see it at once: `open` while a sheet is open, `sent` from the token until the backend reports that
 * nothing was paid. A lock is released when its document ends in any way. It distinguishes an open sheet from a
 * crashed document. If the browser allows neither, the document stores the marks itself, and asks the backend about
 * the rest.
 */
export type Mark = 'open' | 'sent';

/** Precedes the order in a key. By itself it is not a key; `remembers()` uses it for its test. */
export const prefix = 'wallet-buttons ';
const month = 30 * 24 * 60 * 60 * 1000;
/** Received by all copies of this package in the document. */
export const orderEvent = 'wallet-buttons-order';

/** Notifies the buttons of the document that a payment began or ended, or that an order changed. */
export function announce(): void {
  dispatchEvent(new Event(orderEvent));
}

/**
 * Whether this document would see the mark of a token that another document sent. Without storage, or without room for
 * the longest mark, it has to ask the backend.
 */
function remembers(): boolean {
  try {
    localStorage.setItem(prefix, ' '.repeat(300));
    localStorage.removeItem(prefix);
    return true;
  } catch {
    return false;
  }
}

export function markOf(order: string): Mark | undefined {
  let mark: string | null | undefined = page().marks.get(order);
  try {
    mark ??= localStorage.getItem(prefix + order);
  } catch {
    // Without storage, the document has the marks itself.
  }
  // Without the time behind it.
  return mark?.slice(0, 4) as Mark | undefined;
}

/** Whether a token of the order may have been sent, as far as this document knows. */
export function maybeSent(order: string): boolean {
  return markOf(order) === 'sent' || !remembers();
}

/** Sets or removes the mark of an order. */
export function setMark(order: string, mark?: Mark): void {
  const { marks } = page();
  marks.delete(order);
  try {
    forgetOld();
    if (mark) localStorage.setItem(prefix + order, `${mark} ${Date.now()}`);
    else localStorage.removeItem(prefix + order);
  } catch {
    // There is no storage, or it is full.
    if (mark) marks.set(order, mark);
  }
  announce();
}

/** Holds the order's lock until the promise of `granted` settles or the document ends. */
export function lock(order: string, granted: () => Promise<unknown>): void {
  page().released = request(order, {}, granted);
}

/** Resolves once no other document pays the order. If one does, calls `waits` first. */
export async function whenFree(order: string, waits: () => void): Promise<void> {
  const { released } = page();
  await released;
  const lock = await request(order, { mode: 'shared', ifAvailable: true });
  if (lock !== null) return;
  // A payment of this document may hold it by now.
  if (released !== page().released) return whenFree(order, waits);
  waits();
  await request(order, { mode: 'shared' });
}

/** The callback's result, by default the lock; undefined if the document has no locks. */
async function request(
  order: string,
  options: LockOptions,
  callback: (lock: Lock | null) => unknown = (lock) => lock,
): Promise<unknown> {
  try {
    return await navigator.locks.request(prefix + order, options, callback);
  } catch {
    return undefined;
  }
}

function forgetOld(): void {
  for (const [key, value] of Object.entries<string>(localStorage)) {
    // The time follows `open ` or `sent `.
    if (key.startsWith(prefix) && Number(value.slice(5)) < Date.now() - month) {
      localStorage.removeItem(key);
    }
  }
}
