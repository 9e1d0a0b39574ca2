import { fromMinor, toMinor } from '@wallet-buttons/protocol';
import { type Fetch, type FetchAnswer, ServiceError } from '@wallet-buttons/service-client';
import type { Random } from './faults/random.ts';

type Body = Readonly<Record<string, unknown>>;
/** What the network and the service do with a call, or with its answer. */
export const ways = [
  ...(['passes', 'is lost', 'is refused', 'does not leave', 'is given up'] as const),
  'is in progress',
] as const;

/** A signed call on its way, or its answer on its way back. */
export interface Flight {
  readonly path: string;
  readonly body: Body;
  readonly at: number;
  answer: FetchAnswer | null;
  /** The shop waits for the answer. */
  isWaiting: boolean;
  /** The shop has the answer. */
  isAnswered: boolean;
  /** Whether it passes by itself; the call or the answer of some waits for a step that moves it. */
  readonly passes: () => boolean;
  readonly end: (answer: FetchAnswer | Error) => void;
}

/** An operation of the shop that changed, or changes, money: `took` minor units. */
interface Effect {
  readonly kind: string;
  readonly took: number;
}

/** One session in the service's ledger, in minor units. */
export interface Session {
  readonly id: string;
  readonly order: string;
  readonly asked: number;
  readonly status: string;
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  readonly tokens: number;
  /** What a question that lags behind answers, until some seconds after `changedAt`. */
  readonly before: Body | null;
  readonly changedAt: number;
  /** Something was changed in the service's own cabinet. */
  readonly isMeddled: boolean;
  /** An operation that was done has been undone. */
  readonly isUndone: boolean;
  readonly effects: readonly Effect[];
  readonly work: { readonly flight: Flight; readonly effect: Effect; readonly from: string } | null;
}
type Change = Partial<Omit<Session, 'id'>>;

/** How the service answers in one walk. */
export interface Manner {
  /** The amounts that it names; `all`: the refunded one too. */
  readonly names: 'nothing' | 'the amount' | 'all';
  /** After the capture of a part it names the part, or the whole. */
  readonly namesPart: boolean;
  /** The status after all of a charge went back. */
  readonly whole: string;
  /** The status of the first token. */
  readonly first: string;
  /** For this time, in milliseconds, a question may be answered with what was before. */
  readonly lag: number;
}

const currency = 'UAH';
const lostAnswer = new Error('No answer came.');
/** An amount in minor units. */
export const minor = (amount: unknown): number => toMinor({ amount: String(amount), currency });
const major = (amount: number): number => Number(fromMinor(amount, currency));
const isAtWork = ({ status }: Session): boolean => status.startsWith('processing');

