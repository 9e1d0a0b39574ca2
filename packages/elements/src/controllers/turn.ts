import { isFree, statusOf } from '../backend.ts';
import { claim, lock, markOf, setMark } from '../order-lock.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Payment } from './payment.ts';

/** The time that a consent waits for its turn, in milliseconds. The sheet waits 30 seconds, mostly for the backend. */
const timeout = 4_000;

/** The turn of a payment among all documents that pay its order. */
export class Turn {
  readonly #reference: string;
  #grant!: (isHeld: boolean) => void;
  readonly #granted = new Promise<boolean>((resolve) => {
    this.#grant = resolve;
  });

  constructor(reference: string) {
    this.#reference = reference;
  }

  /** Waits for the turn. False if another document has sent a token, or is about to send one. */
  async mayPost(): Promise<boolean> {
    const isHeld = await withTimeout(this.#granted, timeout);
    if (isHeld === undefined) return false;
    return isHeld ? markOf(this.#reference) !== 'sent' : claim(this.#reference);
  }

  /** Takes the turn until the payment has ended. */
  take(payment: Payment): void {
    const reference = this.#reference;
    const { order, backend } = payment;
    lock(reference, async (isHeld) => {
      if (order.mustAsk && !isFree(await statusOf(backend, reference))) setMark(reference, 'sent');
      this.#grant(isHeld);
      // Another document may have sent a token while this one waited. A consent finds that out by itself.
      if (markOf(reference) === 'sent') {
        if (payment.stage === 'open') payment.cancel('aborted');
      } else if (isHeld && order.state === 'sheet') {
        setMark(reference, 'open', true);
      }
      return payment.ended;
    });
  }
}
