import type { Attempt } from '../order/attempt.ts';
import { blank } from '../order/blank.ts';
import type { Operation } from '../order/operation.ts';
import { packed, unpacked } from '../order/packed.ts';
import { emptyRecord, type OrderRecord, type HistoryEvent } from '../order/record.ts';
import { states } from '../order/state.ts';
import { type DueRow, newerRelease, otherRelease, type StoredRecord } from './store.ts';

/** The fields that are known from the record and its due rows. */
type DerivedField = 'order' | 'nextCheckAt' | 'checks' | 'readAt' | 'clockSince';
type Field = Exclude<keyof Attempt, DerivedField>;

/** How a value is written: as it is, as a text in less room, or as the milliseconds since the record's first attempt. */
type Form = 'value' | 'text' | 'time';

/** Each field of an attempt that a body has, by its name there. It is left out while it has the value of a blank attempt. */
const fields: Readonly<Record<Field, readonly [name: string, form: Form]>> = {
  id: ['id', 'text'],
  sessionId: ['se', 'text'],
  paymentId: ['pa', 'text'],
  state: ['st', 'value'],
  live: ['li', 'value'],
  status: ['ps', 'value'],
  currency: ['cu', 'value'],
  asked: ['as', 'value'],
  held: ['he', 'value'],
  charged: ['ch', 'value'],
  refunded: ['re', 'value'],
  wallet: ['wa', 'value'],
  idempotencyKey: ['ik', 'text'],
  requestHash: ['rq', 'text'],
  tokenHash: ['tk', 'text'],
  receiptHash: ['rc', 'text'],
  refusal: ['rf', 'value'],
  acsUrl: ['ac', 'value'],
  flag: ['fl', 'value'],
  cardNetwork: ['cn', 'value'],
  cardLast4: ['c4', 'value'],
  bankReference: ['br', 'value'],
  openedAt: ['op', 'time'],
  sentAt: ['sn', 'time'],
  absentAt: ['ab', 'time'],
  doubtedAt: ['do', 'time'],
  amountsAt: ['am', 'time'],
  holdEndsAt: ['ho', 'time'],
  holdNotice: ['hn', 'value'],
  updatedAt: ['up', 'time'],
  version: ['ve', 'value'],
};
const fieldsByName = new Map(
  Object.entries(fields).map(([field, [name, form]]) => [name, { field, form }]),
);

type BodyAttempt = Readonly<Record<string, unknown>>;

/** A line of the history: the index of its attempt, then its other fields. */
type BodyEvent = readonly [
  number,
  HistoryEvent['from'],
  HistoryEvent['to'],
  string,
  string,
  number,
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
  if (!body.startsWith(mark)) throw otherRelease();
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
    history: events.map(([index, from, to, cause, status, time]) => {
      return { attempt: attempts[index]?.id ?? '', from, to, cause, status, at: start + time };
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
    const { field, form } = fieldsByName.get(name) ?? {};
    if (field === undefined) throw newerRelease();
    if (form === 'text') attempt[field] = unpacked(String(value));
    else attempt[field] = form === 'time' ? start + Number(value) : value;
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
  const events = history.map(({ attempt, from, to, cause, status, at }): BodyEvent => {
    return [ids.indexOf(attempt), from, to, cause, status, at - start];
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
  const blankFields: Readonly<Record<string, unknown>> = blank;
  const bodyAttempt: Record<string, unknown> = {};
  for (const [field, [name, form]] of Object.entries(fields)) {
    const value = attempt[field as Field];
    if (value === blankFields[field]) continue;
    if (form === 'text') bodyAttempt[name] = packed(String(value));
    else bodyAttempt[name] = form === 'time' ? Number(value) - start : value;
  }
  return bodyAttempt;
}
