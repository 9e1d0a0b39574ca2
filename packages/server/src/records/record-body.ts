import { type Actor, actorOf } from '../order/actor.ts';
import type { Attempt } from '../order/attempt.ts';
import { blank } from '../order/blank.ts';
import type { Operation } from '../order/operation.ts';
import { packed, unpacked } from '../order/packed.ts';
import { emptyRecord, type OrderRecord, type HistoryEvent } from '../order/record.ts';
import { states } from '../order/state.ts';
import { type DueRow, newerRelease, type StoredRecord } from './store.ts';

/** The fields that are known from the record and its due rows. */
type DerivedField = 'order' | 'nextCheckAt' | 'checks' | 'readAt' | 'clockSince';
type Field = Exclude<keyof Attempt, DerivedField>;

/**
 * Each field of an attempt by its name in a body. There a text is packed, and a time counts from the record's first attempt;
 * what a blank attempt has is left out.
 */
const names: Readonly<Record<Field, string>> = {
  id: 'id',
  sessionId: 'se',
  paymentId: 'pa',
  state: 'st',
  live: 'li',
  status: 'ps',
  currency: 'cu',
  asked: 'as',
  held: 'he',
  charged: 'ch',
  refunded: 're',
  wallet: 'wa',
  idempotencyKey: 'ik',
  requestHash: 'rq',
  tokenHash: 'tk',
  receiptHash: 'rc',
  refusal: 'rf',
  acsUrl: 'ac',
  flag: 'fl',
  cardNetwork: 'cn',
  cardLast4: 'c4',
  bankReference: 'br',
  openedAt: 'op',
  sentAt: 'sn',
  absentAt: 'ab',
  doubtedAt: 'do',
  amountsAt: 'am',
  holdEndsAt: 'ho',
  holdNotice: 'hn',
  updatedAt: 'up',
  version: 've',
};
const fields = new Map(Object.entries(names).map(([field, name]) => [name, field]));

type BodyAttempt = Readonly<Record<string, unknown>>;

/** A line of the history: the index of its attempt, then its other fields; the last one only where it is known. */
type BodyEvent = readonly [
  number,
  HistoryEvent['from'],
  HistoryEvent['to'],
  string,
  string,
  number,
  Actor?,
];

interface Body {
  /** The form of this text. */
  readonly v: 1;
  /** The time of the first attempt. */
  readonly t: number;
  readonly a: readonly BodyAttempt[];
  readonly h?: readonly BodyEvent[];
  readonly operations?: readonly Operation[];
  readonly changes?: OrderRecord['changes'];
  readonly reports?: OrderRecord['reports'];
  readonly reopenedAt?: number;
  readonly isShrunk?: true;
}

const mark = '{"v":1,';

/** A body is JSON without a line break; below it stand the lines of earlier attempts, which are not parsed here. */
const separator = '\n';

/** @throws {WalletServerError} `config_invalid` for a record that another release wrote. */
export function readRecord({ order, body, due, at, clockSince }: StoredRecord): OrderRecord {
  if (body === null) return emptyRecord(order);
  if (!body.startsWith(mark)) throw newerRelease();
  const lineBreak = body.indexOf(separator);
  const end = lineBreak === -1 ? body.length : lineBreak;
  const {
    t: start,
    a: bodyAttempts,
    h: events = [],
    operations = [],
    changes = [],
    reports = [],
    reopenedAt = 0,
    isShrunk = false,
  } = JSON.parse(body.slice(0, end)) as Body;
  const attempts = bodyAttempts.map((bodyAttempt): Attempt => {
    const stored = readAttempt(bodyAttempt, start);
    const { at: nextCheckAt = null, tries: checks = 0 } = dueOf(stored.id, due) ?? {};
    return { ...stored, order, nextCheckAt, checks, readAt: at, clockSince };
  });
  return {
    order,
    attempts,
    operations,
    history: events.map(([index, from, to, cause, status, time, actor]) => {
      const event = { attempt: attempts[index]?.id ?? '', from, to, cause, status };
      return { ...event, at: start + time, ...actor };
    }),
    changes,
    delivery: changes.length > 0 ? deliveryOf(due, at) : null,
    reports,
    earlier: body.slice(end + 1),
    reopenedAt,
    isShrunk,
  };
}

function readAttempt(bodyAttempt: BodyAttempt, start: number): Pick<Attempt, Field> {
  const attempt: Record<string, unknown> = { ...blank };
  for (const [name, value] of Object.entries(bodyAttempt)) {
    const field = fields.get(name);
    if (field === undefined) throw newerRelease();
    const text = typeof value === 'string' ? unpacked(value) : value;
    attempt[field] = isTime(field) ? start + Number(value) : text;
  }
  if (!Object.hasOwn(states, String(attempt['state']))) throw newerRelease();
  return attempt as unknown as Pick<Attempt, Field>;
}

function deliveryOf(due: readonly DueRow[], now: number): OrderRecord['delivery'] {
  const { at = now, tries = 0 } = dueOf('', due) ?? {};
  return { at, tries };
}

function dueOf(subject: string, due: readonly DueRow[]): DueRow | undefined {
  return due.find((row) => row.subject === subject);
}

/** The body that a store has of a record. */
export function bodyOf({
  attempts,
  history,
  operations,
  changes,
  reports,
  earlier,
  reopenedAt,
  isShrunk,
}: OrderRecord): string {
  const ids = attempts.map(({ id }) => id);
  const start = attempts[0]?.openedAt ?? 0;
  const events = history.map(({ attempt, from, to, cause, status, at, ...rest }): BodyEvent => {
    const actor = actorOf(rest);
    const line = [ids.indexOf(attempt), from, to, cause, status, at - start] as const;
    return Object.keys(actor).length > 0 ? [...line, actor] : line;
  });
  const body: Body = {
    v: 1,
    t: start,
    a: attempts.map((attempt) => writtenAttempt(attempt, start)),
    ...(events.length > 0 && { h: events }),
    ...(operations.length > 0 && { operations }),
    ...(changes.length > 0 && { changes }),
    ...(reports.length > 0 && { reports }),
    ...(reopenedAt > 0 && { reopenedAt }),
    ...(isShrunk && { isShrunk }),
  };
  const text = JSON.stringify(body);
  return earlier === '' ? text : `${text}${separator}${earlier}`;
}

function writtenAttempt(attempt: Attempt, start: number): BodyAttempt {
  const blankFields: Partial<Attempt> = blank;
  const bodyAttempt: Record<string, unknown> = {};
  for (const [field, name] of Object.entries(names) as [Field, string][]) {
    const value = attempt[field];
    if (value === blankFields[field]) continue;
    const text = typeof value === 'string' ? packed(value) : value;
    bodyAttempt[name] = isTime(field) ? Number(value) - start : text;
  }
  return bodyAttempt;
}

function isTime(field: string): boolean {
  return field.endsWith('At');
}
