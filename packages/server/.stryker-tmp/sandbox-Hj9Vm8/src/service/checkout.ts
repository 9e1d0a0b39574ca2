// @ts-nocheck
import { addPayment, askStatus, expireIt, openSession, voidIt } from './acquiring.ts';

/** The service's own checkout page: the same shapes under other paths. */
export const checkout = {
  createCheckoutSession: openSession,
  addCheckoutPayment: addPayment,
  checkoutStatus: askStatus,
  voidCheckoutSession: voidIt,
  expireCheckoutSession: expireIt,
};
