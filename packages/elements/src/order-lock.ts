import type { Mark } from './order-states.ts';
import { page } from './page.ts';
import { pause, PlatformEvent } from './platform.ts';

/**
 * The state of an order that the documents of one origin share. A mark in the storage outlives its document, and the
 * other documents see it at once: `open` while a sheet is open, `sent` from the token until the backend reports that
 * nothing was paid. Behind the word is the time; a fraction of it, unique to each mark, says that the sheet is open or
 * that the token is on its way. A lock is released when its document ends in any way. It distinguishes an open sheet
 * from a crashed document. If the browser allows neither, the document stores the marks itself, and asks the backend
 * about the rest.
 */

/** Precedes the order in a key. By itself it is the key of the room for one more mark. */
export const prefix = 'wallet-buttons ';
const month = 30 * 24 * 60 * 60 * 1000;
/** The time in which a token may reach the backend although its document has ended, in milliseconds. */
const travel = 20_000;
/** The time in which documents without locks see each other's marks, in milliseconds. */
const settling = 300;
/** Received by all copies of this package in the document. */
export const orderEvent = 'wallet-buttons-order';

/** Notifies the buttons of the document that a payment began or ended, or that an order changed. */
export function announce(): void {
  dispatchEvent(new PlatformEvent(orderEvent));
}

/**
 * Whether this document would see the mark of a token that another document sent. An item as long as the longest mark stays
 * in the storage: it shows that items are stored, and makes room for one more mark. Without it, the document has to ask
 * the backend.
 */
export function remembers(): boolean {
  try {
    if (localStorage.getItem(prefix)) return true;
    localStorage.setItem(prefix, '.'.repeat(300));
    // A script of the page may have discarded it, until the payer consents to storage.
    return localStorage.getItem(prefix) !== null;
  } catch {
    return false;
  }
}

/** The whole mark of an order; empty if it has none. */
export function rawMark(order: string): string {
  let mark: string | null | undefined = page().marks.get(order);
  try {
    mark ??= localStorage.getItem(prefix + order);
  } catch {
    // Without storage, the document has the marks itself.
  }
  return mark ?? '';
}

export function markOf(order: string): Mark | undefined {
  const [word] = rawMark(order).split(' ');
  return word === 'open' || word === 'sent' ? word : undefined;
}

/**
 * Changes with each press in this document, and with each mark of the order in any document. An answer to a question
 * that was asked with another stamp may be older than the present payment.
 */
export function stampOf(order: string): string {
  return `${rawMark(order)} ${page().presses ?? 0}`;
}

/** Whether a token of the order may be on its way, so that the backend may not know of it yet. */
export function isTravelling(order: string): boolean {
  const mark = rawMark(order);
  return /^sent.+\./.test(mark) && Math.abs(Date.now() - timeOf(mark)) < travel;
}

/**
 * Whether a token of the order may have been sent, as far as this document knows.
 * @param isFirst Whether the order is the first of the document: without storage, the others are asked about at the press.
 */
export function maybeSent(order: string, isFirst: boolean): boolean {
  return markOf(order) === 'sent' || (isFirst && !remembers());
}

/**
 * Sets or removes the mark of an order.
 * @param isPresent Whether the sheet is open or the token is on its way. Otherwise the mark is only remembered.
 */
export function setMark(order: string, mark?: Mark, isPresent = false): void {
  const { marks } = page();
  const fraction = isPresent ? Math.random().toFixed(16).slice(1) : '';
  const raw = mark && `${mark} ${Date.now()}${fraction}`;
  marks.delete(order);
  try {
    forgetOld();
    if (raw) store(prefix + order, raw);
    else localStorage.removeItem(prefix + order);
  } catch {
    // There is no storage, or it is full.
  }
  if (raw && rawMark(order) !== raw) marks.set(order, raw);
  announce();
}

/**
 * Holds the order's lock until the promise of `work` settles or the document ends. Without locks, `work` is
 * called without one: then the document has to `claim()` the order before it sends a token.
 */
export function lock(order: string, work: (isHeld: boolean) => Promise<unknown>): void {
  let isHeld = false;
  const lockRequest = request(order, {}, () => {
    isHeld = true;
    return work(true);
  });
  page().released = lockRequest.then(() => (isHeld ? undefined : work(false)));
}

/**
 * Claims the order in a browser without locks, by a mark. Of several documents that claim it, the last one wins.
 * @returns whether this document may send a token.
 */
export async function claim(order: string): Promise<boolean> {
  if (markOf(order) === 'sent') return false;
  setMark(order, 'sent', true);
  const ownMark = rawMark(order);
  await pause(settling);
  return rawMark(order) === ownMark;
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

function store(key: string, mark: string): void {
  try {
    localStorage.setItem(key, mark);
  } catch {
    localStorage.removeItem(prefix);
    localStorage.setItem(key, mark);
  }
}

function forgetOld(): void {
  for (const [key, value] of Object.entries<string>(localStorage)) {
    if (key.startsWith(prefix) && timeOf(value) < Date.now() - month) {
      localStorage.removeItem(key);
    }
  }
}

/** The time of a mark, which follows its word. */
function timeOf(mark: string): number {
  const [, time] = mark.split(' ');
  return Number(time);
}
