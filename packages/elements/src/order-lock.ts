import { page } from './page.ts';

/**
 * What the documents of one origin tell each other of an order. A mark in the storage outlives the
 * document and reaches the others at once: `open` while a sheet is open, `sent` once a token was sent,
 * until the backend says that nothing came of it. A lock goes with its document, however that ends, and
 * tells a sheet that is open from one whose document crashed.
 * Where the browser allows neither, the document remembers for itself, and asks the backend about the rest.
 */
export type Mark = 'open' | 'sent';

/** Before an order. Alone it is the key of none: `remembers()` tries it. */
export const prefix = 'wallet-buttons ';
const month = 30 * 24 * 60 * 60 * 1000;
/** Heard by every copy of this package in the document. */
export const orderEvent = 'wallet-buttons-order';

/** Tells the buttons of the document that a payment began or ended, or what became of an order. */
export function announce(): void {
  dispatchEvent(new Event(orderEvent));
}

/**
 * Whether this document would learn of a token that another one sent: without storage, or where that has no
 * room for the longest mark, it has to ask.
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
    // No storage here: the document remembers for itself.
  }
  // The time comes after it.
  return mark?.slice(0, 4) as Mark | undefined;
}

/** Whether a token of the order may have been sent, for all that this document knows. */
export function maybeSent(order: string): boolean {
  return markOf(order) === 'sent' || !remembers();
}

/** Marks an order, or forgets it. */
export function setMark(order: string, mark?: Mark): void {
  const { marks } = page();
  marks.delete(order);
  try {
    forgetOld();
    if (mark) localStorage.setItem(prefix + order, `${mark} ${Date.now()}`);
    else localStorage.removeItem(prefix + order);
  } catch {
    // No storage here, or it is full.
    if (mark) marks.set(order, mark);
  }
  announce();
}

/** Takes the order's lock until what `granted` returns is over, or until the document is gone. */
export function lock(order: string, granted: () => Promise<unknown>): void {
  page().released = request(order, {}, granted);
}

/** Resolves once no other document pays the order; calls `waits` first if one does. */
export async function whenFree(order: string, waits: () => void): Promise<void> {
  await page().released;
  const isFree = (lock: Lock | null) => lock !== null;
  const free = await request(order, { mode: 'shared', ifAvailable: true }, isFree);
  if (free !== false) return;
  waits();
  await request(order, { mode: 'shared' }, isFree);
}

/** The callback's result; undefined where the document has no locks. */
async function request<T>(
  order: string,
  options: LockOptions,
  callback: (lock: Lock | null) => T,
): Promise<Awaited<T> | undefined> {
  try {
    return await navigator.locks.request(prefix + order, options, callback);
  } catch {
    return undefined;
  }
}

function forgetOld(): void {
  for (const [key, value] of Object.entries<string>(localStorage)) {
    // After `open ` or `sent `.
    const time = Number(value.slice(5));
    if (key.startsWith(prefix) && time < Date.now() - month) localStorage.removeItem(key);
  }
}