/** A payment service with states of its own, whose calls and answers move only when the walk lets them. */
export function walkService(manner: Manner, now: () => number, random: Random) {
  const sessions = new Map<string, Session>();
  const flights: Flight[] = [];
  const webhooks: string[] = [];
  const faults: string[] = [];
  let ids = 0;

  const sessionsOf = (order: string): readonly Session[] =>
    [...sessions.values()].filter((session) => session.order === order);
  const bodyOf = ({ id, order, status, asked, charged, refunded }: Session): Body => ({
    id,
    status,
    external_id: order,
    ...(manner.names !== 'nothing' && { amount: major((manner.namesPart && charged) || asked) }),
    ...(manner.names === 'all' && { refunded_amount: major(refunded) }),
  });
  const put = (session: Session, change: Change): Session => {
    const bodyBefore = sessions.has(session.id) ? bodyOf(session) : null;
    const next = { ...session, ...change, before: bodyBefore, changedAt: now() };
    sessions.set(next.id, next);
    if (next.tokens > 0) webhooks.push(JSON.stringify(bodyOf(next)));
    return next;
  };
  const reply = (status: number, body: Body | null): FetchAnswer => ({
    status,
    headers: { get: () => null },
    body: [new TextEncoder().encode(JSON.stringify(body))],
  });
  /** Moves the money of an operation. */
  const moveMoney = (session: Session, { kind, took }: Effect): Change => {
    if (kind === 'capture') return { status: 'paid', held: 0, charged: took };
    if (session.held > 0) return { status: 'voided', held: 0 };
    const refundedAmount = session.refunded + took;
    return {
      refunded: refundedAmount,
      status: refundedAmount === session.charged ? manner.whole : 'paid',
    };
  };
  /** Takes the money of an operation back to where it was. */
  const undone = (session: Session, { kind, took }: Effect): Change => {
    if (kind === 'capture') return { status: 'holded', held: session.asked, charged: 0 };
    if (session.charged === 0) return { status: 'holded', held: took };
    return { status: 'paid', refunded: session.refunded - took };
  };
  const isTaken = (each: Session): boolean =>
    each.held > 0 || each.charged > each.refunded || (each.tokens > 0 && isAtWork(each));
  const isOtherTaken = ({ order, id }: Session): boolean =>
    sessionsOf(order).some((each) => each.id !== id && !each.isUndone && isTaken(each));
  const pay = (session: Session, status: string): Change => {
    if (isOtherTaken(session)) faults.push('paid twice');
    const money = { paid: { charged: session.asked }, holded: { held: session.asked } };
    return { status, ...(status in money && money[status as keyof typeof money]) };
  };
  const operate = (
    ...[session, flight, body, isCapture, choice]: [Session, Flight | null, Body, boolean, number]
  ): boolean => {
    const [{ amount = null } = {}] = (body['operations'] as Body[] | undefined) ?? [body];
    const isHeld = session.held > 0;
    const remainder = session.held || session.charged - session.refunded;
    const took = amount === null ? remainder : minor(amount);
    // All of a hold or of a charge is taken back by the same call.
    const isFitting = isCapture || amount !== null ? isCapture === isHeld : true;
    if (isAtWork(session) || remainder === 0 || took > remainder || !isFitting) return false;
    const effect = { kind: isCapture ? 'capture' : 'back', took };
    const status = isCapture ? 'processing_hold_completion' : 'processing_void';
    const effects = [...session.effects, effect];
    const change = {
      ...moveMoney(session, effect),
      ...(flight ? { effects } : { isMeddled: true }),
    };
    const work = flight && { flight, effect, from: session.status };
    put(session, work && choice < 2 ? { status, work } : change);
    return true;
  };
  const arrive = (flight: Flight, choice: number, isRefused: boolean): FetchAnswer => {
    const { path, body } = flight;
    const refusal = reply(400, { code: 'No' });
    if (path === '/v1/session')
      return reply(200, { id: `s-${String((ids += 1))}-${String(now())}` });
    const id = String(body['session_id']);
    if (path === '/v1/payment') {
      if (sessions.has(id)) faults.push('two payments in a session');
      const [order, asked] = [String(body['external_id']), minor(body['amount'])];
      const money = { held: 0, charged: 0, refunded: 0, tokens: 0, before: null, changedAt: 0 };
      const empty = { ...money, isMeddled: false, isUndone: false, effects: [] };
      put({ ...empty, id, order, asked, status: 'created', work: null }, {});
      return reply(200, { id: '77' });
    }
    const session = sessions.get(id);
    if (!session) return reply(400, { code: 'SessionNotFoundError' });
    const isLagging = session.before !== null && now() - session.changedAt < manner.lag;
    if (path === '/v1/get-status') {
      return reply(200, (isLagging && choice < 5 ? session.before : null) ?? bodyOf(session));
    }
    if (path !== '/v1/pay-token') {
      const isCapture = path === '/v1/complete-hold';
      const isDone = !isRefused && operate(session, flight, body, isCapture, choice);
      return isDone ? reply(200, null) : refusal;
    }
    if (isRefused) return refusal;
    if (session.tokens > 0) faults.push('a token sent twice');
    const isFirst = [...sessions.values()].every(({ tokens }) => tokens === 0);
    const any = ['paid', 'holded', 'holded', 'processing', 'failed'][choice % 5] ?? '';
    const status = (isFirst && manner.first) || any;
    const paidSession = put(session, { ...pay(session, status), tokens: session.tokens + 1 });
    const acs_url = 'https://bank.example/';
    return reply(200, { ...bodyOf(paidSession), ...(choice === 3 && { acs_url }) });
  };
  const close = (flight: Flight, answer: FetchAnswer | Error): void => {
    if (flight.isWaiting) flight.end(answer);
    flight.isAnswered ||= flight.isWaiting && !(answer instanceof Error);
    flight.isWaiting = false;
  };
  const drop = (flight: Flight, answer: FetchAnswer | Error): void => {
    close(flight, answer);
    flights.splice(flights.indexOf(flight), 1);
  };

  return {
    sessions,
    flights,
    webhooks,
    faults,
    manner,
    fetch: (async (url, { body }) =>
      new Promise((resolve, reject) => {
        const waits = random.one(['call', 'answer', null, null, null, null, null]);
        const flight: Flight = {
          path: new URL(url).pathname,
          at: now(),
          answer: null,
          body: JSON.parse(new TextDecoder().decode(body ?? undefined)) as Body,
          isWaiting: true,
          isAnswered: false,
          passes: () => waits !== (flight.answer ? 'answer' : 'call'),
          end: (answer) => {
            if (answer instanceof Error) reject(answer);
            else resolve(answer);
          },
        };
        flights.push(flight);
      })) satisfies Fetch,
    /** Moves a call to the service, or its answer to the shop. */
    move: (flight: Flight, way: (typeof ways)[number], choice: number): void => {
      const unsent = new ServiceError('service_unreachable', 'Nothing was sent.');
      if (way === 'is given up') close(flight, lostAnswer);
      else if (way === 'is lost') drop(flight, lostAnswer);
      else if (flight.answer) drop(flight, flight.answer);
      else if (way === 'does not leave' && flight.isWaiting) drop(flight, unsent);
      else {
        const answer = arrive(flight, choice, way === 'is refused');
        // It takes effect, and its answer says only that the service is at work.
        const isBusy = way === 'is in progress' && flight.path !== '/v1/get-status';
        const code = choice % 2 === 0 ? 'Busy' : 'InProgressError';
        flight.answer = isBusy ? reply(choice % 2 === 0 ? 409 : 400, { code }) : answer;
      }
    },
    /** Ends what the service works on for an order; an operation fails only where its answer was lost. */
    decide: (order: string, choice: number): void => {
      for (const session of sessionsOf(order).filter(isAtWork)) {
        const { work, effects } = session;
        if (!work) {
          put(session, pay(session, ['expired', 'failed', 'paid', 'holded'][choice % 4] ?? ''));
        } else if (choice === 0 && !work.flight.isAnswered) {
          close(work.flight, lostAnswer);
          put(session, { status: work.from, work: null });
        } else {
          const change = { work: null, effects: [...effects, work.effect] };
          put(session, { ...moveMoney(session, work.effect), ...change });
        }
      }
    },
    /** Changes the payments of an order in the service's own cabinet. */
    meddle: (order: string, choice: number): void => {
      const amount = [undefined, 50, 30][choice % 3];
      for (const session of sessionsOf(order)) {
        const isCapture = session.held > 0 && choice > 2;
        operate(session, null, isCapture ? { amount } : { operations: [{ amount }] }, isCapture, 7);
      }
    },
    /** Undoes, in the first half an hour, what an operation did last to the payments of an order. */
    undo: (order: string): void => {
      if (manner.names !== 'all') return;
      for (const session of sessionsOf(order)) {
        const last = session.effects.at(-1);
        const isFresh = now() - session.changedAt < 1_800_000;
        if (!last || !isFresh || isAtWork(session) || isOtherTaken(session)) continue;
        const effects = session.effects.slice(0, -1);
        put(session, { ...undone(session, last), effects, isUndone: true });
      }
    },
    /** Time has passed: no call is waited for longer than half a minute, and none arrives after ten. */
    age: (): void => {
      for (const flight of [...flights]) {
        if (now() - flight.at >= 30_000) close(flight, lostAnswer);
        if (now() - flight.at > 600_000) drop(flight, lostAnswer);
      }
    },
  };
}
