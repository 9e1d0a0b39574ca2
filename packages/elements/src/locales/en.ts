import { addTexts } from '../texts.ts';

const pending = 'Your payment is being checked. Please do not pay again.';

/** English. */
addTexts('en', {
  succeeded: 'Paid. Thank you!',
  authorized: 'Your card was accepted; the amount is reserved.',
  pending,
  unknown: pending,
  failed: 'The payment did not go through. Nothing was charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment took too long and has expired. Nothing was charged.',
  refunded: 'The payment was refunded.',
  error: 'The status cannot be read. Please contact the shop before you pay again.',
  bank: 'Continue at your bank',
  notCharged: 'Nothing was charged. Try again or choose another card.',
  notWorkedOut: 'This cannot be worked out now.',
  shippingOption: '{price}: {label}',
});
