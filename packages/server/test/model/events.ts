import { type Evidence, type PaymentAnswer, readEvidence } from '@wallet-buttons/service-client';
import { closesOrder, leading, unsent, changed as next } from '../../src/order/attempt.ts';
import { isPaid, states } from '../../src/order/state.ts';
import { hasTooManyAttempts, reopened } from '../../src/order/attempt-limit.ts';
import { addAttempt } from '../../src/order/new-attempt.ts';
import { addOperation } from '../../src/order/new-operation.ts';
import { makeDue, writeAttempt } from '../../src/order/write.ts';
import { removeChange } from '../../src/order/delivery.ts';
import { isOpen, type OperationKind, unshownOperation } from '../../src/order/operation.ts';
import { operationEvidence } from '../../src/order/operation-answer.ts';
import { isRepeated } from '../../src/order/refusal.ts';
import type { OrderRecord } from '../../src/order/record.ts';
import { applyOperation, applyStatus } from '../../src/order/answer.ts';
import { applyTransition, asOf, operationsOf } from '../../src/order/rules.ts';
import { afterPayToken } from '../../src/order/pay-token.ts';
import { afterStatus } from '../../src/order/status.ts';
import {
  afterAbsence,
  afterContradiction,
  afterNothing,
  nothing,
  type Transition,
} from '../../src/order/transition.ts';
import { amountFor, checkDispute, keyOf } from '../../src/order/command.ts';
import { brokenBy } from './doubts.ts';
import {
  answerOf,
  disputed,
  hasMoney,
  type Lie,
  lieOf,
  newSession,
  operated,
  paid,
  returned,
  type Session,
  undone,
} from './service.ts';
import {
  counted,
  type Flight,
  hour,
  isLeft,
  minute,
  type OperationFlight,
  profile,
  type QuestionFlight,
  replaced,
  rules,
  second,
  type Step,
  type TokenFlight,
  without,
  type World,
} from './world.ts';

/** What the worlds may do; the number is how often. */
export interface Alphabet {
  readonly presses: number;
  readonly tokens: readonly string[];
  readonly outcomes: readonly string[];
  /** The kind, the part, and a key of the caller. */
  readonly operations: readonly (readonly [OperationKind, number | null, string?])[];
  readonly questions: number;
  readonly lags: boolean;
  readonly undoes: boolean;
  readonly crashes: number;
  readonly jumps: number;
  /** How the service lies, and how often. */
  readonly lies?: readonly Lie[];
  readonly mostLies?: number;
  /** The answers to operations, where they are other ones than {@link usualWays}. */
  readonly ways?: readonly Way[];
  /** The service names no amount that went back. */
  readonly namesNothing?: boolean;
  /** The rest of a charge may be returned in the service's cabinet. */
  readonly returns?: boolean;
  /** A bank may dispute a charge; the shop wins or loses. */
  readonly disputes?: boolean;
  /** So many operations begin. */
  readonly mostOperations?: number;
  /** The shop opens an order again for payers once, if too many attempts have failed. */
  readonly reopens?: boolean;
}

const usualWays = ['accepted', 'status', 'busy', 'refused'] as const;
/**
 * How the service answers an operation. `does and refuses`: it is done, and refused in words. `accepts and drops`: it is
 * accepted and never done. `failed`, `voided`: the answer has that status, whatever was done.
 */
export type Way =
  | (typeof usualWays)[number]
  | 'does and refuses'
  | 'accepts and drops'
  | 'failed'
  | 'voided';

const timeout = 30 * second;

/** Everything that may happen next. */
export function stepsOf(world: World, alphabet: Alphabet): readonly Step[] {
  return [
    ...presses(world, alphabet),
    ...world.flights.flatMap((flight) => flightSteps(world, flight, alphabet)),
    ...questions(world, alphabet),
    ...webhooks(world, alphabet),
    ...operations(world, alphabet),
    ...reopenings(world, alphabet),
    ...cabinet(world, alphabet),
    ...deliveries(world),
    ...time(world, alphabet),
  ];
}

