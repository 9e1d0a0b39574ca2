import { createHmac, randomBytes } from 'node:crypto';
import type { OperationName, WireProfile } from '@wallet-buttons/protocol';
import type { Bytes } from './fetch.ts';
import { jsonIn } from './operations.ts';
import { isObject, leavesOf } from './profile.ts';

/**
 * One call with its answer, redacted, as `wallet-buttons profile check` reads it. It keeps member names, the type of
 * each value, statuses, codes and amounts. All other text, and any number of more than six digits, is replaced. One
 * client replaces the same text in the same way.
 */
export interface RecordedCall {
  readonly operation: OperationName;
  /** ISO 8601. */
  readonly at: string;
  readonly request: unknown;
  /** The HTTP status. */
  readonly status: number;
  /** The JSON, or the size of an answer that is not JSON. */
  readonly answer: unknown;
}

/** Receives each call of a client. Its errors are ignored. */
export type Record = (call: RecordedCall) => unknown;

/** Redacts each call before `record` receives it. */
export function recorder(
  record: Record,
  profile: WireProfile,
): (operation: OperationName, request: unknown, status: number, answer: Bytes) => Promise<void> {
  const key = randomBytes(32);
  const open = openNames(profile);
  const clean = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => clean(item, name));
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([inner, member]) => [inner, clean(member, inner)]),
      );
    }
    if (typeof value === 'number') return Math.abs(value) < 1e6 ? value : 1e6;
    if (typeof value !== 'string' || value === '') return value;
    if (open.has(name) && /^[\w.-]{1,40}$/.test(value) && !/\d{7}/.test(value)) return value;
    const digest = createHmac('sha256', key).update(value).digest('hex').slice(0, 12);
    return `${value.startsWith('https://') ? 'https://redacted.example/' : 'redacted-'}${digest}`;
  };
  return async (operation, request, status, bytes) => {
    try {
      const json = parsed(bytes);
      const answer = json === undefined ? `${String(bytes.length)} bytes` : clean(json);
      await record({
        operation,
        at: new Date().toISOString(),
        request: clean(request),
        status,
        answer,
      });
    } catch {
      // A failed recording must not fail the payment.
    }
  };
}

/** The member names that hold a status, a code, a currency or an amount. */
function openNames({ operations, errors, webhook }: WireProfile): ReadonlySet<string> {
  const values = ['status', 'transactionStatus', 'currency', 'amount', 'refundedAmount', 'wallet'];
  // An item of a list (`states[0]`) is recorded under the name of the list.
  const lastOf = (path: string): string =>
    path
      .replace(/\[\d+\]/g, '')
      .split('.')
      .pop() ?? '';
  const { message, versions } = webhook;
  const places = leavesOf({ operations, message, versions })
    .filter(([path]) => values.includes(lastOf(path)))
    .map(([, place]) => place as string | readonly string[] | null);
  const openPlaces = [...places, errors.code, errors.type].flat();
  return new Set(openPlaces.flatMap((place) => (place === null ? [] : lastOf(place))));
}

/** The JSON of an answer; `undefined` if it is not JSON. */
export function parsed(bytes: Bytes): unknown {
  try {
    return jsonIn(bytes);
  } catch {
    return undefined;
  }
}
