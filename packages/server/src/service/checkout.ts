import { addPayment, askStatus, expireIt, openSession, voidIt } from './acquiring.ts';

/** The service's own checkout page: the same shapes under other paths. */
export const checkout = {
  /** Opens a session of the checkout page. */
  createCheckoutSession: openSession,
  /** Adds a payment to it; `url` is the page to send the payer to. */
  addCheckoutPayment: addPayment,
  /** Asks how it stands; `raw` is the whole answer. Asked again where no answer comes. */
  checkoutStatus: askStatus,
  /** Takes it back: gives up a hold, or gives back what was paid. */
  voidCheckoutSession: voidIt,
  /** Ends it while nothing was paid in it. */
  expireCheckoutSession: expireIt,
};
