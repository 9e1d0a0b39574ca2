import { isDeepStrictEqual } from 'node:util';
import { type Attempt, closesOrder, leading } from '../../src/order/attempt.ts';
import { untilNotice } from '../../src/order/hold.ts';
import { isFinal, isPaid, states } from '../../src/order/state.ts';
import { isOpen, type Operation } from '../../src/order/operation.ts';
import { readRecord } from '../../src/records/record-body.ts';
import { recordWrite } from '../../src/records/record-write.ts';
import { hasMoney, type Session } from './service.ts';
import type { World } from './world.ts';

/** What must hold in every state: `true`, or it is broken. */
export type Invariant = (world: World) => boolean;

const sessionOf = (world: World, attempt: Attempt): Session | undefined =>
  world.sessions.find(({ id }) => id === attempt.sessionId);
const everyAttempt =
  (holds: (attempt: Attempt, world: World) => boolean): Invariant =>
  (world) =>
    world.record.attempts.every((attempt) => holds(attempt, world));
const hasFlight = (world: World, attempt: Attempt): boolean =>
  world.flights.some((flight) => flight.kind !== 'question' && flight.attempt.id === attempt.id);

/** The promises, each by the name under which it is broken. */
export const invariants: Readonly<Record<string, Invariant>> = {
  'an order is charged once': ({ faults }) => !faults.includes('an order is charged once'),
  'a token is sent once': ({ faults }) => !faults.includes('a token is sent once'),
  'an order has one live attempt': ({ record }) =>
    record.attempts.filter(({ live }) => live).length <= 1,
  'what is over is not live': everyAttempt(({ live, state }) => !live || states[state].live),
  'a token pays one attempt': ({ record }) => {
    const tokens = record.attempts.flatMap(({ tokenHash }) => tokenHash ?? []);
    return new Set(tokens).size === tokens.length;
  },
  'nothing is paid that the service never charged or held': everyAttempt((attempt, world) => {
    const session = sessionOf(world, attempt);
    const sessions = [session, session?.before].filter(
      (each) => each !== undefined && each !== null,
    );
    const isKnown = sessions.some(
      (each) => hasMoney(each) || each.charged > 0 || each.effects.length > 0,
    );
    return !isPaid(attempt.state) || isKnown || world.lost.length > 0;
  }),
  'the amounts of an attempt fit each other': everyAttempt(
    ({ asked, held, charged, refunded }) =>
      held <= asked && charged <= asked && refunded <= charged && refunded >= 0,
  ),
  'nothing is held beside a charge that is known': everyAttempt(
    ({ state, held }) => held === 0 || states[state].money === 'held',
  ),
  'a sent token has its time': everyAttempt(
    ({ state, sentAt }) => (sentAt === null) === (state === 'created'),
  ),
  'an attempt without an outcome is asked about': everyAttempt((attempt, world) => {
    const isOver = isFinal(attempt.state) || attempt.state === 'created' || attempt.flag !== null;
    return isOver || attempt.nextCheckAt !== null || hasFlight(world, attempt);
  }),
  'money is asked about again': everyAttempt(
    (attempt) => !isPaid(attempt.state) || attempt.nextCheckAt !== null,
  ),
  'a late charge is looked for': everyAttempt((attempt, world) => {
    const isFree = isFinal(attempt.state) && states[attempt.state].money === 'none';
    const isEarly = world.now - (attempt.sentAt ?? 0) < 48 * 3_600_000;
    return !isFree || !isEarly || attempt.nextCheckAt !== null;
  }),
  'an open operation is asked about': ({ record }) =>
    record.operations
      .filter(isOpen)
      .every(({ attempt: id }) =>
        record.attempts.some((attempt) => attempt.id === id && attempt.nextCheckAt !== null),
      ),
  'an attempt has one open operation': everyAttempt(
    (attempt, world) => ownOperations(world, attempt).filter(isOpen).length <= 1,
  ),
  'an operation is done only if the service did it': (world) =>
    world.record.operations.every(({ id, state }) => {
      const did = world.sessions.some(({ effects }) =>
        effects.some((each) => each.operation === id),
      );
      const isExcused =
        world.lost.some((each) => each.operation === id) || world.dropped.includes(id);
      return state !== 'done' || did || isExcused;
    }),
  'a refused operation had no effect': (world) =>
    world.lost.length > 0 ||
    world.record.operations.every((operation) => {
      const { id, state, isInReview = false } = operation;
      const did = world.sessions.some(({ effects }) =>
        effects.some((each) => each.operation === id),
      );
      return state !== 'refused' || !did || isInReview || !isShownBy(world, operation);
    }),
  'no more goes back than was charged': ({ sessions }) =>
    sessions.every(({ charged, refunded }) => refunded <= charged),
  'changes wait with a time of delivery': ({ record }) =>
    (record.delivery === null) === (record.changes.length === 0),
  'the changes of an attempt come in sequence': ({ record }) =>
    record.attempts.every(({ id }) => {
      const versions = record.changes
        .filter(({ attempt }) => attempt === id)
        .map((change) => Number(change.id.split('.')[1]));
      return versions.every(
        (version, index) => index === 0 || version > (versions[index - 1] ?? 0),
      );
    }),
  'no change beside money hides it': ({ record }) => {
    const last = record.changes.at(-1);
    const isMoney = record.attempts.some(({ id, state }) => id !== last?.attempt && isPaid(state));
    const lastAttempt = record.attempts.find(({ id }) => id === last?.attempt);
    return (
      !last || !lastAttempt || !isMoney || last.outcome !== 'failed' || closesOrder(lastAttempt)
    );
  },
  'the leading attempt is the one with money': ({ record }) => {
    const first = leading(record.attempts);
    return (
      !record.attempts.some(({ state }) => isPaid(state)) || (first !== null && isPaid(first.state))
    );
  },
  'an order is not freed while its token may arrive': (world) =>
    world.flights.every((flight) => {
      if (flight.kind !== 'token' || flight.stage !== 'sent') return true;
      const attempt = world.record.attempts.find(({ id }) => id === flight.attempt.id);
      return attempt !== undefined && attempt.state !== 'rejected' && attempt.state !== 'abandoned';
    }),
  'a failure is what the service says': everyAttempt((attempt, world) => {
    const session = sessionOf(world, attempt);
    return attempt.state !== 'failed' || session?.status === 'failed';
  }),
  'what was accepted is not forgotten': (world) =>
    world.lost.length > 0 ||
    world.record.attempts.every(({ id, refunded, state }) => {
      const returns = world.record.operations.filter(
        (each) => each.attempt === id && each.state === 'done' && each.kind !== 'capture',
      );
      const sum = returns.reduce((total, { amount }) => total + amount, 0);
      return refunded >= sum || states[state].money !== 'charged';
    }),
  'an order with money left is not over': everyAttempt((attempt, world) => {
    const session = sessionOf(world, attempt);
    const isOver = states[attempt.state].money === 'returned';
    const isLeft = isOver && session !== undefined && hasMoney(session);
    return !isLeft || closesOrder(attempt) || world.lost.length > 0;
  }),
  'money that was seen closes its order': everyAttempt((attempt, world) => {
    const session = sessionOf(world, attempt);
    const wasSeen = world.record.history.some(
      ({ attempt: id, to }) => id === attempt.id && isPaid(to),
    );
    const isThere = wasSeen && session !== undefined && hasMoney(session);
    return !isThere || closesOrder(attempt) || world.lost.length > 0;
  }),
  'a key is done once': ({ record, sessions }) => {
    const done = sessions.flatMap(({ effects }) => effects.map(({ operation }) => operation));
    const keys = record.operations.filter(({ id }) => done.includes(id)).map(({ key }) => key);
    return new Set(keys).size === keys.length;
  },
  'no answer breaks a promise about doubts': ({ faults }) =>
    faults.every((fault) => isCharge(fault)),
  'a doubt is asked about': everyAttempt((attempt, world) => {
    const { doubtedAt, flag, nextCheckAt } = attempt;
    return doubtedAt === null || flag !== null || nextCheckAt !== null || hasFlight(world, attempt);
  }),
  'a hold has an end, and nothing else has one': everyAttempt((attempt, world) => {
    const isTaken = ownOperations(world, attempt).some(({ state }) => state === 'done');
    const isHeld = attempt.state === 'authorized' && attempt.charged === 0 && !isTaken;
    return (attempt.holdEndsAt !== null) === isHeld;
  }),
  'a hold is asked about before a notice is due': everyAttempt((attempt, world) => {
    const pause = untilNotice({ ...attempt, readAt: attempt.updatedAt });
    if (pause === null || ownOperations(world, attempt).some(isOpen)) return true;
    return (attempt.nextCheckAt ?? Infinity) <= attempt.updatedAt + pause;
  }),
  'each notice of a hold comes once, the later one last': everyAttempt(({ id }, world) => {
    const notices = world.record.history
      .filter(({ attempt, cause }) => attempt === id && isNotice(cause))
      .map(({ cause }) => cause.split(' ')[2]);
    return ['', '48', '24', '48,24'].includes(notices.join());
  }),
  'a record is read as it was written': ({ record, now }) => {
    const storedRecord = { order: 'o', version: 1, body: null, due: [], at: now, clockSince: 0 };
    const empty = {
      ...record,
      attempts: [],
      operations: [],
      history: [],
      changes: [],
      delivery: null,
      reports: [],
      isShrunk: false,
    };
    const { body, due } = recordWrite({ ...storedRecord, record: empty }, record);
    if (body === null) return record.attempts.length === 0;
    const copy = readRecord({ ...storedRecord, body, due: due.put });
    const withoutTime = ({ attempts, ...rest }: World['record']): object => ({
      ...rest,
      attempts: attempts.map((attempt) => ({ ...attempt, readAt: 0 })),
    });
    return isDeepStrictEqual(withoutTime(copy), withoutTime(record));
  },
};

