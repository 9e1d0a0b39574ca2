import { addTexts, english, notOffered } from '../texts.ts';

/** English. */
addTexts('en', {
  ...english,
  notCharged: 'Nothing was charged. Try again or choose another card.',
  notWorkedOut: 'This cannot be worked out now.',
  shippingOption: '{price}: {label}',
  paid: notOffered.paid,
  tooManyAttempts: notOffered.tooManyAttempts,
});
