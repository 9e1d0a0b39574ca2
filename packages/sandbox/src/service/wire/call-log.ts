/** Every signed call as it arrived; tokens and client data are replaced before they are kept. */
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

  /** A copy. @param afterId only the calls with a higher id. @param last at most so many, the latest */
  since(afterId: number, last = Infinity): readonly Readonly<RecordedCall>[] {
    const droppedCount = this.#count - this.#calls.length;
    return structuredClone(this.#calls.slice(Math.max(afterId - droppedCount, 0)).slice(-last));
  }

  /** A copy of the later calls whose body or answer has one of these names, such as an order's. */
  of(names: readonly string[], afterId: number): readonly Readonly<RecordedCall>[] {
    const isAsked = ({ id, body, answerBody }: RecordedCall): boolean =>
      id > afterId &&
      names.some((name) => hasValue(body, name) || hasValue(answerBody ?? '', name));
    return structuredClone(this.#calls.filter(isAsked));
  }
}

/** Whether a value of the body is the name: `A-1` is not in a call for `A-10`. */
export function hasValue(body: string, name: string): boolean {
  // Reading JSON takes most of the time. With a backslash the name may be written in another way.
  if (!body.includes(name) && !/[\\%+]/.test(body)) return false;
  let isFound = false;
  try {
    JSON.parse(body, (_, value: unknown) => {
      isFound ||= value === name;
      return value;
    });
    return isFound;
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

/** Names of fields that identify or locate the payer. */
const personal =
  /phone|e_?mail|(?:client|first|last|given|family|full)_?name|patronymic|address|contact|recipient|_pan$/i;

/** A body without tokens and client data, at any place and in any form. */
export function redact(text: string): string {
  if (text === '') return '';
  return redactJson(text) ?? redactForm(text) ?? hashOf(text);
}

/** The text without such data; undefined if it is not JSON. */
export function redactJson(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const redactedText = JSON.stringify(value, hide);
    return redactedText === JSON.stringify(value) ? text : redactedText;
  } catch {
    return undefined;
  }
}

function redactForm(text: string): string | undefined {
  if (!/^[\w%.[\]+-]+=/.test(text)) return undefined;
  const form = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(text)) {
    form.append(name, String(hide(name, value)));
  }
  return form.toString();
}

function hide(name: string, value: unknown): unknown {
  if (isToken(name, value))
    return hashOf(typeof value === 'string' ? value : JSON.stringify(value));
  if (personal.test(name)) return shapeOf(value);
  // JSON in a form.
  return typeof value === 'string' && value.startsWith('{') ? (redactJson(value) ?? value) : value;
}

/** What a developer needs of a value that is hidden: `+000 xxx`. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') {
    return value.replaceAll(/\p{N}/gu, '0').replaceAll(/[\p{L}\p{M}]/gu, 'x');
  }
  if (!isContainer(value)) return value;
  const entries = Object.entries(value).map(([name, held]) => [name, shapeOf(held)] as const);
  return Array.isArray(value) ? entries.map(([, held]) => held) : Object.fromEntries(entries);
}

/** Whether a member is a token, by its name or by members that only tokens have. */
function isToken(name: string, value: unknown): boolean {
  if (isContainer(value))
    return name === 'token' || 'paymentData' in value || 'signedMessage' in value;
  if (typeof value !== 'string') return false;
  return name === 'token' || (value.length > 100 && /EC_?v[12]|signedMessage/.test(decoded(value)));
}

/** The text, and its decoding if it is base64. */
function decoded(text: string): string {
  return text + Buffer.from(text, 'base64').toString('latin1');
}

function hashOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