function presses(world: World, { presses: most, tokens }: Alphabet): readonly Step[] {
  if (!isLeft(world, 'press', most)) return [];
  return tokens.flatMap((token): readonly Step[] => {
    const first = leading(world.record.attempts);
    if (first && (closesOrder(first) || (first.live && first.state !== 'created'))) return [];
    const name = `press with ${token}`;
    if (first?.state === 'created') {
      return [[name, counted(withFlight(world, tokenFlight(first, token)), 'press')]];
    }
    const id = `s${String(world.sessions.length + 1)}`;
    const draft = { id: `a-${id}`, order: 'o', currency: 'UAH', asked: 100, sessionId: id };
    const { record, result } = addAttempt(world.record, { ...draft, paymentId: '' }, world.now, 0);
    const sessions = [...world.sessions, newSession(id)];
    const nextWorld = { ...world, record, sessions };
    return [[name, counted(withFlight(nextWorld, tokenFlight(result, token)), 'press')]];
  });
}

function tokenFlight(attempt: TokenFlight['attempt'], token: string): TokenFlight {
  return { kind: 'token', stage: 'read', attempt, token, evidence: null, isAlone: false };
}

function withFlight(world: World, flight: Flight): World {
  return { ...world, flights: [...world.flights, flight] };
}

function flightSteps(world: World, flight: Flight, alphabet: Alphabet): readonly Step[] {
  if (flight.kind === 'question') return [[`answer ${flight.attempt.id}`, answered(world, flight)]];
  if (flight.kind === 'operation') return operationSteps(world, flight, alphabet);
  const { attempt, token, stage } = flight;
  if (stage === 'read') return [[`intent ${attempt.id} ${token}`, intended(world, flight)]];
  if (stage === 'answered')
    return [[`outcome ${attempt.id}`, settled(world, flight)], ...cut(world, flight)];
  const arrive = alphabet.outcomes.flatMap((outcome): readonly Step[] => {
    const nextWorld = arrived(world, flight, outcome);
    return [
      [`token ${attempt.id} ${outcome}`, nextWorld],
      ...contradicted(nextWorld, flight, alphabet),
    ];
  });
  return flight.isAlone ? arrive : [...arrive, ...lost(world, flight)];
}

/** The call does not leave, or gets lost on its way. */
function lost(world: World, flight: TokenFlight | OperationFlight): readonly Step[] {
  const ways = ['not_sent', 'unknown'] as const;
  return ways.map((kind): Step => {
    const lostFlight = { ...flight, stage: 'answered', evidence: { kind } } as const;
    const flights = replaced(world.flights, flight, lostFlight);
    return [`${flight.kind} ${kind}`, { ...world, flights }];
  });
}

/** The answer gets lost. */
function cut(world: World, flight: TokenFlight | OperationFlight): readonly Step[] {
  if (flight.evidence?.kind === 'unknown' || flight.evidence?.kind === 'not_sent') return [];
  const lostFlight = { ...flight, evidence: { kind: 'unknown' } } as const;
  return [[`answer lost`, { ...world, flights: replaced(world.flights, flight, lostFlight) }]];
}

function intended(world: World, flight: TokenFlight): World {
  const { attempt, token } = flight;
  const hashes = { idempotencyKey: `k-${token}`, requestHash: token, tokenHash: token };
  const change = { state: 'sending', wallet: 'wallet-b', ...hashes, absentAt: null } as const;
  const intent = next(attempt, { ...change, checks: 0 });
  const write = { cause: 'pay', from: attempt.state, checkIn: timeout + 15 * second };
  const update = intent && writeAttempt(world.record, intent, write, world.now);
  if (!update || typeof update === 'string') {
    return { ...world, flights: without(world.flights, flight) };
  }
  const sentFlight = { ...flight, stage: 'sent', attempt: update.result.attempt } as const;
  const isKnown = world.record.attempts.some(({ id, state }) => id !== attempt.id && isPaid(state));
  const isDoubted = world.record.attempts.some(
    ({ id, doubtedAt, flag }) =>
      id !== attempt.id && (doubtedAt !== null || flag === 'contradicted'),
  );
  const faults = [
    ...world.faults,
    ...(failuresOf(world) >= 20 ? ['no token is sent after twenty failures'] : []),
    ...(isKnown ? ['an order is charged once'] : []),
    ...(isDoubted ? ['no token is sent beside a doubt'] : []),
  ];
  return {
    ...world,
    faults,
    record: update.record,
    flights: replaced(world.flights, flight, sentFlight),
  };
}

