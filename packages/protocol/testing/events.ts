/** The events of a button, for the tests of the tags and of the demo. */

/** The events that end a press. Each press has exactly one of them. */
export const pressEndings = [
  'wallet-result',
  'wallet-redirect',
  'wallet-cancel',
  'wallet-error',
] as const;

export const buttonEvents = [
  'wallet-ready',
  'wallet-unavailable',
  'wallet-click',
  'wallet-authorized',
  ...pressEndings,
] as const;
