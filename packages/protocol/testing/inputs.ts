/** Inputs that every reader refuses, for the tests of all packages. */

/** Addresses that no payer may be sent to, each with what is wrong with it. */
export const unsafeAcsUrls: readonly (readonly [what: string, url: string])[] = [
  ['a script', 'javascript:alert(1)'],
  ['a ScRiPt', 'JaVaScRiPt:alert(1)'],
  ['a script over two lines', 'java\nscript:alert(1)'],
  ['a script behind a control character', '\u0001javascript:alert(1)'],
  ['a page behind a control character', '\u0001https://bank.example/'],
  ['a script with a host', 'javascript://acs.bank/%0aalert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a blob', 'blob:https://shop.example/1b2c'],
  ['an app', 'intent://acs#Intent;scheme=https;end'],
  ['plain http', 'http://bank.example/acs'],
  ['a relative path', '/acs'],
  ['a URL without a scheme', '//evil.example/acs'],
  ['a URL without a host', 'https://'],
  ['a URL with a user and a password', 'https://bank.example:x@evil.example/acs'],
];

/** Addresses that a browser would follow, and that the server refuses all the same. */
export const oddAcsUrls: typeof unsafeAcsUrls = [
  ['a URL without slashes', 'https:evil.example'],
  ['a URL of 9 KB', `https://bank.example/${'x'.repeat(9000)}`],
];

/** Texts that are no amount in any currency. */
export const malformedAmounts: readonly string[] = [
  '',
  'ten',
  '1,00',
  '1e3',
  ' 1',
  '1.',
  '.5',
  '+1',
  '0x10',
  '٣',
  'NaN',
  '1\n',
];

/** Texts that no order in a currency of two decimals can cost. */
export const badAmounts: readonly string[] = [
  ...malformedAmounts,
  '0',
  '0.00',
  '-1',
  '1.005',
  '90071992547409.93',
];
