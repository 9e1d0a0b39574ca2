import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@wallet-buttons/server';
import { SidecarError } from '../errors.ts';

/** The warning in the log, which the metrics count. */
export const tokenRefused = 'a token was refused';

const longestDelay = 4000;
/** A pause after which an address begins anew. */
const memory = 10 * 60_000;
/** So many wait at once, of one address. */
const mostWaiting = 8;

interface Refusals {
  count: number;
  waiting: number;
  last: number;
  /** Ends when the last delay does. */
  queue: Promise<unknown>;
}

/** Slows an address that sends wrong tokens: one answer after another, each later, up to four seconds apart. */
export class RefusedTokens {
  readonly #logger: Logger | undefined;
  readonly #addresses = new Map<string, Refusals>();

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  /** Waits before a wrong token is refused. @throws {SidecarError} `too_many` if too many of the address wait. */
  async slow(address: string): Promise<void> {
    const now = Date.now();
    for (const [name, { last, waiting }] of this.#addresses) {
      if (waiting === 0 && now - last > memory) this.#addresses.delete(name);
    }
    const fresh = { count: 0, waiting: 0, last: now, queue: Promise.resolve() };
    const refusals = this.#addresses.get(address) ?? fresh;
    this.#addresses.set(address, refusals);
    refusals.count += 1;
    refusals.last = now;
    this.#logger?.warn(tokenRefused, { address, count: refusals.count });
    if (refusals.waiting >= mostWaiting) {
      throw new SidecarError('too_many', 'Too many wrong tokens came from this address.');
    }
    const delay = Math.min(100 * refusals.count, longestDelay);
    refusals.waiting += 1;
    refusals.queue = refusals.queue.then(async () => sleep(delay));
    await refusals.queue;
    refusals.waiting -= 1;
  }
}
