import { page } from './page.ts';

/**
 * What the pages of one browser tell each other of an order: that a page is paying it, by a lock that
 * goes with the page, however that ends; and that it may be paid, by a mark that outlives the page.
 * A lock is the page's own, named after order and page, so nobody waits to get one.
 * A browser that has neither changes nothing: the server judges anyway.
 */
const name = 'wallet-buttons';

/** A question that is under way: many tags are one. */
let asking: Promise<readonly string[]> | undefined;

/** Holds the order until `over`. */
export function hold(order: string, over: Promise<unknown>): void {
  void request(lockOf(order), () => over);
}

/** Resolves once no other page pays the order; calls `waits` first if one does. */
export async function alone(order: string, waits: () => void): Promise<void> {
  const own = lockOf(order);
  const ofOrder = (lock: string) => lock.replace(/ \S+/, ` ${page().id}`) === own;
  const others = (await (asking ??= heldLocks())).filter((lock) => lock !== own && ofOrder(lock));
  if (!others[0]) return;
  waits();
  await Promise.all(others.map((lock) => request(lock)));
}

/** Notes that a token of the order was sent, or that nothing came of it. */
export function mark(order: string, paid: boolean): void {
  if (paid !== isMarked(order)) memory(paid ? order : '');
}

export function isMarked(order: string): boolean {
  return memory() === order;
}

function memory(order?: string): string | null | undefined {
  try {
    if (order !== undefined) localStorage.setItem(name, order);
    return localStorage.getItem(name);
  } catch {
    // Where storage is not allowed.
    return undefined;
  }
}

async function heldLocks(): Promise<readonly string[]> {
  // The browser takes its time to ask, which the button need not wait for.
  await new Promise((later) => setTimeout(later));
  try {
    const { held } = await navigator.locks.query();
    return held?.map((lock) => lock.name ?? '') ?? [];
  } catch {
    // Not there on this page.
    return [];
  } finally {
    asking = undefined;
  }
}

/** Has the lock until `over` is; alone, waits until whoever has it lets go. */
async function request(lock: string, over: () => unknown = () => undefined): Promise<void> {
  try {
    await navigator.locks.request(lock, over);
  } catch {
    // Not there on this page, or what held it has failed.
  }
}

function lockOf(order: string): string {
  return `${name} ${page().id} ${order}`;
}
