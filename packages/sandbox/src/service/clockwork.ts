/** Time, and work that outlives the call that began it: delayed results, webhooks. It ends with the sandbox. */
import { setTimeout as sleep } from 'node:timers/promises';

/** The clock of the service; a test may replace it. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const mostMs = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: SandboxClock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    // A timer of Node may end a millisecond early by this clock, and due work would be missed.
    const end = Date.now() + ms;
    for (let rest = ms; rest > 0; rest = end - Date.now()) {
      await sleep(rest, undefined, { signal });
    }
  },
};

/** Runs tasks until it is closed. */
export class Clockwork {
  readonly #clock: SandboxClock;
  readonly #closing = new AbortController();
  readonly #tasks = new Set<Promise<void>>();

  constructor(clock: SandboxClock) {
    this.#clock = clock;
  }

  /** Aborts when the sandbox closes. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  now(): number {
    return this.#clock.now();
  }

  /** @throws the abort reason when the sandbox closes meanwhile */
  async wait(ms: number): Promise<void> {
    if (ms > 0) await this.#clock.wait(ms, this.signal);
  }

  /** Starts a task at a time, in milliseconds since the epoch. */
  at(time: number, task: () => Promise<void>): void {
    const wait = time - this.now();
    // The maximum of a Node timer. Work that is due in a month is checked when it is read.
    if (wait > mostMs) return;
    this.run(async () => {
      await this.wait(wait);
      await task();
    });
  }

  /** Starts a task; a failure other than the closing itself is a bug and stops the process. */
  run(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => {
        if (!this.signal.aborted) throw error;
      })
      .finally(() => this.#tasks.delete(running));
    this.#tasks.add(running);
  }

  /** Stops all waiting and resolves when every task has ended. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the sandbox is closing'));
    await Promise.allSettled(this.#tasks);
  }
}
