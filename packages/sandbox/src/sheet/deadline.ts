import type { WalletSandbox } from './recorder.ts';

/** The time in which the page must answer the sheet: the setting `timeLimit`, by the sandbox clock. */
export class Deadline {
  readonly #sandbox: WalletSandbox;
  readonly #missed: () => void;
  #timer: number | undefined;

  constructor(sandbox: WalletSandbox, onMiss: () => void) {
    this.#sandbox = sandbox;
    this.#missed = onMiss;
  }

  /** Starts the time that the page has for its answer. */
  start(): void {
    this.stop();
    const { timeLimit } = this.#sandbox.settings;
    if (timeLimit === null) return;
    this.#timer = this.#sandbox.clock.setTimeout(() => {
      this.#timer = undefined;
      this.#missed();
    }, timeLimit);
  }

  /** Ends the wait: the page has answered, or the sheet needs no answer any more. */
  stop(): void {
    if (this.#timer !== undefined) this.#sandbox.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
