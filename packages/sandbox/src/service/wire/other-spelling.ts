/** A right signature in a header that is written in another way. */

/** Ways to write a signature, and how each is read; undefined for a text that is not written so. */
const spellings: readonly (readonly [name: string, read: (text: string) => Buffer | undefined])[] =
  [
    ['hex', (text) => (/^[0-9a-f]+$/i.test(text) ? Buffer.from(text, 'hex') : undefined)],
    ['base64url', (text) => (/[-_]/.test(text) ? base64(text) : undefined)],
    ['base64 without its padding', (text) => (text.includes('=') ? undefined : base64(text))],
    ['base64 in quotes', (text) => base64(/^"(.*)"$/.exec(text)?.[1])],
    ['base64 with a word before it', (text) => base64(/^[\w-]+[ :=]+(\S+)$/.exec(text)?.[1])],
    ['base64 in several lines', (text) => base64(text.replaceAll(/\s|\\n/g, ''))],
    ['base64 of base64', (text) => base64(base64(text)?.toString('latin1'))],
  ];

/** What the header is, if it holds a right signature. @param isRight whether bytes are the signature */
export function otherSpelling(
  text: string,
  isRight: (signature: Uint8Array) => boolean,
): string | undefined {
  return spellings.find(([, read]) => {
    const signature = read(text);
    return signature !== undefined && isRight(signature);
  })?.[0];
}

/** Either alphabet, with padding or without; undefined for anything else. */
function base64(text: string | undefined): Buffer | undefined {
  if (text === undefined || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}
