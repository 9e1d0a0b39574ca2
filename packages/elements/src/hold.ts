import { page } from './page.ts';

/**
 * What the pages of one browser tell each other of an order: that it is being paid, by a lock that
 * goes with its page, however that ends; and that it may be paid, by a mark that outlives the page.
 * A browser that has neither changes nothing: the server judges anyway.
 */
const name = 'wallet-buttons';

/** Looks that are under way: many tags of an order are one question. */
const looks = new Map<string, Promise<boolean>>();

/** Holds the order until `over`. */
export function hold(order: string, over: Promise<unknown>): void {
  page().held = request(order, {}, () => over);
}

/** Resolves once no other page pays the order; calls `waits` first if one does. */
export async function alone(order: string, waits: () => void): Promise<void> {
  const look = looks.get(order) ?? isFree(order);
  looks.set(order, look);
  const free = await look;
  looks.delete(order);
  if (free) return;
  waits();
  await request(order, { mode: 'shared' });
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

async function isFree(order: string): Promise<boolean> {
  const { held } = page();
  await held;
  let free = true;
  await request(order, { mode: 'shared', ifAvailable: true }, (lock) => {
    // Whatever this page itself has begun meanwhile is not somebody else's.
    free = lock !== null || page().held !== held;
  });
  return free;
}

async function request(
  order: string,
  options: LockOptions,
  held: (lock: Lock | null) => unknown = () => undefined,
): Promise<void> {
  try {
    await navigator.locks.request(`${name} ${order}`, options, held);
  } catch {
    // Not there on this page, or what held it has failed.
  }
}
