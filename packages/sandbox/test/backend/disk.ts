import type { Attempt } from './attempt.ts';

/** What survives a restart. */
export interface Stored {
  readonly attempts: readonly Attempt[];
  /** Session by order. */
  readonly sessions: readonly (readonly [order: string, session: string])[];
}

/** A file of the backend, without the file: a restart reads what was written. */
export class Disk {
  #text = JSON.stringify({ attempts: [], sessions: [] } satisfies Stored);

  write(state: Stored): void {
    this.#text = JSON.stringify(state);
  }

  read(): Stored {
    return JSON.parse(this.#text) as Stored;
  }
}
