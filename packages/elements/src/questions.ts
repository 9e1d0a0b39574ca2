/** Seconds between two questions; after these, 15. As long, the backend may know of no payment because of its delay. */
const waits = [1, 1, 2, 4, 8];

/** Asks again and again, ever less often. */
export class Questions {
  /** Changes with each start and stop, after which an answer is void. */
  run = 0;
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ask: () => unknown;

  constructor(ask: () => unknown) {
    this.#ask = ask;
  }

  /** Whether the first questions, in 16 seconds, are not over. */
  get areEarly(): boolean {
    return this.#turn < waits.length;
  }

  start(): void {
    this.stop();
    this.#turn = 0;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.run++;
  }

  later(): void {
    const wait = waits[this.#turn++] ?? 15;
    this.#timer = setTimeout(this.#ask, wait * 1000);
  }
}
