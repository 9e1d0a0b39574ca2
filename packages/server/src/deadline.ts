import { WalletServerError } from './errors.ts';

/**
 * The time until which a request may begin what moves money. With a silent database it would go on once that answers,
 * minutes after its payer has left: then nothing is sent any more.
 */
export class Deadline {
  readonly #limit: number;
  readonly #endsAt: number;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param limit in milliseconds from now. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#endsAt = performance.now() + limit;
  }

  /**
   * Waits for work up to the deadline, unless the work has met it.
   * @param background gets the work that is not waited for any more.
   * @throws {WalletServerError} `store_failed` at the deadline.
   */
  async limit<Result>(
    work: Promise<Result>,
    background: (work: Promise<unknown>) => void,
  ): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const end = (): void => {
      this.#isOver = true;
      background(work);
      reject(this.#error());
    };
    this.#timer = setTimeout(end, Math.max(this.#endsAt - performance.now(), 0));
    work.then(resolve, reject);
    return promise.finally(() => {
      clearTimeout(this.#timer);
    });
  }

  /**
   * Has to be called before anything is sent that moves money. What follows may take its own time.
   * @throws {WalletServerError} `store_failed` once the deadline has passed.
   */
  meet(): void {
    // A process that was blocked has not run its timers.
    if (this.#isOver || performance.now() >= this.#endsAt) throw this.#error();
    clearTimeout(this.#timer);
  }

  #error(): WalletServerError {
    const text = `Nothing was sent, because the request took longer than ${String(this.#limit)} ms.`;
    return new WalletServerError('store_failed', text, {
      suggestion: 'Look for what was slow: the database, findOrder or the payment service.',
    });
  }
}
