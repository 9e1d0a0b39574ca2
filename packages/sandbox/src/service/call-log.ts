/** Every signed call as it arrived; tokens are replaced by their hash before they are kept. */
import { createHash } from 'node:crypto';
import { readToken } from '../token.ts';
import type { SignatureVerdict } from './signature.ts';

/** One call of the merchant's server. */
export interface RecordedCall {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Those that tell something about the caller; each with every value it had. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** The body as text, a token in it replaced by `sha256:…`; a body that is no JSON by its hash. */
  readonly body: string;
  readonly signature: SignatureVerdict;
  /** HTTP status of the answer, `cut` when the connection was destroyed, null while it is open. */
  answer: number | 'cut' | null;
}

const KEPT_HEADERS = ['content-type', 'content-length', 'accept', 'user-agent', 'x-sign'];

/** A load test must not fill the memory. */
const MOST = 10_000;

/** The last ten thousand calls. */
export class CallLog {
  readonly #calls: RecordedCall[] = [];

  add(call: RecordedCall): void {
    this.#calls.push(call);
    if (this.#calls.length > MOST) this.#calls.shift();
  }

  view(): readonly Readonly<RecordedCall>[] {
    return structuredClone(this.#calls);
  }
}

/** The headers worth keeping. */
export function keptHeaders(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(KEPT_HEADERS.map((name) => [name, headers[name] ?? []]));
}

/** The body without the token, wherever in it the token stands. */
export function redact(raw: Uint8Array): string {
  const text = Buffer.from(raw).toString('utf8');
  const hidden: string[] = [];
  const hide = (name: string, value: unknown): unknown => {
    if (name !== 'token' && !isWalletToken(value)) return value;
    const hash = hashOf(typeof value === 'string' ? value : JSON.stringify(value));
    hidden.push(hash);
    return hash;
  };
  try {
    const redacted = JSON.stringify(JSON.parse(text), hide);
    return hidden.length > 0 ? redacted : text;
  } catch {
    return hashOf(text);
  }
}

function isWalletToken(value: unknown): boolean {
  return typeof value === 'string' && value.length > 100 && readToken(value) !== undefined;
}

function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
