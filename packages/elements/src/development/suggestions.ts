/** What to do about each error, by its code. */
const suggestions = {
  config: 'Set what the message names.',
  'script-load': 'Allow it in the CSP, then reload().',
  gesture: 'Let the payer press.',
  provider: 'See cause.',
  'merchant-account': 'Check the account at the provider.',
  'payer-account': 'Offer another way to pay.',
  'popup-blocked': 'Let the payer allow the window.',
  'validation-url': 'Load the script from its own address.',
  refused: 'See the code of cause.',
  unreachable: 'Ask for the status first.',
  busy: 'Finish or abort() the open payment.',
  'busy-elsewhere': 'Close the other tab.',
  'redirect-url': 'Answer an absolute https acs_url.',
  'redirect-blocked': 'Show the payer a link to cause.url.',
};

export function suggestionFor(code: keyof typeof suggestions): string {
  return suggestions[code];
}