/** How many attempts of a day have failed since the shop opened the order again. */
function failuresOf({ record, now }: World): number {
  const { attempts, earlier, reopenedAt } = record;
  const failedAttempts = attempts.filter(
    ({ state, sentAt }) => state === 'failed' && sentAt !== null,
  );
  const times = [
    ...earlier.split('\n').map(Number.parseFloat),
    ...failedAttempts.map(({ sentAt }) => Number(sentAt)),
  ];
  return times.filter((time) => time > reopenedAt && time > now - 24 * hour).length;
}

function reopenings(world: World, { reopens = false }: Alphabet): readonly Step[] {
  if (!reopens || !isLeft(world, 'reopen', 1) || !hasTooManyAttempts(world.record)) return [];
  const { record } = reopened(world.record, world.now, {});
  return [['reopen', counted({ ...world, record }, 'reopen')]];
}

function sessionOf(world: World, id: string): Session {
  const session = world.sessions.find((each) => each.id === id);
  if (session) return session;
  throw new Error(`There is no session ${id}.`);
}

function moved(world: World, session: Session, nextSession: Session): World {
  const webhooks = [...world.webhooks, nextSession].slice(-2);
  return { ...world, sessions: replaced(world.sessions, session, nextSession), webhooks };
}

function arrived(world: World, flight: TokenFlight, outcome: string): World {
  const session = sessionOf(world, flight.attempt.sessionId);
  const faults = [...world.faults];
  if (session.tokens > 0) faults.push('a token is sent once');
  const others = world.sessions.filter((each) => each !== session);
  const isRefused = outcome === 'refused';
  // A service that has lied, or that takes something back, may charge twice.
  const isExcused = world.lost.length > 0 || !isLeft(world, 'lie', 1);
  if (!isRefused && outcome !== 'failed' && !isExcused && others.some(isTaken)) {
    faults.push('an order is charged once');
  }
  const status = outcome === 'busy' ? 'paid' : (outcome as Session['status']);
  const nextSession = isRefused ? session : paid(session, status);
  const answerEvidence: Evidence =
    outcome === 'busy' ? { kind: 'unknown' } : { kind: 'status', answer: answerOf(nextSession) };
  const evidence: Evidence = isRefused ? { kind: 'refused', code: 'No' } : answerEvidence;
  const nextWorld = isRefused ? world : moved(world, session, nextSession);
  const flights = flight.isAlone
    ? without(world.flights, flight)
    : replaced(world.flights, flight, { ...flight, stage: 'answered', evidence });
  return { ...nextWorld, flights, faults };
}

/** The token is answered with two statuses. */
function contradicted(world: World, { attempt }: TokenFlight, alphabet: Alphabet): readonly Step[] {
  const answeredFlight = world.flights.find(
    (each): each is TokenFlight => each.kind === 'token' && each.attempt === attempt,
  );
  const { mostLies = 0, lies = [] } = alphabet;
  if (!answeredFlight || !lies.includes('two statuses') || !isLeft(world, 'tell', mostLies))
    return [];
  const session = sessionOf(world, attempt.sessionId);
  if (session.tokens === 0) return [];
  const evidence = evidenceOf('payToken', attempt, lieOf('two statuses', session));
  const flights = replaced(world.flights, answeredFlight, { ...answeredFlight, evidence });
  const name = `token ${attempt.id} ${session.status}, answered with two statuses`;
  return [[name, counted({ ...world, flights }, 'tell')]];
}

/** The evidence of an answer, as the product reads it. */
function evidenceOf(
  call: 'payToken' | 'getStatus' | 'webhook',
  { sessionId, order, paymentId }: Flight['attempt'],
  answer: PaymentAnswer | null,
): Evidence {
  return readEvidence(call, { answer }, { sessionId, order, paymentId }, profile);
}

