import type { Attempt } from '../order/attempt.ts';
import { blank } from '../order/blank.ts';
import type { Operation } from '../order/operation.ts';
import { emptyRecord, type OrderRecord, type HistoryEvent } from '../order/record.ts';
import { states } from '../order/state.ts';
import { type DueRow, newerRelease, type StoredRecord } from './store.ts';

/** The fields that are known from the record and its due rows. */
const derivedFields = ['order', 'nextCheckAt', 'checks', 'readAt', 'clockSince'] as const;

/** What a body has of an attempt. */
type BodyAttempt = Omit<Attempt, keyof typeof blank | (typeof derivedFields)[number]> &
  Partial<Pick<Attempt, keyof typeof blank>>;
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
  readonly attempts: readonly BodyAttempt[];
  readonly history?: readonly BodyEvent[];
  readonly operations?: readonly Operation[];
  readonly changes?: OrderRecord['changes'];
  readonly reports?: OrderRecord['reports'];
  readonly reopenedAt?: number;
  readonly isShrunk?: true;
}

/** A body is JSON without a line break; below it stand the lines of earlier attempts, which are not parsed here. */
const separator = '\n';

/** @throws {WalletServerError} `config_invalid` for a record that a newer release wrote. */
export function readRecord({ order, body, due, at, clockSince }: StoredRecord): OrderRecord {
  if (body === null) return emptyRecord(order);
  const lineBreak = body.indexOf(separator);
  const end = lineBreak === -1 ? body.length : lineBreak;
  const {
    attempts,
    history = [],
    operations = [],
    changes = [],
    reports = [],
    reopenedAt = 0,
    isShrunk = false,
  } = JSON.parse(body.slice(0, end)) as Body;
  const readAttempts = attempts.map((fields): Attempt => {
    const { at: nextCheckAt = null, tries: checks = 0 } = dueOf(fields.id, due) ?? {};
    const attempt = { ...blank, ...fields, order, nextCheckAt, checks, readAt: at, clockSince };
    if (!Object.hasOwn(states, attempt.state)) throw newerRelease();
    return attempt;
  });
  return {
    order,
    attempts: readAttempts,
    operations,
    history: history.map(([index, from, to, cause, status, time]) => {
      return { attempt: readAttempts[index]?.id ?? '', from, to, cause, status, at: time };
    }),
    changes,
    delivery: changes.length > 0 ? deliveryOf(due, at) : null,
    reports,
    earlier: body.slice(end + 1),
    reopenedAt,
    isShrunk,
  };
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
  const lines = history.map(({ attempt, from, to, cause, status, at }): BodyEvent => {
    return [ids.indexOf(attempt), from, to, cause, status, at];
  });
  const body: Body = {
    attempts: attempts.map(shortened),
    ...(lines.length > 0 && { history: lines }),
    ...(operations.length > 0 && { operations }),
    ...(changes.length > 0 && { changes }),
    ...(reports.length > 0 && { reports }),
    ...(reopenedAt > 0 && { reopenedAt }),
    ...(isShrunk && { isShrunk }),
  };
  const text = JSON.stringify(body);
  return earlier === '' ? text : `${text}${separator}${earlier}`;
}

function shortened(attempt: Attempt): BodyAttempt {
  const isStored = ([field, value]: readonly [string, unknown]): boolean =>
    !derivedFields.some((name) => name === field) &&
    value !== (blank as Record<string, unknown>)[field];
  return Object.fromEntries(Object.entries(attempt).filter(isStored)) as unknown as BodyAttempt;
}