/** The promises that stand above by their own names. */
const isCharge = (fault: string): boolean =>
  fault === 'an order is charged once' || fault === 'a token is sent once';

/** Whether the amounts of an attempt have the effect of an operation. */
function isShownBy({ record }: World, { attempt: id, kind, before, amount }: Operation): boolean {
  const attempt = record.attempts.find((each) => each.id === id);
  if (!attempt) return false;
  if (kind === 'capture') return attempt.charged > before;
  return states[attempt.state].money === 'returned' || attempt.refunded >= before + amount;
}

const isNotice = (cause: string): boolean => cause.startsWith('hold ends');
const ownOperations = ({ record }: World, { id }: Attempt) =>
  record.operations.filter(({ attempt }) => attempt === id);

/** Whether nothing that is final went back, but by what the service has taken back. */
function isForward(previousWorld: World, nextWorld: World): boolean {
  // What a lie had shown goes back.
  if (nextWorld.lost.length > 0 || nextWorld.counts['tell']) return true;
  return previousWorld.record.attempts.every(({ id, state, charged, refunded }) => {
    const next = nextWorld.record.attempts.find((attempt) => attempt.id === id);
    if (!next || !isFinal(state)) return next !== undefined;
    const isLate = states[state].money === 'none';
    return isLate || (isFinal(next.state) && next.charged >= charged && next.refunded >= refunded);
  });
}

