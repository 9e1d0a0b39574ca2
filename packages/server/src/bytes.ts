import { WalletServerError } from './errors.ts';

/** Bytes that Web Crypto and fetch take as they are. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Text as UTF-8. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/**
 * JSON from bytes: fatal UTF-8, no byte order mark.
 * @throws {SyntaxError | TypeError} when it is neither.
 */
export function parseJson(bytes: Bytes): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
}

/**
 * Reads a stream to its end, or gives up as soon as it is longer than `limit` bytes, or has taken longer
 * than `patience` milliseconds.
 * @throws {WalletServerError} `too_large`, `too_slow`.
 */
export async function readCapped(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  patience: number,
): Promise<Bytes> {
  const reader = stream?.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new WalletServerError('too_slow', 'The body did not come in time.'));
    }, patience);
  });
  try {
    return await Promise.race([readAll(reader, limit), tooSlow]);
  } catch (error) {
    // Not awaited: a sender that never stops must not hold the answer back.
    reader?.cancel().catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  limit: number,
): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    size += part.value.byteLength;
    if (size > limit) {
      throw new WalletServerError('too_large', `The body is over ${String(limit)} bytes.`);
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Bytes as standard base64 on one line. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In parts, since a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

/** Canonical base64 only: any other spelling of the same bytes is `null`. */
export function fromBase64(text: string): Bytes | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}
