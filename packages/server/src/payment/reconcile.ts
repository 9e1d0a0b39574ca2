import { isFinal } from '../attempt.ts';
import type { Attempt, AttemptChange } from '../attempt.ts';
import { describe, share } from '../context.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import { wholeNumber } from '../whole-number.ts';
import { isUntouched, verdictOfAbsence, verdictOfStatus } from '../outcome.ts';
import type { Verdict } from '../outcome.ts';
import { deliver } from './deliver.ts';
import { record } from './record.ts';

/** How far one round goes. */
export interface ReconcileOptions {
  /** Stops before the next step; what is under way is finished. */
  readonly signal?: AbortSignal;
  /** How many attempts are asked about at once; 8 by default. */
  readonly limit?: number;
}

/** What one run did. */
export interface Reconciled {
  /** Attempts that the service was asked about. */
  readonly asked: number;
  /** Changes that the merchant was told. */
  readonly delivered: number;
}

const second = 1000;
const minute = 60 * second;
/** How long after each fruitless question the next one comes; the last is repeated. */
const pauses = [1, 2, 4, 8, 15, 30, 60, 120, 300, 900, 3600].map((each) => each * second);
/** When a person is asked instead. */
const reviewAfter = 72 * 60 * minute;
/** So many questions take those three days. */
const mostChecks = 80;

/** One round: asks about all that are due, records the answers, delivers what the merchant has to know. */
export async function reconcile(
  context: Context,
  { signal, limit = 8 }: ReconcileOptions = {},
): Promise<Reconciled> {
  wholeNumber(limit, 'limit');
  if (signal?.aborted) return { asked: 0, delivered: 0 };
  const { store, now, round } = context;
  // Put back, the clock would have to catch up before anything is due again.
  if (now() < round.at - minute) await store.recover(now());
  round.at = now();
  let delivered = 0;
  const tellNews = oneAtATime(async () => {
    delivered += await deliver(context);
  });
  const told: Promise<void>[] = [];
  // Side by side: a merchant who takes his time to hear one change must not hold the questions back.
  const startTelling = (): void => {
    const telling = tellNews();
    // It is awaited below, when the questions are over.
    telling.catch(() => undefined);
    told.push(telling);
  };
  const asked = await askAll(limit, context, startTelling, signal).finally(async () =>
    Promise.allSettled(told),
  );
  await Promise.all(told);
  return { asked, delivered };
}

/** So many at once, until nothing more is due, or something is due again. */
async function askAll(
  limit: number,
  context: Context,
  startTelling: () => void,
  signal?: AbortSignal,
): Promise<number> {
  const seen = new Set<string>();
  for (let asked = 0; ;) {
    startTelling();
    const due = await context.store.claimDue(context.now(), limit, leaseOf(context));
    await Promise.all(due.map((attempt) => check(attempt, context)));
    asked += due.length;
    const isAgain = due.some(({ id }) => seen.has(id));
    if (due.length < limit || isAgain || signal?.aborted) return asked;
    for (const { id } of due) seen.add(id);
  }
}

/** Whoever claimed an attempt and died has it taken from him after this time. */
function leaseOf({ timeout }: Context): number {
  return Math.max(minute, timeout + 15 * second);
}

/** Starts the work unless it is under way; then answers with that. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return async () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}

/**
 * Asks the service how an attempt stands and records the answer. A failed question changes nothing.
 * Several callers share one question.
 */
export async function refresh(attempt: Attempt, context: Context): Promise<Attempt> {
  return (await ask(attempt, context)) ?? attempt;
}

/** `null` where no answer came. */
async function ask(attempt: Attempt, context: Context): Promise<Attempt | null> {
  const { sessionId } = attempt;
  if (sessionId === null) return attempt;
  return share(context, `ask ${sessionId}`, async () => {
    const { service, profile, log, now, timeout, sending, askedAt } = context;
    for (const [id, at] of askedAt) if (!isRecent(at, now())) askedAt.delete(id);
    askedAt.set(sessionId, now());
    const absent = (stored: Attempt): Verdict =>
      sending.has(stored.id) ? { change: null } : verdictOfAbsence(stored, now(), timeout);
    let decide: (attempt: Attempt) => Verdict;
    try {
      const answer = await service.getStatus({ sessionId });
      decide = isUntouched(answer, profile)
        ? absent
        : (stored) => verdictOfStatus(stored, answer, profile);
    } catch (error) {
      if (!isNotFound(error, context)) {
        log.warn('get-status was not answered', { attempt: attempt.id, ...describe(error) });
        return null;
      }
      decide = absent;
    }
    return record(context, attempt, 'get-status', about(sessionId, decide));
  });
}

/** Opened anew meanwhile, an attempt has another session, of which nothing was said. */
export function about(
  sessionId: string,
  decide: (attempt: Attempt) => Verdict,
): (attempt: Attempt) => Verdict {
  return (stored) => (stored.sessionId === sessionId ? decide(stored) : { change: null });
}

/** Whether the service was asked about it within the last second. */
export function isFresh({ sessionId }: Attempt, { askedAt, now }: Context): boolean {
  const at = sessionId === null ? undefined : askedAt.get(sessionId);
  return at !== undefined && isRecent(at, now());
}

/** Either way: a clock that was set back must not end all questions until it has caught up. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) <= second;
}

async function check(attempt: Attempt, context: Context): Promise<void> {
  try {
    const asked = await ask(attempt, context);
    await record(context, asked ?? attempt, 'reconcile', (stored) =>
      schedule(stored, asked !== null, context),
    );
  } catch (error) {
    context.log.error('a check failed', { attempt: attempt.id, ...describe(error) });
  }
}

/** When it is asked again: never, once an answer has left nothing to ask. */
function schedule(attempt: Attempt, isAnswered: boolean, context: Context): Verdict {
  const { nextCheckAt, sentAt, state, flag, checks } = attempt;
  const now = context.now();
  // Whoever claimed it has put it off: what is due again is so by a hint that came meanwhile.
  if (nextCheckAt === null || nextCheckAt <= now) return { change: null };
  const needsNobody = isFinal(state) || sentAt === null || flag !== null;
  // Money is held for weeks.
  const lifetime = context.profile.sessionLifetime * second;
  const patience = state === 'authorized' ? Math.max(reviewAfter, lifetime) : reviewAfter;
  const isLate = !needsNobody && now - sentAt > patience;
  const pause = pauses[Math.min(checks, pauses.length) - 1] ?? second;
  const later = Math.round(now + pause * (0.75 + Math.random() / 2));
  const change: AttemptChange = {
    nextCheckAt: (isAnswered || checks > mostChecks) && (needsNobody || isLate) ? null : later,
    // The token left some time ago and nobody was there to hear the answer.
    ...(state === 'sending' && { state: 'unknown' }),
  };
  if (!isLate) return { change };
  return { change: { ...change, flag: 'needs_review' }, alarm: 'needs_review' };
}

function isNotFound(error: unknown, { profile }: Context): boolean {
  if (!(error instanceof WalletServerError) || error.code !== 'service_refused') return false;
  return profile.notFound.includes(error.details.serviceCode ?? '');
}
