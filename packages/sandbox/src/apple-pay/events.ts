/** An event of an `ApplePaySession`, with the members that Apple's documentation gives it. */
export function walletEvent(type: string, members: object): Event {
  return Object.assign(new Event(type), members);
}
