/** The events of a button, for the tests of the tags and of the demo. */

/** Those that end a press: each press has one of them, and one only. */
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