/** Whether a step that notifies the shop of the end of a hold does so of one that nothing has taken. */
function isNoticeTrue(previousWorld: World, nextWorld: World): boolean {
  const newEntries = nextWorld.record.history.slice(previousWorld.record.history.length);
  return newEntries
    .filter(({ cause }) => isNotice(cause))
    .every(({ attempt: id }) => {
      const attempt = previousWorld.record.attempts.find((each) => each.id === id);
      if (attempt?.state !== 'authorized' || attempt.charged > 0) return false;
      return ownOperations(previousWorld, attempt).every(({ state }) => state === 'refused');
    });
}

/** Whether a dispute that ends has had two looks, ten seconds apart. */
function endsByTwoLooks(previousWorld: World, nextWorld: World): boolean {
  return previousWorld.record.attempts.every(({ id, state, absentAt }) => {
    const next = nextWorld.record.attempts.find((attempt) => attempt.id === id);
    if (state !== 'disputed' || next?.state === 'disputed') return true;
    return absentAt !== null && nextWorld.now - absentAt >= 10_000;
  });
}

/** What must hold of every step. */
export const steps: Readonly<Record<string, (previous: World, next: World) => boolean>> = {
  'nothing final goes back': isForward,
  'no notice is about a hold that was taken': isNoticeTrue,
  'a dispute ends by two looks': endsByTwoLooks,
};
