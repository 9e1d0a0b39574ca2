import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Client, openShared, type SharedDatabase } from '../shared-database.ts';
import {
  type RecordRow,
  recordsQuery,
  type StoredAttempt,
  storedAttempts,
  type StoredEvent,
  storedEvents,
} from '../stored-records.ts';
import type { Entry } from './ledger.ts';

/** What is in the database, in its own words. */
export interface Stored {
  readonly attempts: readonly StoredAttempt[];
  /** The audit trail, in the order in which it was written. */
  readonly events: readonly StoredEvent[];
  /** The sessions whose acknowledged webhook was not stored before the last life. */
  readonly lost: ReadonlySet<string>;
  /** Every byte of its files. */
  readonly bytes: string;
}

/** A promise that was broken, for an order, with what shows it. */
export interface Violation {
  readonly rule: Rule;
  readonly order: string;
  readonly shows: string;
}

/** Reads a database that servers share. */
export async function readShared(database: SharedDatabase): Promise<Stored> {
  const client = openShared(database);
  const stored = await readThrough(client, database.schema);
  await client.end();
  return stored;
}

/** Reads a database; its bytes are all values of its rows. */
export async function readThrough(
  { query }: Pick<Client, 'query'>,
  schema: string,
): Promise<Stored> {
  // A server that was killed at its start has made none of them, or some.
  const tables = await query(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = '${schema}' AND table_name LIKE 'wallet%'`,
  );
  const names = tables.map(({ name }) => String(name));
  const all = await Promise.all(names.map(async (name) => query(`SELECT * FROM ${name}`)));
  const isMade = names.includes('wallet_order');
  const records = (isMade ? await query(recordsQuery) : []) as unknown as readonly RecordRow[];
  return {
    attempts: storedAttempts(records),
    events: storedEvents(records),
    lost: new Set(),
    bytes: JSON.stringify(all),
  };
}

/** Reads a database, and its files as they lie there. */
export function readStored(file: string): Stored {
  const folder = dirname(file);
  const bytes = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  const db = new DatabaseSync(file, { readOnly: true });
  const records = db.prepare(recordsQuery).all() as unknown as readonly RecordRow[];
  db.close();
  return {
    attempts: storedAttempts(records),
    events: storedEvents(records),
    lost: new Set(),
    bytes: bytes.join(''),
  };
}

/**
 * Holds what the service did, and what everybody received, against what is stored, once nothing is under
 * way any more and the payers have insisted until their orders were paid.
 */
export function check(entries: readonly Entry[], snapshot: Stored): readonly Violation[] {
  const orders = new Set(entries.map(({ order }) => order));
  return [...orders].flatMap((order) => {
    const orderEntries = entries.filter((entry) => entry.order === order);
    const attempts = snapshot.attempts.filter((attempt) => attempt.order === order);
    const ids = new Set(attempts.map(({ id }) => id));
    const events = snapshot.events.filter(({ attempt }) => ids.has(attempt));
    const subject = { seen: orderEntries, attempts, events, stored: snapshot };
    return (Object.keys(rules) as Rule[]).flatMap((rule) => {
      const shows = rules[rule](subject);
      return shows === null ? [] : [{ rule, order, shows }];
    });
  });
}

/** All that is known of one order. */
interface Subject {
  readonly seen: readonly Entry[];
  readonly attempts: readonly StoredAttempt[];
  readonly events: readonly StoredEvent[];
  readonly stored: Stored;
}

/** The sessions that a webhook called paid, acknowledged, and that are not stored as paid. */
export function lostWebhooks(
  entries: readonly Entry[],
  attempts: readonly StoredAttempt[],
): ReadonlySet<string> {
  const acknowledgements = of('acknowledged', entries).filter(({ status }) => status === 'paid');
  const isPaid = (session: string): boolean =>
    attempts.some((each) => each.sessionId === session && paidStates.includes(each.state));
  return new Set(
    acknowledgements.map(({ session }) => session).filter((session) => !isPaid(session)),
  );
}

/** Written anew, and not taken from the server: a checker must not share a mistake with its subject. */
const paidStates = ['paid', 'paid_off', 'authorized'];
const mayFollow: Readonly<Record<string, readonly string[]>> = {
  paid: ['paid_off', 'refunded', 'cancelled'],
  paid_off: ['refunded', 'cancelled'],
  refunded: [],
  cancelled: [],
  failed: [],
  rejected: [],
  abandoned: [],
  expired: [],
};
const failures = ['failed', 'expired', 'cancelled'];

/** Each promise: `null` where it was kept, else what shows that it was not. */
const rules = {
  'charged once': ({ seen }: Subject) => {
    const charges = of('charged', seen);
    return charges.length > 1 ? charges.map(({ session }) => session).join() : null;
  },
  'a token is sent once': ({ seen }: Subject) => {
    const tokens = of('sent', seen).map(({ token }) => token);
    return repeated(tokens);
  },
  'every charge is known': ({ seen, attempts }: Subject) => {
    const paidAttempts = attempts.filter(({ state }) => paidStates.includes(state));
    const lostCharge = of('charged', seen).find(
      (charge) => !paidAttempts.some(({ sessionId }) => sessionId === charge.session),
    );
    return lostCharge
      ? `${lostCharge.session}: ${attempts.map(({ state }) => state).join()}`
      : null;
  },
  'nothing is paid that is not charged': ({ seen, attempts }: Subject) => {
    const chargedSessions = of('charged', seen).map(({ session }) => session);
    const dreamt = attempts.find(
      ({ state, sessionId }) => paidStates.includes(state) && !chargedSessions.includes(sessionId),
    );
    return dreamt?.id ?? null;
  },
  'a charge is never reported as a failure': ({ seen, attempts }: Subject) => {
    const chargedSessions = of('charged', seen).map(({ session }) => session);
    const chargedAttempts = attempts.filter(({ sessionId }) => chargedSessions.includes(sessionId));
    const wrongDelivery = of('delivered', seen).find(
      ({ change }) =>
        failures.includes(change.outcome) &&
        chargedAttempts.some(({ id }) => change.id.startsWith(id)),
    );
    if (wrongDelivery) return wrongDelivery.change.id;
    const first = seen.findIndex(({ kind }) => kind === 'charged');
    const wrongAnswer = seen.find(
      (entry, index) =>
        entry.kind === 'answered' &&
        failures.includes(entry.outcome ?? '') &&
        (entry.key === null
          ? first !== -1 && index > first
          : chargedAttempts.some(({ idempotencyKey }) => idempotencyKey === entry.key)),
    );
    return wrongAnswer ? JSON.stringify(wrongAnswer) : null;
  },
  'no success is reported without a charge': ({ seen }: Subject) => {
    const isSuccess = (entry: Entry): boolean =>
      (entry.kind === 'answered' && entry.outcome === 'succeeded') ||
      (entry.kind === 'delivered' && entry.change.outcome === 'succeeded');
    const first = seen.findIndex(({ kind }) => kind === 'charged');
    const early = seen.find((entry, index) => isSuccess(entry) && (first === -1 || index < first));
    return early ? JSON.stringify(early) : null;
  },
  'final stays final': ({ events, seen }: Subject) => {
    const back = events.find(({ from, to }) => mayFollow[from]?.includes(to) === false);
    if (back) return `${back.from} to ${back.to}`;
    const statusAnswers = of('answered', seen).filter(
      ({ key, outcome }) => key === null && outcome !== null,
    );
    const firstSuccess = statusAnswers.findIndex(({ outcome }) => outcome === 'succeeded');
    const laterOutcomes = statusAnswers.slice(firstSuccess).map(({ outcome }) => outcome);
    return firstSuccess !== -1 && new Set(laterOutcomes).size > 1 ? laterOutcomes.join() : null;
  },
  'everything is decided in the end': ({ attempts, seen }: Subject) => {
    const open = attempts.find(({ state }) => !Object.hasOwn(mayFollow, state));
    if (open) return `${open.id} is ${open.state}`;
    return of('charged', seen).length === 0 ? 'the order could not be paid' : null;
  },
  'the merchant is notified': ({ attempts, seen }: Subject) => {
    const changes = of('delivered', seen).map(({ change }) => change);
    const unreportedAttempt = attempts.find(
      ({ id, state }) =>
        paidStates.includes(state) &&
        !changes.some((change) => change.id.startsWith(id) && change.outcome === 'succeeded'),
    );
    return unreportedAttempt?.id ?? null;
  },
  'no change is delivered after a later one': ({ seen }: Subject) => {
    const latest = new Map<string, number>();
    const lateDelivery = of('delivered', seen).find(({ change }) => {
      const [attempt = '', version = ''] = change.id.split('.');
      const latestVersion = latest.get(attempt) ?? 0;
      latest.set(attempt, Math.max(latestVersion, Number(version)));
      return Number(version) < latestVersion;
    });
    return lateDelivery?.change.id ?? null;
  },
  'one change has one id and one content': ({ seen }: Subject) => {
    const changes = of('delivered', seen).map(({ change }) => change);
    const contents = new Map<string, string>();
    const other = changes.find((change) => {
      const content = JSON.stringify(change);
      return (contents.get(change.id) ?? content) !== content || !contents.set(change.id, content);
    });
    return other?.id ?? null;
  },
  'one key has one payment': ({ seen, attempts }: Subject) => {
    // A token that provably never left is forgotten, and its key with it.
    if (attempts.some(({ idempotencyKey }) => idempotencyKey === undefined)) return null;
    const answers = of('answered', seen).filter(({ key }) => key !== null);
    const refusal = answers.find(({ key, status }, index) => {
      if (status < 400 || status >= 500) return false;
      const last = answers.slice(0, index).findLast((answer) => answer.key === key);
      // After an outcome that was unknown, the server said that nothing was sent.
      return last !== undefined && last.outcome !== null;
    });
    return refusal ? JSON.stringify(refusal) : null;
  },
  'what is acknowledged is stored': ({ seen, stored }: Subject) => {
    const lostWebhook = of('acknowledged', seen).find(({ session }) => stored.lost.has(session));
    return lostWebhook?.session ?? null;
  },
  'no token is at rest': ({ seen, stored }: Subject) => {
    const leak = of('sent', seen).find(({ token }) => stored.bytes.includes(token));
    return leak?.token ?? null;
  },
} as const satisfies Record<string, (subject: Subject) => string | null>;

export type Rule = keyof typeof rules;

function of<Kind extends Entry['kind']>(
  kind: Kind,
  entries: readonly Entry[],
): readonly Extract<Entry, { kind: Kind }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: Kind }> => entry.kind === kind);
}

function repeated(words: readonly string[]): string | null {
  return words.find((word, index) => words.indexOf(word) !== index) ?? null;
}
