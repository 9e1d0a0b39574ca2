import type { PageReport } from '@wallet-buttons/server';

/** What a page reported, as a sentence of the history. Its codes come from a browser, and prove nothing. */
export function reportSentence(report: PageReport): string {
  const { wallet, phase, origin, code, cause_code: cause, tag_version: tag, api_version } = report;
  const named = cause === undefined ? `"${code}"` : `"${code}" ("${cause}")`;
  const meaning = Object.hasOwn(meanings, code) ? ` ${meanings[code] ?? ''}` : '';
  const versions = [`tag ${tag}`, ...(api_version === undefined ? [] : [`API ${api_version}`])];
  return [
    `The page of ${wallet} reported ${named} ${moments[phase]}.${meaning}`,
    `${actors[origin]} (${versions.join(', ')}).`,
  ].join(' ');
}

const moments = {
  readiness: 'when it asked whether the payer can use the wallet',
  press: 'at the press, before the sheet',
  opened: 'while the sheet was open',
  validated: 'in the sheet, after the merchant was validated',
  authorized: 'after the payer had agreed',
  redirect: 'on the way to the bank’s page',
} as const satisfies Record<PageReport['phase'], string>;

const actors = {
  integration: 'The shop has to act',
  provider: 'The provider has to act',
  payer: 'Only the payer can act',
  network: 'The network has failed, or something blocks it',
  payment: 'The payment was refused',
} as const satisfies Record<PageReport['origin'], string>;

/** The codes of the tags. A newer tag may have others. */
const meanings: Readonly<Record<string, string>> = {
  config: 'A setting of the tag, or the request that it makes, is wrong.',
  'script-load': 'The provider’s script did not load, or brought no API.',
  gesture: 'The wallet opens only in the task of a press by the payer.',
  provider: 'The provider failed.',
  'merchant-account': 'The provider does not accept the merchant’s account.',
  'payer-account': 'The provider does not accept the payer’s account.',
  'popup-blocked': 'The browser blocked the window of the sheet.',
  'validation-url': 'The merchant was to be validated at a domain that the tag does not list.',
  refused: 'The backend refused the request; the code in brackets is its own.',
  unreachable: 'The backend did not answer, or with something else than JSON of the contract.',
  busy: 'Another payment was open in the page.',
  'busy-elsewhere': 'Another tab was paying the order, or had paid it.',
  'redirect-url': 'The address of the bank’s page is not https.',
  'redirect-blocked': 'The page could not leave for the bank’s page.',
  unsupported: 'The browser, the device or the account does not have the wallet.',
  'insecure-context': 'The page, or a page around it, has no TLS.',
  'frame-permission': 'The frame has no allow="payment".',
  disallowed: 'The page’s own Permissions-Policy, or its context, forbids the wallet.',
  'no-card': 'The payer has no card in the wallet.',
  'no-answer': 'The provider did not answer in time; a blocker or a missing frame-src may be why.',
};
