/** The platform's class as the script loads: a library of the page may replace `Event` later. */
const PlatformEvent = Event;

/** An event of an `ApplePaySession`, with the members that Apple's documentation gives it. */
export function walletEvent(type: string, members: object): Event {
  return Object.assign(new PlatformEvent(type), members);
}
