/** The tokens that a run has made, and the answers of the backend that repeat one. */
export class TokenWatch {
  readonly #pieces = new Set<string>();
  readonly #sightings = new Set<string>();

  /** One line for each request whose answer had a token. */
  get sightings(): readonly string[] {
    return [...this.#sightings];
  }

  /** A token that no answer may repeat from now on. */
  add(token: string): void {
    for (const [text] of token.matchAll(longTexts)) {
      const starts = [0, (text.length - pieceLength) >> 1, text.length - pieceLength];
      for (const start of starts) this.#pieces.add(text.slice(start, start + pieceLength));
    }
  }

  /** @param answer everything that came: the text and the headers. @param requestLine what was sent */
  search(answer: string, requestLine: string): void {
    if (readings(answer).some((text) => this.#has(text))) this.#sightings.add(requestLine);
  }

  #has(text: string): boolean {
    if (text.search(longTexts) === -1) return false;
    for (const piece of this.#pieces) if (text.includes(piece)) return true;
    return false;
  }
}

const pieceLength = 40;
/** Ciphertext, keys and signatures of a token: no escape changes their letters. */
const longTexts = /[A-Za-z0-9+/]{40,}/g;
const base64 = /[A-Za-z0-9+/_-]{54,}/g;
const hex = /(?:[0-9a-f]{2}){40,}/gi;

/** A text as it is, without its escapes, and what is in it in base64 or as hexadecimal digits. */
function readings(text: string, depth = 2): readonly string[] {
  const plain = unescaped(text);
  if (depth === 0) return [plain];
  const decoded = [
    // What stands before it may shift the groups of four letters.
    ...Array.from(plain.matchAll(base64), ([run]) =>
      [0, 1, 2, 3].map((start) => Buffer.from(run.slice(start), 'base64')),
    ).flat(),
    ...Array.from(plain.matchAll(hex), ([run]) => Buffer.from(run, 'hex')),
  ];
  return [plain, ...decoded.flatMap((bytes) => readings(bytes.toString('latin1'), depth - 1))];
}

/** Without the escapes of JSON, URLs and HTML, however often they were applied. */
function unescaped(text: string): string {
  const character = (_: string, code: string): string =>
    String.fromCharCode(Number.parseInt(code, 16));
  return text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, character)
    .replaceAll('\\', '')
    .replaceAll(/%(?:25)*([0-9a-f]{2})/gi, character)
    .replaceAll(/&#x([0-9a-f]+);/gi, character)
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