/** The lies that the service may tell of a session now. */
function liesOf(
  world: World,
  session: Session,
  alphabet: Alphabet,
): readonly [Lie, PaymentAnswer][] {
  const { lies = [], mostLies = 0 } = alphabet;
  if (session.tokens === 0 || !isLeft(world, 'tell', mostLies)) return [];
  const attempt = world.record.attempts.find(({ sessionId }) => sessionId === session.id);
  const isKnown = attempt !== undefined && states[attempt.state].money !== 'none';
  return lies.flatMap((lie): readonly [Lie, PaymentAnswer][] => {
    // A single status is believed where no money was seen. Two lies ten seconds apart are believed of a hold.
    const isOnce = lie === 'denies' || lie === 'less';
    if (lie === 'less' && !attempt?.refunded) return [];
    if (isOnce && (!isKnown || !hasMoney(session) || world.counts['late'])) return [];
    const answer = lieOf(lie, session);
    return answer ? [[lie, answer]] : [];
  });
}

function isTaken(session: Session): boolean {
  return hasMoney(session) || session.status === 'processing';
}

function settled(world: World, flight: TokenFlight): World {
  const { attempt, evidence } = flight;
  const rest = { ...world, flights: without(world.flights, flight) };
  if (!evidence) return rest;
  if (evidence.kind !== 'not_sent') {
    const circumstances = { cause: 'pay-token', known: attempt, rules, now: world.now };
    const decide = (each: typeof attempt) => afterPayToken(each, evidence, profile);
    const { record } = applyTransition(world.record, decide, circumstances);
    return { ...rest, record };
  }
  const storedAttempt = world.record.attempts.find(({ id }) => id === attempt.id);
  const free = storedAttempt && unsent(storedAttempt);
  const write = { cause: 'not sent', from: storedAttempt?.state ?? 'created', checkIn: null };
  const update = free && writeAttempt(world.record, free, write, world.now);
  return update && typeof update === 'object' ? { ...rest, record: update.record } : rest;
}

function questions(world: World, alphabet: Alphabet): readonly Step[] {
  const { questions: most, lags, namesNothing = false } = alphabet;
  if (world.flights.filter(({ kind }) => kind === 'question').length >= most) return [];
  return world.record.attempts.flatMap((attempt): readonly Step[] => {
    if (attempt.sentAt === null) return [];
    const session = sessionOf(world, attempt.sessionId);
    const ask = (view: Session): World =>
      withFlight(world, question(world, attempt, view, !namesNothing));
    const now: Step = [`ask about ${attempt.id}`, ask(session)];
    const lies = liesOf(world, session, alphabet).map(([lie, answer]): Step => {
      const evidence = evidenceOf('getStatus', attempt, answer);
      const flight = { ...question(world, attempt, session), evidence };
      return [
        `ask about ${attempt.id}, answered with ${lie}`,
        afterLie(withFlight(world, flight), lie),
      ];
    });
    if (!lags || !session.before) return [now, ...lies];
    return [now, ...lies, [`ask about ${attempt.id}, which lags`, ask(session.before)]];
  });
}

function afterLie(world: World, lie: Lie): World {
  const nextWorld = counted(world, 'tell');
  return lie === 'denies' || lie === 'less' ? counted(nextWorld, 'denied') : nextWorld;
}

/** A question that is answered with this view of the session. */
function question(
  world: World,
  attempt: Flight['attempt'],
  view: Session,
  isNamed = true,
): QuestionFlight {
  const evidence: Evidence =
    view.tokens === 0 ? { kind: 'nothing' } : { kind: 'status', answer: answerOf(view, isNamed) };
  const operations = operationsOf(world.record, attempt.id);
  return { kind: 'question', attempt: { ...attempt, readAt: world.now }, operations, evidence };
}

