import { isFinal } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
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
/** Whoever claimed an attempt and died has it taken from him after this time. */
const lease = minute;
/** When a person is asked instead. */
const reviewAfter = 72 * 60 * minute;

/** One round: asks about every due attempt, records the answers, delivers what the merchant has to know. */
export async function reconcile(
  context: Context,
  { signal, limit = 8 }: ReconcileOptions = {},
): Promise<Reconciled> {
  wholeNumber(limit, 'limit');
  if (signal?.aborted) return { asked: 0, delivered: 0 };
  const due = await context.store.claimDue(context.now(), limit, lease);
  // Side by side: a merchant who takes his time to hear one change must not hold the questions back.
  const [delivered] = await Promise.all([
    deliver(context),
    ...due.map((attempt) => check(attempt, context)),
  ]);
  return { asked: due.length, delivered };
}

/**
 * Asks the service how an attempt stands and records the answer. A failed question changes nothing.
 * Several callers share one question.
 */
export async function refresh(attempt: Attempt, context: Context): Promise<Attempt> {
  const { sessionId } = attempt;
  if (sessionId === null) return attempt;
  return share(context, `ask ${attempt.id}`, async () => {
    const { service, profile, log, now, askedAt } = context;
    for (const [id, at] of askedAt) if (!isRecent(at, now())) askedAt.delete(id);
    askedAt.set(attempt.id, now());
    let decide: (attempt: Attempt) => Verdict;
    try {
      const answer = await service.getStatus({ sessionId });
      decide = isUntouched(answer, profile)
        ? (stored) => verdictOfAbsence(stored, now())
        : (stored) => verdictOfStatus(stored, answer, profile);
    } catch (error) {
      if (!isNotFound(error, context)) {
        log.warn('get-status was not answered', { attempt: attempt.id, ...describe(error) });
        return attempt;
      }
      decide = (stored) => verdictOfAbsence(stored, now());
    }
    return record(context, attempt, 'get-status', decide);
  });
}

/** Whether the service was asked about it within the last second. */
export function isFresh({ id }: Attempt, { askedAt, now }: Context): boolean {
  const at = askedAt.get(id);
  return at !== undefined && isRecent(at, now());
}

/** Either way: a clock that was set back must not end all questions until it has caught up. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) <= second;
}

async function check(attempt: Attempt, context: Context): Promise<void> {
  try {
    const asked = await refresh(attempt, context);
    await record(context, asked, 'reconcile', (stored) => schedule(stored, context.now()));
  } catch (error) {
    context.log.error('a check failed', { attempt: attempt.id, ...describe(error) });
  }
}

function schedule(attempt: Attempt, now: number): Verdict {
  const { nextCheckAt, sentAt, state, flag, checks } = attempt;
  // Whoever claimed it has put it off: what is due again is so by a hint that came meanwhile.
  if (nextCheckAt === null || nextCheckAt <= now) return { change: null };
  if (isFinal(state) || sentAt === null || flag !== null) return { change: { nextCheckAt: null } };
  if (now - sentAt > reviewAfter) {
    if (state === 'authorized') return { change: { nextCheckAt: null } };
    return { change: { nextCheckAt: null, flag: 'needs_review' }, alarm: 'needs_review' };
  }
  const pause = pauses[Math.min(checks, pauses.length) - 1] ?? second;
  const jitter = 0.75 + Math.random() / 2;
  const change = { nextCheckAt: Math.round(now + pause * jitter) };
  // The token left some time ago and nobody was there to hear the answer.
  return { change: state === 'sending' ? { ...change, state: 'unknown' } : change };
}

function isNotFound(error: unknown, { profile }: Context): boolean {
  if (!(error instanceof WalletServerError) || error.code !== 'service_refused') return false;
  return profile.notFound.includes(error.details.serviceCode ?? '');
}
