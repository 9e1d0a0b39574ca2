import { addTexts, english, orderTexts } from '../texts.ts';

/** English. */
addTexts('en', {
  ...english,
  ...orderTexts,
  notCharged: 'Nothing was charged. Try again or choose another card.',
  notWorkedOut: 'This cannot be worked out now.',
  shippingOption: '{price}: {label}',
});