function recorded(world: World, flight: QuestionFlight): World {
  const { attempt, operations: knownOperations, evidence } = flight;
  const rest = { ...world, flights: without(world.flights, flight) };
  const record = recordOf(world.record, attempt, knownOperations, evidence, world.now);
  const storedAttempt = record.attempts.find(({ id }) => id === attempt.id);
  if (storedAttempt?.version !== attempt.version) return { ...rest, record };
  const ownOperations = operationsOf(record, attempt.id);
  const open = ownOperations.find(isOpen);
  const accepted = unshownOperation(storedAttempt, ownOperations);
  const { record: nextRecord } = applyTransition(
    record,
    (each) => afterNothing(each, profile, open, accepted),
    { cause: 'get-status', known: attempt, rules, now: world.now },
  );
  return { ...rest, record: nextRecord };
}

/** Records an answer, and the promises that it broke. */
function answered(world: World, flight: QuestionFlight): World {
  const nextWorld = recorded(world, flight);
  const broken = brokenBy(world, nextWorld, flight);
  return broken.length === 0
    ? nextWorld
    : { ...nextWorld, faults: [...nextWorld.faults, ...broken] };
}

function recordOf(
  record: OrderRecord,
  attempt: QuestionFlight['attempt'],
  knownOperations: QuestionFlight['operations'],
  evidence: Evidence,
  now: number,
): OrderRecord {
  const moment = { cause: 'get-status', rules, now };
  if (evidence.kind === 'status') {
    const subject = { attempt, operations: knownOperations };
    return applyStatus(record, subject, evidence.answer, moment).record;
  }
  if (evidence.kind === 'contradicted') {
    const decide = (each: typeof attempt): Transition =>
      afterContradiction(asOf(attempt, { ...each, readAt: now }), evidence.answer);
    return applyTransition(record, decide, { ...moment, known: attempt }).record;
  }
  return applyTransition(
    record,
    (storedAttempt) =>
      storedAttempt.sessionId === attempt.sessionId && storedAttempt.refusal === attempt.refusal
        ? afterAbsence(asOf(attempt, { ...storedAttempt, readAt: now }), timeout)
        : nothing,
    { ...moment, known: attempt },
  ).record;
}

function webhooks(world: World, alphabet: Alphabet): readonly Step[] {
  const { namesNothing = false } = alphabet;
  const messages = world.webhooks.map((session): Step => {
    const name = `webhook ${session.id} ${session.status}`;
    return [name, notified(world, session, answerOf(session, !namesNothing))];
  });
  const lies = world.sessions.flatMap((session) =>
    liesOf(world, session, alphabet).map(([lie, answer]): Step => {
      return [`webhook ${session.id} with ${lie}`, afterLie(notified(world, session, answer), lie)];
    }),
  );
  return [...messages, ...lies];
}

/** The world after a webhook. */
function notified(world: World, session: Session, answer: PaymentAnswer): World {
  const attempt = world.record.attempts.find(({ sessionId }) => sessionId === session.id);
  if (!attempt) return world;
  const evidence = evidenceOf('webhook', attempt, answer);
  const decide = (stored: typeof attempt): Transition => {
    const each = { ...stored, readAt: world.now };
    if (evidence.kind === 'contradicted') return afterContradiction(each, answer);
    return afterStatus(each, answer, {
      profile,
      isCurrent: false,
      operations: operationsOf(world.record, each.id),
    });
  };
  const circumstances = { cause: 'webhook', known: attempt, rules, now: world.now };
  const update = applyTransition(world.record, decide, circumstances);
  const { isUnclear = false } = update.result.transition;
  const record = isUnclear ? makeDue(update.record, session.id, world.now).record : update.record;
  return { ...world, record };
}

