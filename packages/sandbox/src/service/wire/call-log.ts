/** Every signed call as it arrived; tokens are replaced by their hash before they are kept. */
import { createHash } from 'node:crypto';
import type { RecordedCall } from '../control-api.ts';
import { isContainer } from './place.ts';

/** A load test must not fill the memory. */
const mostCalls = 10_000;

/** The last ten thousand calls. */
export class CallLog {
  readonly #calls: RecordedCall[] = [];
  #count = 0;

  /** Keeps a call, numbered in the order of their arrival. */
  add(call: Omit<RecordedCall, 'id'>): RecordedCall {
    this.#count += 1;
    const record = { id: this.#count, ...call };
    this.#calls.push(record);
    if (this.#calls.length > mostCalls) this.#calls.shift();
    return record;
  }

  /** A copy. @param names only the calls whose body or answer has one of these, such as an order's */
  view(names?: readonly string[]): readonly Readonly<RecordedCall>[] {
    const isAsked = ({ body, answerBody }: RecordedCall): boolean =>
      names?.some((name) => holds(body, name) || holds(answerBody ?? '', name)) ?? true;
    return structuredClone(this.#calls.filter(isAsked));
  }
}

/** Whether a value of the body is the name: `A-1` is not in a call for `A-10`. */
function holds(body: string, name: string): boolean {
  let found = false;
  try {
    JSON.parse(body, (_, value: unknown) => {
      found ||= value === name;
      return value;
    });
    return found;
  } catch {
    // A form, or half an answer.
    return [...new URLSearchParams(body).values()].includes(name) || body.includes(`"${name}"`);
  }
}

/** The headers worth keeping. @param signature the name of the one with the signature */
export function keptHeaders(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  signature: string,
): Readonly<Record<string, readonly string[]>> {
  const names = ['content-type', 'content-length', 'accept', 'user-agent', signature.toLowerCase()];
  return Object.fromEntries(names.map((name) => [name, headers[name] ?? []]));
}

/** The body without tokens, wherever in it they stand and however they are written. */
export function redact(raw: Uint8Array): string {
  const text = Buffer.from(raw).toString('utf8');
  if (text === '') return '';
  try {
    const redacted = withoutTokens(JSON.parse(text));
    return redacted.found ? JSON.stringify(redacted.value) : text;
  } catch {
    return redactForm(text) ?? hashOf(text);
  }
}

function redactForm(text: string): string | undefined {
  if (!/^[\w%.[\]+-]+=/.test(text)) return undefined;
  const form = new URLSearchParams(text);
  for (const [name, value] of [...form]) if (isToken(name, value)) form.set(name, hashOf(value));
  return form.toString();
}

function withoutTokens(body: unknown): { readonly value: unknown; readonly found: boolean } {
  let found = false;
  const hide = (name: string, value: unknown): unknown => {
    if (!isToken(name, value)) return value;
    found = true;
    return hashOf(typeof value === 'string' ? value : JSON.stringify(value));
  };
  const value: unknown = JSON.parse(JSON.stringify(body, hide));
  return { value, found };
}

/** What is named so, and whatever holds what only tokens hold. */
function isToken(name: string, value: unknown): boolean {
  if (isContainer(value))
    return name === 'token' || 'paymentData' in value || 'signedMessage' in value;
  if (typeof value !== 'string') return false;
  return name === 'token' || (value.length > 100 && /EC_?v[12]|signedMessage/.test(decoded(value)));
}

/** The text, and what it may be base64 of. */
function decoded(text: string): string {
  return text + Buffer.from(text, 'base64').toString('latin1');
}

function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
