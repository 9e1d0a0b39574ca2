/** Bytes that every platform's fetch takes as they are. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text as UTF-8. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/**
 * Text from UTF-8; a byte order mark stays in it.
 * @throws {TypeError} for bytes that are not UTF-8.
 */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Chunks as one; the only one is returned as it is. */
export function joined(chunks: readonly Uint8Array[]): Bytes {
  const [first, ...more] = chunks;
  if (first && more.length === 0 && first.buffer instanceof ArrayBuffer) return first as Bytes;
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