function operations(world: World, alphabet: Alphabet): readonly Step[] {
  const { operations: list, mostOperations = 2 } = alphabet;
  if (!isLeft(world, 'operate', list.length === 0 ? 0 : mostOperations)) return [];
  const attempt = leading(world.record.attempts);
  if (!attempt) return [];
  return list.flatMap(([kind, part, callersKey]): readonly Step[] => {
    try {
      const command = { kind, order: 'o', ...(callersKey !== undefined && { key: callersKey }) };
      const key = keyOf(command, part);
      const isJoined = operationsOf(world.record, attempt.id).some((each) =>
        isRepeated(each, { kind, key, isCallersKey: callersKey !== undefined, part }),
      );
      if (isJoined) return [];
      checkDispute(attempt, command);
      const amount = amountFor({ kind, part }, attempt);
      const amountBefore = kind === 'capture' ? attempt.charged : attempt.refunded;
      const id = `${kind}-${String(world.record.operations.length)}`;
      const draft = {
        id,
        attempt: attempt.id,
        kind,
        key,
        amount,
        before: amountBefore,
        version: attempt.version,
      };
      const { record, result } = addOperation(world.record, draft, world.now);
      if (!result) return [];
      const flight: OperationFlight = {
        kind: 'operation',
        stage: 'sent',
        attempt,
        operation: result,
        evidence: null,
        isAlone: false,
      };
      const isReviewed = attempt.flag === 'contradicted';
      const isDone = callersKey === undefined && isRefusedButDone(world, attempt, kind, amount);
      const faults = [
        ...world.faults,
        ...(isReviewed ? ['nothing goes out during a review'] : []),
        ...(attempt.state === 'disputed' ? ['nothing goes out beside a dispute'] : []),
        ...(isDone ? ['nothing goes out again without a key that was refused and done'] : []),
      ];
      const nextWorld = withFlight({ ...world, record, faults }, flight);
      const name = `${kind} ${String(part ?? 'all')} ${callersKey ?? 'without a key'}`;
      return [[name, counted(nextWorld, 'operate')]];
    } catch {
      return [];
    }
  });
}

/** Whether the service has refused such an operation of this amount, and done it all the same. */
function isRefusedButDone(
  { record, sessions }: World,
  { id }: Flight['attempt'],
  kind: OperationKind,
  amount: number,
): boolean {
  const effects = sessions.flatMap((session) => session.effects);
  return operationsOf(record, id).some(
    (each) =>
      each.state === 'refused' &&
      each.kind === kind &&
      each.amount === amount &&
      effects.some(({ operation }) => operation === each.id),
  );
}

function operationSteps(
  world: World,
  flight: OperationFlight,
  { ways = usualWays, namesNothing = false }: Alphabet,
): readonly Step[] {
  const { kind, id } = flight.operation;
  if (flight.stage === 'answered') {
    return [[`end of ${id}`, ended(world, flight)], ...cut(world, flight)];
  }
  const arrive = ways.map((way): Step => {
    return [`${kind} ${way}`, processed(world, flight, way, !namesNothing)];
  });
  return flight.isAlone ? arrive : [...arrive, ...lost(world, flight)];
}

function processed(world: World, flight: OperationFlight, way: Way, isNamed: boolean): World {
  const { attempt, operation } = flight;
  const { kind, amount, id } = operation;
  const session = sessionOf(world, attempt.sessionId);
  const isDone = way !== 'refused' && way !== 'accepts and drops';
  const nextSession = isDone ? operated(session, { operation: id, kind, amount }) : null;
  const isDropped = way === 'accepts and drops';
  const dropped = isDropped ? [...world.dropped, id] : world.dropped;
  const answer = answerOf(nextSession ?? session, isNamed);
  const evidence = ((): Evidence => {
    if (way === 'failed' || way === 'voided')
      return { kind: 'status', answer: { ...answer, status: way } };
    if (isDropped) return { kind: 'accepted' };
    if (!nextSession || way === 'does and refuses') return { kind: 'refused', code: 'No' };
    if (way === 'accepted') return { kind: 'accepted' };
    return way === 'status' ? { kind: 'status', answer } : { kind: 'unknown' };
  })();
  const nextWorld = { ...(nextSession ? moved(world, session, nextSession) : world), dropped };
  const flights = flight.isAlone
    ? without(world.flights, flight)
    : replaced(world.flights, flight, { ...flight, stage: 'answered', evidence });
  return { ...nextWorld, flights };
}

