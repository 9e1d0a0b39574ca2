import { isFree, statusOf } from '../backend.ts';
import type { Backend } from '../endpoint.ts';
import { claim, lock, markOf, setMark } from '../order-lock.ts';
import { withTimeout } from '../with-timeout.ts';
import type { Order } from './order.ts';

/** The time that a consent waits for its turn, in milliseconds. The sheet waits 30 seconds, mostly for the backend. */
const timeout = 4_000;

/** A payment that needs the turn of its order. */
interface TurnPayment {
  readonly order: Order;
  readonly backend: Backend;
  readonly stage: string;
  readonly ended: Promise<unknown>;
  cancel(reason: string): void;
}

/**
 * Takes the turn of a payment among all documents that pay its order, until the payment has ended.
 * @returns A function that waits for the turn: false if another document has sent a token, or is about to send one.
 */
export function takeTurn(payment: TurnPayment): () => Promise<boolean> {
  const { order, backend } = payment;
  const { reference } = order;
  const granted = new Promise<boolean>((grant) => {
    lock(reference, async (isHeld) => {
      if (order.mustAsk && !isFree(await statusOf(backend, reference))) setMark(reference, 'sent');
      grant(isHeld);
      // Another document may have sent a token while this one waited. A consent finds that out by itself.
      if (markOf(reference) === 'sent') {
        if (payment.stage === 'open') payment.cancel('aborted');
      } else if (isHeld && order.state === 'sheet') {
        setMark(reference, 'open', true);
      }
      return payment.ended;
    });
  });
  return async () => {
    const isHeld = await withTimeout(granted, timeout);
    if (isHeld === undefined) return false;
    return isHeld ? markOf(reference) !== 'sent' : claim(reference);
  };
}
