import { WalletServerError } from './errors.ts';

/** Bytes that Web Crypto and fetch take as they are. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text as UTF-8. */
export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/**
 * Text from UTF-8; a byte order mark stays in it.
 * @throws {TypeError} when it is none.
 */
export function textOf(bytes: Bytes): string {
  return decoder.decode(bytes);
}

/**
 * JSON from bytes: fatal UTF-8, no byte order mark.
 * @throws {SyntaxError | TypeError} when it is neither.
 */
export function parseJson(bytes: Bytes): unknown {
  return JSON.parse(textOf(bytes));
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
  return joined(chunks);
}

/** Chunks as one; a single one stays what it is. */
export function joined(chunks: readonly Uint8Array[]): Bytes {
  const [first, ...more] = chunks;
  if (first && more.length === 0 && isOwn(first)) return first;
  const bytes = new Uint8Array(chunks.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Whether nobody else can write to them: Web Crypto takes no others. */
function isOwn(bytes: Uint8Array): bytes is Bytes {
  return bytes.buffer instanceof ArrayBuffer;
}

/** Bytes as standard base64 on one line. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // In parts, since a call takes only so many arguments; as they are, since to spread them costs ten times that.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 8192)));
  }
  return btoa(text);
}

/** Canonical base64 only: any other spelling of the same bytes is `null`. */
export function fromBase64(text: string): Bytes | null {
  if (text === '' || !canonicalBase64.test(text)) return null;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The last character before the padding has no bits but those of the last byte (RFC 4648 3.5). */
const canonicalBase64 =
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;
