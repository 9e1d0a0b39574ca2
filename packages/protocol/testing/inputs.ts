/** Inputs that every reader refuses, for the tests of all packages. */

/** URLs that are unsafe for a redirect of the payer and for a call, each with its fault. */
export const unsafeUrls: readonly (readonly [what: string, url: string])[] = [
  ['a script', 'javascript:alert(1)'],
  ['a ScRiPt', 'JaVaScRiPt:alert(1)'],
  ['a script over two lines', 'java\nscript:alert(1)'],
  ['a script behind a control character', '\u0001javascript:alert(1)'],
  ['a script with a host', 'javascript://acs.bank/%0aalert(1)'],
  ['a script that names a page', 'javascript:alert("https://bank.example")'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a blob', 'blob:https://shop.example/1b2c'],
  ['an app', 'intent://acs#Intent;scheme=https;end'],
  ['a file of another protocol', 'ftp://localhost/https://x'],
  ['plain http', 'http://bank.example/acs'],
  ['plain http to a host that begins like loopback', 'http://localhost.evil.example'],
  ['a word', 'acs'],
  ['a relative path', '/acs'],
  ['a URL without a scheme', '//evil.example/acs'],
  ['a URL without a host', 'https://'],
  ['a URL without slashes', 'https:evil.example'],
  ['a URL with one slash', 'https:/evil.example'],
  ['a URL with a user', 'https://bank.example@evil.example/acs'],
  ['a URL with a password', 'https://:x@evil.example/acs'],
  ['a URL behind a control character', '\u0001https://bank.example/'],
  ['a URL behind a space', ' https://bank.example'],
  ['a URL before a line break', 'https://bank.example\n'],
  ['a URL with a letter outside ASCII in its host', 'https://bänk.example/acs'],
  ['a URL with a letter outside ASCII in its path', 'https://bank.example/є'],
  ['a URL longer than 8 KiB', `https://bank.example/${'x'.repeat(8192 - 20)}`],
];

/** Order references that look like another one, or that a database may take for another one, each with its fault. */
export const badReferences: readonly (readonly [what: string, reference: string])[] = [
  ['a blank at its end', 'A-1001 '],
  ['a blank at its beginning', ' A-1001'],
  ['a no-break space at its end', 'A-1001\u00a0'],
  ['an ideographic space at its beginning', '\u3000A-1001'],
  ['a narrow no-break space at its end', 'A-1001\u202f'],
  ['an ogham space at its end', 'A-1001\u1680'],
  ['nothing but a blank', ' '],
  ['a tab at its end', 'A-1001\t'],
  ['a line break at its end', 'A-1001\n'],
  ['a next line at its end', 'A-1001\u0085'],
  ['a line separator at its end', 'A-1001\u2028'],
  ['a NUL at its end', 'A-1001\u0000'],
  ['a byte order mark at its beginning', '\ufeffA-1001'],
  ['a zero-width space', 'A-\u200b1001'],
  ['a zero-width joiner at its end', 'A-1001\u200d'],
  ['a soft hyphen', 'A-\u00ad1001'],
  ['a change of direction', 'A-\u202e1001'],
  ['a variation selector at its end', 'A-1001\ufe0f'],
  ['a Hangul filler at its end', 'A-1001\u3164'],
  ['a combining grapheme joiner', 'A-\u034f1001'],
  ['a blank of Braille at its end', 'A-1001\u2800'],
  ['129 characters', 'A'.repeat(129)],
];

/** Texts that are not an amount in any currency. */
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

/** Texts that are not the price of an order in a currency with two decimals. */
export const badAmounts: readonly string[] = [
  ...malformedAmounts,
  '0',
  '0.00',
  '-1',
  '1.005',
  '90071992547409.93',
];
