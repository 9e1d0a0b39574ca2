import { letEnd } from './pause.ts';

/** Where the work of a pool comes from. Each item belongs to a queue. */
export interface PoolWork<Queue extends string, Item> {
  /** The number of items that are worked on at the same time. */
  readonly size: number;
  /** The first queue comes first. */
  readonly queues: readonly Queue[];
  /** The places that are kept for each queue: items of the others do not take them. */
  readonly kept: number;
  readonly claim: (queues: readonly Queue[], limit: number) => Promise<readonly Item[]>;
  readonly queueOf: (item: Item) => Queue;
  /** Must not reject. */
  readonly work: (item: Item) => Promise<void>;
}

/** While a queue has no place free, the others are looked at again after this time, in milliseconds. */
const lookAgain = 1000;

/**
 * Works on items at the same time, and claims the next ones as places become free. An item that hangs holds its own
 * place, and no other.
 */
export class Pool<Queue extends string, Item> {
  readonly #source: PoolWork<Queue, Item>;
  readonly #running = new Map<Promise<void>, Queue>();
  /** The queues in which nothing more was found. */
  readonly #empty = new Set<Queue>();
  #onFreed: () => void = () => undefined;

  constructor(source: PoolWork<Queue, Item>) {
    this.#source = source;
  }

  /** Claims what is due until nothing more is, or until it is to stop. The last items are still worked on. */
  async fill(isStopped: () => boolean): Promise<void> {
    const { queues } = this.#source;
    this.#empty.clear();
    while (!isStopped() && !queues.every((queue) => this.#empty.has(queue))) {
      const free = queues.filter((queue) => this.#placesFor(queue) > 0);
      const isWorthwhile = free.some((queue) => !this.#empty.has(queue));
      if (isWorthwhile) await this.#claim(free);
      else if (!(await this.freed(lookAgain))) this.#empty.clear();
    }
  }

  /** Resolves once a place becomes free, with `true`, or after a time in milliseconds. */
  async freed(limit: number): Promise<boolean> {
    const freePlace = Promise.withResolvers<boolean>();
    const timer = setTimeout(freePlace.resolve, limit, false);
    letEnd(timer);
    this.#onFreed = () => {
      clearTimeout(timer);
      freePlace.resolve(true);
    };
    return freePlace.promise;
  }

  /** Resolves once nothing is worked on. */
  async ended(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  #placesFor(queue: Queue): number {
    const { size, kept, queues } = this.#source;
    const running = [...this.#running.values()];
    const reservedPlaces = queues
      .filter((each) => each !== queue)
      .map((other) => Math.max(0, kept - running.filter((each) => each === other).length));
    return reservedPlaces.reduce((free, each) => free - each, size - running.length);
  }

  async #claim(queues: readonly Queue[]): Promise<void> {
    const limit = Math.min(...queues.map((queue) => this.#placesFor(queue)));
    const items = await this.#source.claim(queues, limit);
    const foundQueues = items.map(this.#source.queueOf);
    const isShort = items.length < limit;
    for (const [index, queue] of queues.entries()) {
      // A later queue is read only once the ones before it have nothing more.
      const isPassed = foundQueues.some((each) => queues.indexOf(each) > index);
      if (isShort || isPassed) this.#empty.add(queue);
      else if (foundQueues.includes(queue)) this.#empty.delete(queue);
    }
    for (const item of items) this.#begin(item);
  }

  #begin(item: Item): void {
    const { work, queueOf } = this.#source;
    const running = work(item).then(() => {
      this.#running.delete(running);
      this.#onFreed();
    });
    this.#running.set(running, queueOf(item));
  }
}
