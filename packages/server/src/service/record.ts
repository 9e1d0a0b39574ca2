import { createHmac, randomBytes } from 'node:crypto';
import type { OperationName, WireProfile } from '@wallet-buttons/protocol';
import type { Bytes } from './fetch.ts';
import { jsonIn } from './operations.ts';

/**
 * One call with its answer, redacted: what `wallet-buttons profile check` reads. Names of members, the kind of
 * every value, statuses, codes and amounts are kept. Any other text is replaced, the same text by the same
 * replacement within one client; so is a number of more than six digits.
 */
export interface RecordedCall {
  readonly operation: OperationName;
  /** ISO 8601. */
  readonly at: string;
  readonly request: unknown;
  /** The HTTP status. */
  readonly status: number;
  /** JSON, or the size of what is not JSON. */
  readonly answer: unknown;
}

/** Gets each call of a client. What it throws is passed over. */
export type Record = (call: RecordedCall) => void;

/** Redacts each call before `record` gets it. */
export function recorder(
  record: Record,
  profile: WireProfile,
): (operation: OperationName, request: unknown, status: number, answer: Bytes) => void {
  const key = randomBytes(32);
  const open = openNames(profile);
  const clean = (value: unknown, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => clean(item, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([inner, held]) => [inner, clean(held, inner)]),
      );
    }
    if (typeof value === 'number') return Math.abs(value) < 1e6 ? value : 1e6;
    if (typeof value !== 'string' || value === '') return value;
    if (open.has(name) && /^[\w.-]{1,40}$/.test(value) && !/\d{7}/.test(value)) return value;
    const mark = createHmac('sha256', key).update(value).digest('hex').slice(0, 12);
    return value.startsWith('https://') ? `https://redacted.example/${mark}` : `redacted-${mark}`;
  };
  return (operation, request, status, bytes) => {
    let answer: unknown = `${String(bytes.length)} bytes`;
    try {
      answer = clean(jsonIn(bytes));
    } catch {
      // Its size is all that is kept of what is not JSON.
    }
    try {
      record({ operation, at: new Date().toISOString(), request: clean(request), status, answer });
    } catch {
      // A payment does not fail because it could not be recorded.
    }
  };
}

/** The last names of all places that hold a status, a code, a currency or an amount. */
function openNames({ operations, errors, webhook }: WireProfile): ReadonlySet<string> {
  const values = ['status', 'transactionStatus', 'currency', 'amount', 'refundedAmount', 'wallet'];
  const places: string[] = [...errors.code, ...errors.type];
  const collect = (held: object): void => {
    for (const [name, value] of Object.entries(held) as [string, unknown][]) {
      if (values.includes(name)) places.push(...([value ?? []].flat() as string[]));
      else if (typeof value === 'object' && value !== null) collect(value);
    }
  };
  collect(operations);
  collect(webhook.versions);
  return new Set(places.map((place) => place.split('.').pop() ?? ''));
}