function ended(world: World, flight: OperationFlight): World {
  const { attempt, operation } = flight;
  const evidence = flight.evidence && operationEvidence(operation.kind, flight.evidence, profile);
  const rest = { ...world, flights: without(world.flights, flight) };
  const end = (record: OrderRecord, state: 'done' | 'refused' | 'unknown', refusal = '') =>
    applyOperation(
      record,
      attempt,
      { operation: { ...operation, state, refusal }, isTaken: state === 'done' },
      { cause: operation.kind, rules, now: world.now },
    ).record;
  switch (evidence?.kind) {
    case 'accepted':
      return { ...rest, record: end(world.record, 'done') };
    case 'not_sent':
      return { ...rest, record: end(world.record, 'refused', 'not_sent') };
    case 'refused':
      return { ...rest, record: end(world.record, 'unknown', evidence.code) };
    case 'status': {
      const subject = { attempt, operations: [{ ...operation, state: 'unknown' } as const] };
      const unknown = end(world.record, 'unknown');
      const { answer } = evidence;
      const moment = { cause: operation.kind, rules, now: world.now };
      const { record } = applyStatus(unknown, subject, answer, moment);
      return { ...rest, record };
    }
    default:
      return { ...rest, record: end(world.record, 'unknown') };
  }
}

/** What the service does by itself. */
function cabinet(
  world: World,
  { undoes, returns = false, disputes = false }: Alphabet,
): readonly Step[] {
  return world.sessions.flatMap((session): readonly Step[] => {
    // What the cabinet returns beside an open operation looks like that operation.
    const { operations: own } = world.record;
    const mayReturn = returns && own.length > 0 && !own.some(isOpen);
    const rest = mayReturn && isLeft(world, 'return', 1) ? returned(session) : null;
    if (rest)
      return [[`${session.id} returns the rest`, counted(moved(world, session, rest), 'return')]];
    if (disputes) {
      return disputed(session).map((nextSession): Step => {
        return [`${session.id} is ${nextSession.status}`, moved(world, session, nextSession)];
      });
    }
    if (session.status === 'processing') {
      return (['paid', 'failed'] as const).map((status): Step => {
        const nextSession = { ...paid(session, status), tokens: session.tokens };
        return [`${session.id} is ${status}`, moved(world, session, nextSession)];
      });
    }
    const back = undoes && isLeft(world, 'undo', 1) ? undone(session) : null;
    const [last] = session.effects.slice(-1);
    if (!back || !last) return [];
    const lostToo = { ...moved(world, session, back), lost: [...world.lost, last] };
    return [[`${session.id} loses ${last.operation}`, counted(lostToo, 'undo')]];
  });
}

function deliveries(world: World): readonly Step[] {
  const [change] = world.record.changes;
  if (!change) return [];
  return [['deliver', { ...world, record: removeChange(world.record, change.id, world.now) }]];
}

function time(world: World, { jumps, crashes }: Alphabet): readonly Step[] {
  const steps: Step[] = [];
  if (isLeft(world, 'time', jumps)) {
    for (const [name, duration] of [
      ['11 s', 11 * second],
      ['16 min', 16 * minute],
      ['30 h', 30 * hour],
    ] as const) {
      steps.push([`${name} pass`, counted(later(world, duration), 'time')]);
    }
  }
  if (world.flights.length > 0 && isLeft(world, 'crash', crashes)) {
    const flights = world.flights.flatMap((flight): readonly Flight[] =>
      flight.kind !== 'question' && flight.stage === 'sent' ? [{ ...flight, isAlone: true }] : [],
    );
    steps.push(['crash', counted({ ...world, flights }, 'crash')]);
  }
  return steps;
}

/** No call is waited for, or arrives, ten minutes after it was sent. */
export function later(world: World, duration: number): World {
  const now = world.now + duration;
  const counts = world.counts['denied'] ? { ...world.counts, late: 1 } : world.counts;
  const flights = world.flights.flatMap((flight): readonly Flight[] => {
    if (flight.kind === 'question' || flight.stage !== 'sent' || duration < 10 * minute) {
      return [flight];
    }
    return flight.isAlone
      ? []
      : [{ ...flight, stage: 'answered', evidence: { kind: 'unknown' } } as const];
  });
  // A service lags behind for less than ten seconds.
  const sessions = world.sessions.map((session) =>
    duration < 10 * second ? session : { ...session, before: null },
  );
  // A record is read anew for each change.
  const attempts = world.record.attempts.map((attempt) => ({ ...attempt, readAt: now }));
  return { ...world, now, counts, flights, sessions, record: { ...world.record, attempts } };
}
